/** What the site's pages are made of, and where each comes to stand. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const ROOT = join(import.meta.dirname, "..");
/** Where pages are put for vitepress. */
export const PAGES = join(import.meta.dirname, "dist/pages");

/** Pages from outside docs/, by the place that they have on the site. */
const FROM_OUTSIDE = { "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md" };

function markdownIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory())
      return ["node_modules", "examples", "peers"].includes(entry.name) ? [] : markdownIn(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** The place of a file of the repository on the site; undefined: it has none. */
function placeOf(file) {
  if (file in FROM_OUTSIDE) return FROM_OUTSIDE[file];
  if (!file.startsWith("docs/") || !file.endsWith(".md")) return undefined;
  return file.slice("docs/".length).replace(/(^|\/)README\.md$/, "$1index.md");
}

/** Links between files of the repository, as links between pages. A file that is no page is named by its path. */
function linked(file, text) {
  return text.replace(
    /\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)]*)?\)/g,
    (_, words, target, anchor = "") => {
      const path = posix.join(posix.dirname(file), target);
      if (!existsSync(join(ROOT, path))) throw new Error(`${file} links to ${target}, which does not exist`);
      const place = placeOf(path);
      return place === undefined ? `\`${path}\`` : `[${words}](/${place}${anchor})`;
    },
  );
}

/** Comments for those who edit are nothing to readers. */
const withoutSources = (text) => text.replace(/^<!--.*-->\n\n?/gm, "");

/** Every page of the guide, as [path, text]. */
export function stagedPages() {
  const files = [...markdownIn("docs"), ...Object.keys(FROM_OUTSIDE)];
  return files.map((file) => {
    const text = withoutSources(linked(file, readFileSync(join(ROOT, file), "utf8")));
    return [placeOf(file), file === "docs/README.md" ? withReadme(text) : text];
  });
}

/** The first page says what the project is, as the README does, and then leads on into the guide. */
function withReadme(guide) {
  const readme = withoutSources(linked("README.md", readFileSync(join(ROOT, "README.md"), "utf8")));
  const [about] = readme.split("\nNext: the [guide]");
  return `${about}\n${guide.replace("# Guide", "## Guide").replace(/^## (?!Guide)/gm, "### ")}`;
}

/** The sidebar: the guide's own list, and the reference. */
export function sidebar() {
  const guide = readFileSync(join(ROOT, "docs/README.md"), "utf8");
  const groups = guide
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [text = "", ...lines] = section.split("\n");
      const items = lines.flatMap((line) => {
        const [, title, target] = /^- \[(.+?)\]\((.+?)\)/.exec(line) ?? [];
        const place = target && placeOf(posix.join("docs", target));
        return place
          ? [{ text: title.replaceAll("`", ""), link: `/${place.replace(/(index)?\.md$/, "")}` }]
          : [];
      });
      return { text, items, collapsed: false };
    });
  const index = readFileSync(join(PAGES, "api/index.md"), "utf8");
  const packages = [...index.matchAll(/^- \[(.+?)\]\((.+?)index\.md\)/gm)].map(([, text, folder]) => ({
    text,
    link: `/api/${folder}`,
  }));
  return [...groups, { text: "API", items: packages, collapsed: false }];
}
