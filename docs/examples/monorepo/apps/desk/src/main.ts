import { Orders } from "@shop/orders";
import { Tool, toolSet } from "@skills/core";

class Greeter {
  /** Greet a customer. */
  @Tool()
  greet(name: string): string {
    return `Hello, ${name}.`;
  }
}

const desk = toolSet(new Greeter(), new Orders());
console.log(JSON.stringify(desk.toolsSchema.map(({ name, input_schema }) => [name, input_schema.required])));
