import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const packages = join(import.meta.dirname, "../packages");

/** @type {Partial<import("typedoc").TypeDocOptions> & Partial<import("typedoc-plugin-markdown").PluginOptions>} */
export default {
  name: "API",
  entryPointStrategy: "packages",
  // A package without an entry is a program, and has nothing to refer to.
  entryPoints: readdirSync(packages)
    .filter((name) => existsSync(join(packages, name, "src/index.ts")))
    .map((name) => join(packages, name)),
  packageOptions: {
    entryPoints: ["src/index.ts"],
    readme: "none",
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    sort: ["source-order"],
    disableGit: true,
    disableSources: true,
    // Types that are named only inside of others are told where they are used.
    validation: { notExported: false, invalidLink: true, notDocumented: false },
  },
  plugin: ["typedoc-plugin-markdown"],
  out: "dist/pages/api",
  readme: "none",
  disableGit: true,
  disableSources: true,
  treatValidationWarningsAsErrors: true,
  entryFileName: "index",
  hidePageHeader: true,
  useCodeBlocks: true,
  expandObjects: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  enumMembersFormat: "table",
  propertyMembersFormat: "table",
  tableColumnSettings: { hideInherited: true, hideOverrides: true },
};
