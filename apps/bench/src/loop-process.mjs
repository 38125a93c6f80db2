// node loop-process.mjs SUBJECT: one subject's run of the script, over and over in a process of its own, so that no
// subject warms another one up or leaves it garbage. Prints the microseconds of processor time that a run takes.
import { play } from "./loop-script.mjs";
import { loopSubjects } from "./loop-subjects.mjs";

const WARM_UP_MICROS = 1_500_000;
const MEASURED_MICROS = 1_000_000;

const { form, run } = loopSubjects[process.argv[2]];

/** Whole runs until this much processor time is used. */
async function runFor(micros) {
  const begin = process.cpuUsage();
  for (let runs = 1; ; runs++) {
    await run(play(form));
    const { user, system } = process.cpuUsage(begin);
    if (user + system >= micros) return (user + system) / runs;
  }
}

await runFor(WARM_UP_MICROS);
console.log(await runFor(MEASURED_MICROS));
