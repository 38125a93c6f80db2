/** One way in which an input does not fit its schema. */
export interface InputIssue {
  /** As one writes it in code: `items[0].sku`; empty for the input itself. */
  path: string;
  /** What is wrong, for the model. */
  message: string;
  /** What the schema asks for at `path`, in words. */
  expected: string;
  /** The value at `path`, cut to a short text; `nothing` where it is missing. */
  received: string;
}

const cut = new WeakSet<readonly InputIssue[]>();

/** A list of issues whose end was never read: how many there are, nobody knows. */
export function markedAsCut(issues: InputIssue[]): InputIssue[] {
  cut.add(issues);
  return issues;
}

export function isCut(issues: readonly InputIssue[]): boolean {
  return cut.has(issues);
}
