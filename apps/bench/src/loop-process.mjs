// One subject's run of the script in a process of its own, so that no subject warms another one up or leaves it garbage.
// Forked with the subject's name; a message asks for whole runs until so many microseconds of processor time are used,
// and is answered with what one run took of it.
import { play } from "./loop-script.mjs";
import { loopSubjects } from "./loop-subjects.mjs";

const { form, run } = loopSubjects[process.argv[2]];

process.on("message", async (micros) => {
  const begin = process.cpuUsage();
  for (let runs = 1; ; runs++) {
    await run(play(form));
    const { user, system } = process.cpuUsage(begin);
    if (user + system >= micros) return process.send((user + system) / runs);
  }
});
