import { randomUUID } from "node:crypto";
import { wireForm, type ToolSpec } from "@skills/core";
import type { Approval, Approve } from "../agent/approval";
import { RunError } from "../errors";
import type { SDKPermissionDenial } from "./messages";
import type { QueryOptions, QuerySkills } from "./options";
import type { BetaToolUseBlock } from "../sdk-types";

/** What `canUseTool` decides, as in the Claude Agent SDK. */
export type PermissionResult =
  | { behavior: "allow"; updatedInput?: Record<string, unknown> }
  | {
      behavior: "deny";
      /** The model reads it. */
      message: string;
      /** End the run. */
      interrupt?: boolean;
    };

/** Null: it does not decide, and the call is refused. */
export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  context: {
    signal: AbortSignal;
    toolUseID: string;
    /** Of this question. */
    requestId: string;
  },
) => PermissionResult | null | Promise<PermissionResult | null>;

type Options = Pick<QueryOptions, "canUseTool" | "allowedTools" | "disallowedTools" | "permissionMode">;

/** Who may run what in one session: denials first, then what is allowed beforehand, then whoever can be asked. */
export class QueryPermissions {
  /** Of the prompt that is being answered. */
  denials: SDKPermissionDenial[] = [];
  /** What hooks decided, by the calls' ids. */
  private readonly hooked = new Map<string, "allow" | "ask">();

  /** @param interrupt ends the prompt's run */
  constructor(
    private readonly options: Options,
    private readonly skills: QuerySkills,
    private readonly interrupt: (reason: string) => void,
  ) {}

  /** A hook says that this call needs no approval, or that it needs it. */
  decideBefore(toolUse: BetaToolUseBlock, decision: "allow" | "ask"): void {
    this.hooked.set(toolUse.id, decision);
  }

  /** Takes note of a refusal, for the result message. */
  deny(toolUse: BetaToolUseBlock, reason: string): Approval & { allow: false; reason: string } {
    const { id, name, input } = toolUse;
    this.denials.push({ tool_name: name, tool_use_id: id, tool_input: input as Record<string, unknown> });
    return { allow: false, reason };
  }

  readonly approve: Approve = async (toolUse, { signal, tool }) => {
    const { name } = toolUse;
    const refusal = this.refusal(name, tool);
    if (refusal !== undefined) return this.deny(toolUse, refusal);
    if (this.isAllowed(toolUse)) return { allow: true };
    if (this.options.permissionMode === "dontAsk") {
      return tool?.options.annotations?.readOnly
        ? { allow: true }
        : this.deny(toolUse, `${name} was not allowed beforehand, and this session asks nobody.`);
    }
    return this.ask(toolUse, tool, signal);
  };

  private refusal(name: string, tool: ToolSpec | undefined): string | undefined {
    const { disallowedTools, permissionMode } = this.options;
    if (isNamed(name, disallowedTools)) return `${name} is not allowed in this session.`;
    if (this.isSkillTool(name)) return undefined;
    if (this.skills.tool?.permissionFor(name) === "deny")
      return `${name} is denied by a skill that is active.`;
    return permissionMode === "plan" && !tool?.options.annotations?.readOnly
      ? `${name} changes things, and this session plans only.`
      : undefined;
  }

  private isAllowed({ id, name }: BetaToolUseBlock): boolean {
    const { allowedTools, permissionMode } = this.options;
    const hooked = this.hooked.get(id);
    // The skills option has permitted it, or the tool itself refuses the skill.
    if (hooked !== undefined || this.isSkillTool(name)) return hooked !== "ask";
    const bySkill = this.skills.tool?.permissionFor(name) === "allow";
    return bySkill || isNamed(name, allowedTools) || permissionMode === "bypassPermissions";
  }

  private isSkillTool(name: string): boolean {
    return this.skills.tool?.has(name) ?? false;
  }

  private async ask(
    toolUse: BetaToolUseBlock,
    tool: ToolSpec | undefined,
    signal: AbortSignal,
  ): Promise<Approval> {
    const { canUseTool } = this.options;
    const { id, name, input } = toolUse;
    if (!canUseTool) {
      const needsIt = (tool?.options.needsApproval ?? false) || this.hooked.get(id) === "ask";
      return needsIt
        ? this.deny(toolUse, `${name} needs approval, and nobody is there to give it.`)
        : { allow: true };
    }
    const decision: unknown = await canUseTool(name, input as Record<string, unknown>, {
      signal,
      toolUseID: id,
      requestId: randomUUID(),
    });
    if (decision === null) return this.deny(toolUse, `${name} needs approval, and nobody gave it.`);
    if (!isDecision(decision)) {
      throw new RunError("S420", `canUseTool gave ${JSON.stringify(decision)} for a call of ${name}`, {
        help: 'it gives { behavior: "allow" } or { behavior: "deny", message: "…" }',
      });
    }
    if (decision.behavior === "allow") return { allow: true, input: decision.updatedInput };
    if (decision.interrupt) this.interrupt(decision.message);
    return this.deny(toolUse, decision.message);
  }
}

/** Either name finds a tool that is declared with dots, and so either name permits or denies it. */
function isNamed(name: string, names: readonly string[] = []): boolean {
  return names.some((each) => wireForm(each) === wireForm(name));
}

function isDecision(decision: unknown): decision is PermissionResult {
  const { behavior } = (decision ?? {}) as { behavior?: unknown };
  return behavior === "allow" || behavior === "deny";
}
