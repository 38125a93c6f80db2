import { defineConfig } from "vitepress";
import { sidebar } from "../pages.mjs";

export default defineConfig({
  title: "Skills",
  description: "Claude tools and agents from ordinary TypeScript classes",
  lang: "en",
  srcDir: "dist/pages",
  outDir: "dist/site",
  cacheDir: "dist/cache",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/icon.svg" }]],
  markdown: {
    // Braces in the guide are text.
    attrs: { disable: true },
    // As GitHub and typedoc make them, so that links between headings hold here, too.
    anchor: {
      slugify: (heading) =>
        heading
          .trim()
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, "")
          .replace(/\s/g, "-"),
    },
  },
  themeConfig: {
    logo: "/icon.svg",
    nav: [
      { text: "Guide", link: "/getting-started" },
      { text: "Recipes", link: "/recipes/express" },
      { text: "API", link: "/api/" },
      { text: "Errors", link: "/errors/" },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: "local" },
  },
});
