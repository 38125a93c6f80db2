import { DIFFERENCES } from "./oracle/differences";
import { observe, ours, theirs, type Observed } from "./oracle/observe";
import { COMPACTIONS } from "./oracle/scripts-compaction";
import { EAGER } from "./oracle/scripts-eager";
import { TOOL_CHANGES } from "./oracle/scripts-tool-changes";
import { TOOLSETS } from "./oracle/scripts-toolsets";
import { TURNS } from "./oracle/scripts-turns";

const SCRIPTS = { ...TURNS, ...COMPACTIONS, ...TOOL_CHANGES, ...EAGER, ...TOOLSETS };

it.each(Object.entries(SCRIPTS))(
  "does what the SDK's runner does, but where it means to: %s",
  async (name, script) => {
    const { observed: theirRun } = await observe(script, theirs);
    const { observed: ourRun, problem } = await observe(script, ours);
    expect(problem).toBeUndefined();
    for (const field of Object.keys(theirRun) as (keyof Observed)[]) {
      const meant = DIFFERENCES.find(
        ({ scripts, fields }) => fields.includes(field) && (scripts === "*" || scripts.includes(name)),
      );
      if (meant === undefined) expect({ [field]: ourRun[field] }).toEqual({ [field]: theirRun[field] });
      else if (meant.scripts !== "*" || theirRun.bodies.length > 0) {
        expectMeant(field, ourRun[field], theirRun[field], meant.within);
      }
    }
  },
);

it("lists no difference of a script that is not there", () => {
  const listed = DIFFERENCES.flatMap(({ scripts }) => (scripts === "*" ? [] : scripts));
  expect(listed.filter((name) => !(name in SCRIPTS))).toEqual([]);
});

/** The difference is there, and where it has bounds, there is none beyond them. */
function expectMeant(field: string, ours: unknown, theirs: unknown, within: RegExp | undefined): void {
  expect({ [field]: ours }).not.toEqual({ [field]: theirs });
  if (within) expect(without(ours, within)).toEqual(without(theirs, within));
}

function without(value: unknown, within: RegExp): unknown {
  return JSON.parse(JSON.stringify(value).replace(within, '"…"'));
}
