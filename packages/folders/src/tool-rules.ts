import { wireForm } from "@skills/core";

/**
 * The rules of `allowed-tools` or `disallowed-tools` in a text: `Read Grep, Bash(git add *)`. Blanks and commas part
 * them, outside parentheses. Undefined stands in the place of one whose parentheses do not match.
 */
export function splitToolRules(text: string): (string | undefined)[] {
  if (!/[()]/.test(text)) return text.split(/[\s,]+/).filter((rule) => rule !== "");
  const rules: (string | undefined)[] = [];
  let rule = "";
  let depth = 0;
  let closesTooOften = false;
  const end = () => {
    if (rule !== "") rules.push(depth === 0 && !closesTooOften ? rule : undefined);
    rule = "";
    depth = 0;
    closesTooOften = false;
  };
  for (const [token] of text.matchAll(/[()]|[\s,]+|[^()\s,]+/g)) {
    if (depth <= 0 && /^[\s,]/.test(token)) {
      end();
      continue;
    }
    rule += token;
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    closesTooOften ||= depth < 0;
  }
  end();
  return rules;
}

/**
 * What the rules of active skills say of a tool. A denial wins. A rule in parentheses speaks of some inputs only,
 * and what they mean is the tool's own: it grants nothing here, and denies the whole tool. A tool that is declared with
 * dots (`Stripe.CreateRefund`) is meant by either of its names.
 */
export function ruleFor(
  toolName: string,
  { allowed, disallowed }: { allowed: readonly string[]; disallowed: readonly string[] },
): "allow" | "deny" | undefined {
  const tool = wireForm(toolName);
  if (disallowed.some((rule) => matches(wireForm(rule.replace(/\(.*$/s, "")), tool))) return "deny";
  // A grant with a star reaches the tools of one named server, never all tools.
  return allowed.some((rule) =>
    /^mcp__[^*]+__/.test(rule) ? matches(wireForm(rule), tool) : wireForm(rule) === tool,
  )
    ? "allow"
    : undefined;
}

function matches(pattern: string, tool: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === tool;
  if (!tool.startsWith(head)) return false;
  let at = head.length;
  for (const [index, part] of rest.entries()) {
    const found = index === rest.length - 1 ? tool.length - part.length : tool.indexOf(part, at);
    if (found < at || !tool.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}
