import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "@skills/core";
import { styled, type Io } from "./io";

type Shown = Pick<Diagnostic, "code" | "severity" | "message" | "file" | "line" | "help"> &
  Partial<Pick<Diagnostic, "class" | "method" | "parameter">> & {
    /** A further line. */
    note?: string;
  };

/**
 * Diagnostics as `tsc --pretty` shows its own: place, code and message, the line with what is meant underlined, the
 * way out; then how many there were.
 *
 * @param root the folder to which their files are relative
 */
export function printDiagnostics(io: Io, diagnostics: readonly Shown[], root: string): void {
  const sources = new Map<string, string[]>();
  for (const diagnostic of diagnostics) {
    const { file, line, severity, code, message, help, note } = diagnostic;
    const place = `${styled(io, "cyan", file)}:${styled(io, "yellow", String(line))}`;
    const kind = styled(io, severity === "error" ? "red" : "yellow", severity);
    io.out(`${place} - ${kind} ${styled(io, "gray", `${code}:`)} ${message}\n\n`);
    const text = linesOf(resolve(root, file), sources)[line - 1];
    if (text !== undefined && text.trim() !== "") io.out(excerpt(io, text, diagnostic));
    io.out(`  help: ${help}\n${note === undefined ? "" : `  ${note}\n`}\n`);
  }
  if (diagnostics.length > 0) io.out(`${summary(diagnostics)}\n`);
}

function excerpt(io: Io, text: string, { line, severity, parameter, method, class: name }: Shown): string {
  const number = String(line);
  const [start, length] = meantIn(text, [parameter, method, name]);
  const marks = styled(io, severity === "error" ? "red" : "yellow", "~".repeat(length));
  const gutter = (label: string): string => styled(io, "inverse", label.padStart(number.length));
  // Tabs stay tabs, so that the marks stand below what they mean.
  const indent = text.slice(0, start).replace(/[^\t]/g, " ");
  return `${gutter(number)} ${text}\n${gutter("")} ${indent}${marks}\n\n`;
}

/** The first of some names that stands in the line; else all of it. */
function meantIn(text: string, names: readonly (string | undefined)[]): [start: number, length: number] {
  for (const name of names) {
    if (!name) continue;
    const found = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, "\\$&")}(?![\\w$])`).exec(text);
    if (found) return [found.index, name.length];
  }
  return [text.search(/\S/), text.trim().length];
}

function linesOf(file: string, known: Map<string, string[]>): string[] {
  let lines = known.get(file);
  if (!lines) {
    try {
      lines = readFileSync(file, "utf8").split(/\r?\n/);
    } catch {
      lines = [];
    }
    known.set(file, lines);
  }
  return lines;
}

function summary(diagnostics: readonly Shown[]): string {
  const count = (severity: Diagnostic["severity"]): string => {
    const number = diagnostics.filter((each) => each.severity === severity).length;
    return number === 0 ? "" : `${String(number)} ${severity}${number === 1 ? "" : "s"}`;
  };
  return `Found ${[count("error"), count("warning")].filter((part) => part !== "").join(" and ")}.`;
}

export function hasErrors(diagnostics: readonly Pick<Diagnostic, "severity">[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
