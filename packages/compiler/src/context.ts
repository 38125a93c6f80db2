import { dirname, isAbsolute, join, relative, sep } from "node:path";
import ts from "typescript";
import type { Diagnostic } from "@skills/core";
import { diagnostic, type Problem, type Spot } from "./problems";
import { ConstantEvaluator } from "./constants";
import { Definitions } from "./walk/definitions";
import { LimitedAliases } from "./walk/lost-limits";

/** What every part of the compiler asks about one program. */
export class Context {
  readonly checker: ts.TypeChecker;
  readonly constants: ConstantEvaluator;
  readonly diagnostics: Diagnostic[] = [];
  readonly definitions = { input: new Definitions(this), output: new Definitions(this) };
  readonly limitedAliases = new LimitedAliases(this);
  /** The checker looks names up anew each time, and libraries of types have long ways to them. */
  private readonly symbols = new Map<ts.Node, ts.Symbol>();
  private readonly packages = new Map<string, string | undefined>();

  constructor(
    readonly program: ts.Program,
    readonly host: Pick<ts.CompilerHost, "readFile" | "fileExists">,
    /** Absolute folder to which reported files are relative. */
    readonly root: string,
    /** Whether null is in every type to the project's own compiler; to this one it never is. */
    readonly isLooseNull: boolean,
  ) {
    this.checker = program.getTypeChecker();
    this.constants = new ConstantEvaluator(this.checker);
  }

  report(problem: Problem, spot: Spot, message: string, help: string): void {
    this.diagnostics.push(diagnostic(problem, spot, message, help));
  }

  spotOf(node: ts.Node): Spot {
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { file: this.fileName(source), line: line + 1 };
  }

  /** Relative to the root, with `/`. */
  fileName(source: ts.SourceFile): string {
    return relativeTo(this.root, source.fileName);
  }

  /** The symbol itself where an import or export gave it another name. */
  original(symbol: ts.Symbol | undefined): ts.Symbol | undefined {
    if (!symbol || !(symbol.flags & ts.SymbolFlags.Alias)) return symbol;
    return this.checker.getAliasedSymbol(symbol);
  }

  symbolAt(node: ts.Node): ts.Symbol | undefined {
    const known = this.symbols.get(node);
    if (known) return known;
    const symbol = this.original(this.checker.getSymbolAtLocation(node));
    if (symbol) this.symbols.set(node, symbol);
    return symbol;
  }

  isFrom(packageName: string, symbol: ts.Symbol | undefined): boolean {
    const declarations = symbol?.declarations ?? [];
    return declarations.some(
      (declaration) => this.packageOf(declaration.getSourceFile().fileName) === packageName,
    );
  }

  isCore(name: string, symbol: ts.Symbol | undefined): boolean {
    return symbol?.name === name && this.isFrom("@skills/core", symbol);
  }

  /** Whether a symbol is a global of the language or of its platform (lib files, `@types/node`). */
  isBuiltIn(symbol: ts.Symbol): boolean {
    return (symbol.declarations ?? []).some((declaration) => {
      const source = declaration.getSourceFile();
      return (
        this.program.isSourceFileDefaultLibrary(source) || this.packageOf(source.fileName) === "@types/node"
      );
    });
  }

  text(type: ts.Type): string {
    const text = this.checker.typeToString(
      type,
      undefined,
      ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
    );
    return text.length > 160 ? `${text.slice(0, 157)}...` : text;
  }

  /** The name in the nearest package.json that has one. */
  packageOf(file: string): string | undefined {
    return this.packageOfFolder(dirname(file));
  }

  private packageOfFolder(folder: string): string | undefined {
    if (this.packages.has(folder)) return this.packages.get(folder);
    const parent = dirname(folder);
    const name = this.packageNameIn(folder) ?? (parent === folder ? undefined : this.packageOfFolder(parent));
    this.packages.set(folder, name);
    return name;
  }

  private packageNameIn(folder: string): string | undefined {
    const file = join(folder, "package.json");
    if (!this.host.fileExists(file)) return undefined;
    try {
      const { name } = JSON.parse(this.host.readFile(file) ?? "") as { name?: unknown };
      return typeof name === "string" ? name : undefined;
    } catch {
      return undefined;
    }
  }
}

/** A file's path relative to a folder, with `/`; absolute only on another drive. */
export function relativeTo(root: string, file: string): string {
  const path = relative(root, file);
  return isAbsolute(path) ? file : path.split(sep).join("/");
}
