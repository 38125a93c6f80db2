/** How a command ended, for those who called it. */
export const EXIT = {
  ok: 0,
  /** Something in what the user gave: sources, arguments, files, the tool itself. */
  yours: 1,
  /** A fault of this program. */
  ours: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
