/**
 * The ESLint rule that holds the table in dependency-directions.json. It sees every form in which one module names
 * another: `import` and `export … from` (values and types), `import()`, `require()`, and the type `import("x").T`.
 *
 * Sources of a package import what the table says. Tests, apps and docs may import every package. Nothing imports an
 * app, and nobody reaches into another package's folder by a relative path.
 *
 * CommonJS, because both eslint.config.mjs and the tests (jest) load it.
 */
const { dirname, join, relative, resolve, sep } = require("node:path");
const table = require("./dependency-directions.json");

const ROOT = resolve(__dirname, "../..");
const SCOPE = "@skills/";

/** How a module is named: `type` leaves no trace at run time, `value` loads on import, `load` when it is reached. */
const TYPE = "type";
const VALUE = "value";
const LOAD = "load";

/** `packages/core/src/x.ts` → `{ folder: "packages/core", name: "core", ruledByTable: true }` */
function importerOf(filename) {
  const [group, name, area] = relative(ROOT, filename).split(sep);
  if (group === "docs") return { folder: "docs", name: "docs", ruledByTable: false };
  if (group !== "packages" && group !== "apps") return undefined;
  return { folder: join(group, name), name, ruledByTable: group === "packages" && area === "src" };
}

/** `@scope/name/sub/path` → `@scope/name` */
function packageOf(specifier) {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Why `importer` may not name `specifier` in this form; undefined where it may. */
function objection(importer, filename, specifier, form) {
  if (specifier.startsWith(".")) {
    const target = relative(join(ROOT, importer.folder), resolve(dirname(filename), specifier));
    return target.startsWith("..") && /^(?:packages|apps)$/.test(reachedGroup(importer, target))
      ? "Import another package by its name, not by a path into its folder."
      : undefined;
  }
  const wanted = packageOf(specifier);
  const local = wanted.startsWith(SCOPE) ? wanted.slice(SCOPE.length) : undefined;
  if (local !== undefined && !(local in table)) {
    return local === importer.name ? undefined : `Nothing imports an app (${wanted}).`;
  }
  if (!importer.ruledByTable) return undefined;

  const { uses, loadsWhenNeeded, never } = table[importer.name] ?? {};
  if (uses === undefined)
    return `packages/${importer.name} has no row in scripts/lint/dependency-directions.json.`;
  if (local === importer.name) return "Import your own package by a relative path.";
  if (never.includes(wanted)) return `${importer.name} may not depend on ${wanted}, not even for its types.`;
  const later = loadsWhenNeeded.includes(wanted);
  if (local !== undefined) {
    return uses.includes(local) || (later && form === LOAD)
      ? undefined
      : `${importer.name} may not import ${local}. It may import: ${uses.join(", ") || "no other package"}.`;
  }
  return later && form === VALUE
    ? `${wanted} is loaded when it is first needed: use \`import type\` here, and import() or require() in the function that needs it.`
    : undefined;
}

/** The top folder that a relative import lands in. */
function reachedGroup(importer, target) {
  return relative(ROOT, resolve(ROOT, importer.folder, target)).split(sep)[0];
}

function formOf(node) {
  if ((node.importKind ?? node.exportKind) === "type") return TYPE;
  const names = node.specifiers ?? [];
  return names.length > 0 && names.every((name) => (name.importKind ?? name.exportKind) === "type")
    ? TYPE
    : VALUE;
}

/** @type {import("eslint").Rule.RuleModule} */
module.exports = {
  meta: { type: "problem", schema: [], messages: { direction: "{{ objection }}" } },
  create(context) {
    const importer = importerOf(context.filename);
    if (importer === undefined) return {};

    const check = (source, form) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const text = objection(importer, context.filename, source.value, form);
      if (text !== undefined)
        context.report({ node: source, messageId: "direction", data: { objection: text } });
    };
    return {
      "ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration": (node) =>
        check(node.source, formOf(node)),
      TSExternalModuleReference: (node) =>
        check(node.expression, node.parent.importKind === "type" ? TYPE : VALUE),
      TSImportType: (node) => check(node.source ?? node.argument?.literal, TYPE),
      ImportExpression: (node) => check(node.source, LOAD),
      'CallExpression[callee.name="require"]': (node) => check(node.arguments[0], LOAD),
      'CallExpression[callee.object.name="require"]': (node) => check(node.arguments[0], LOAD),
    };
  },
};
