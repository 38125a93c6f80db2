import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "../files";
import { objectionsTo } from "./commands";
import { fencesOf, withText, type Fence } from "./fences";
import { Sources } from "./sources";

/** The pages whose fences are checked, as paths from the repository's root. */
export function pagesOf(root: string): string[] {
  const top = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].filter((name) => existsSync(join(root, name)));
  return [...top, ...filesIn(root, "docs", ".md"), ...filesIn(root, "packages", "README.md")];
}

/**
 * What is wrong with the fences of a page, each as `file:line: what, and the way out`. A fence of `sh` holds commands
 * that are known to run; every other one is preceded by `<!-- from path#region -->` and equals what stands there.
 */
export function problemsOf(root: string, page: string, sources = new Sources(root)): string[] {
  const text = readFileSync(join(root, page), "utf8");
  return fencesOf(text).flatMap((fence) => {
    const at = (problem: string) => `${page}:${fence.line}: ${problem}`;
    if (fence.language === "sh") return objectionsTo(root, fence.text).map(at);
    try {
      return sourceText(fence, sources) === fence.text
        ? []
        : [at(`differs from ${String(fence.source)}: run \`pnpm run docs:sync\``)];
    } catch (error) {
      return [at((error as Error).message)];
    }
  });
}

/** The page with each fence as its source has it; fences without a good source stay as they are. */
export function synced(root: string, page: string, sources = new Sources(root)): string {
  let text = readFileSync(join(root, page), "utf8");
  // From the last to the first, so that the lines of those before stay where they are.
  for (const fence of fencesOf(text).reverse()) {
    if (fence.source === undefined || fence.language === "sh") continue;
    try {
      text = withText(text, fence, sourceText(fence, sources));
    } catch {
      // `problemsOf` tells what is wrong with it.
    }
  }
  return text;
}

function sourceText(fence: Fence, sources: Sources): string {
  if (fence.language === "")
    throw new Error("the fence names no language: write ```ts, ```sh, ```json or ```text");
  if (fence.source === undefined) {
    throw new Error(
      "the fence does not say where it comes from: put `<!-- from docs/examples/FILE#REGION -->` above it",
    );
  }
  return sources.textOf(fence.source);
}
