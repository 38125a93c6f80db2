import type { ContractChange } from "@skills/compiler";
import { styled, type Io } from "./io";

/** The changes of contracts, by tool; then how many of them break callers. */
export function printChanges(io: Io, changes: readonly ContractChange[]): void {
  if (changes.length === 0) {
    io.out("The contracts of the tools are the same.\n");
    return;
  }
  for (const tool of new Set(changes.map((change) => change.tool))) {
    io.out(`${styled(io, "bold", tool)}\n`);
    for (const { breaking, part, path, what } of changes.filter((change) => change.tool === tool)) {
      const kind = breaking ? styled(io, "red", "breaking") : styled(io, "green", "fine    ");
      const place = part === "tool" ? "" : `${part}${path === "" ? "" : ` ${path}`}: `;
      io.out(`  ${kind}  ${place}${what}\n`);
    }
  }
  const count = changes.filter(({ breaking }) => breaking).length;
  io.out(
    `\n${String(changes.length)} ${changes.length === 1 ? "change" : "changes"}, ${String(count)} breaking.\n`,
  );
}
