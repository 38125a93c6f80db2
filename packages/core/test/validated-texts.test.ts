import "reflect-metadata";
import "./support/compiled";
import {
  IsAlpha,
  IsAlphanumeric,
  IsEmail,
  IsFQDN,
  IsHexadecimal,
  IsNumberString,
  IsOptional,
  IsUrl,
  Matches,
  validateSync,
} from "class-validator";
import { Param, Tool, toolSet } from "@skills/core";
import { use } from "./support/calls";
import { inProduction } from "./support/production";

class Texts {
  @IsOptional() @IsUrl() site?: string;
  @IsOptional() @IsUrl({ require_protocol: true }) link?: string;
  @IsOptional() @IsEmail() mail?: string;
  @IsOptional() @IsEmail({ allow_display_name: true }) sender?: string;
  @IsOptional() @IsFQDN() host?: string;
  @IsOptional() @IsFQDN({ allow_underscores: true }) record?: string;
  @IsOptional() @IsAlpha() word?: string;
  @IsOptional() @IsAlpha("de-DE") wort?: string;
  @IsOptional() @IsAlphanumeric("fr-FR") mot?: string;
  @IsOptional() @IsNumberString() digits?: string;
  @IsOptional() @IsNumberString({ locale: "de-DE" }) ziffern?: string;
  @IsOptional() @IsHexadecimal() colour?: string;
  @IsOptional() @Matches(/^a.b$/s) dotted?: string;
  @IsOptional() @Matches(/^b$/m) lines?: string;
  @IsOptional() @Matches("^ab$", "i") anyCase?: string;
}

function given(texts: Texts): string[] {
  return (Object.values(texts) as (string | undefined)[]).filter((text) => text !== undefined);
}

class Described {
  @Tool() take(texts: Texts): string[] {
    return given(texts);
  }
}

class Emitted {
  /** Take. */
  @Tool() take(@Param({ name: "texts" }) texts: Texts): string[] {
    return given(texts);
  }
}

const ACCEPTED: [keyof Texts, string][] = [
  ["site", "example.com/a"],
  ["site", "https://example.com"],
  ["link", "https://example.com/a?b=c"],
  ["mail", "a.b@example.com"],
  ["sender", "Ann <ann@example.com>"],
  ["host", "a.example.com"],
  ["record", "_dmarc.example.com"],
  ["word", "Abc"],
  ["wort", "Größe"],
  ["mot", "été1"],
  ["digits", "-12.5"],
  ["digits", ".5"],
  ["ziffern", "1,5"],
  ["colour", "0XfF"],
  ["colour", "0hAB"],
  ["dotted", "a\nb"],
  ["lines", "a\nb"],
  ["anyCase", "AB"],
];

describe.each([
  ["the compiler", toolSet(new Described())],
  ["emitted types", inProduction(() => toolSet(new Emitted()))],
])("what class-validator accepts is accepted where it is described by %s", (_, set) => {
  test.each(ACCEPTED)("%s: %j", async (name, text) => {
    expect(validateSync(Object.assign(new Texts(), { [name]: text }))).toEqual([]);
    const { value } = await set.runTool(use("take", { texts: { [name]: text } }));
    expect(value).toEqual([text]);
  });
});

test("a rule that says the same as a keyword is in the schema", () => {
  const [tool] = toolSet(new Described()).toolsSchema;
  const [texts] = Object.values(tool?.input_schema.properties ?? {}) as [{ properties: object }];
  expect(texts.properties).toMatchObject({
    link: { type: "string", format: "uri" },
    mail: { format: "email" },
    host: { format: "hostname" },
    word: { pattern: "^[A-Za-z]+$" },
  });
});
