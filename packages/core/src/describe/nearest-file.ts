/**
 * Those that stand where a loaded file does, by the ends of their paths: `src/admin/users.ts`, and not
 * `src/public/users.ts`, for `dist/admin/users.js`. Empty where no path is like that file's, as in a bundle.
 */
export function nearestTo<Described extends { file: string }>(
  loaded: string,
  described: readonly Described[],
): Described[] {
  const steps = stepsFromEnd(loaded);
  const sharedWith = ({ file }: Described): number => {
    const differs = stepsFromEnd(file).findIndex((step, at) => step !== steps[at]);
    return differs < 0 ? Infinity : differs;
  };
  const most = Math.max(1, ...described.map(sharedWith));
  return described.filter((each) => sharedWith(each) === most);
}

/** `a/b.ts`: `b`, `a`. */
function stepsFromEnd(file: string): string[] {
  return file
    .replace(/\.[cm]?[jt]sx?$/, "")
    .split(/[\\/]/)
    .reverse();
}
