/**
 * Opens every page of the built site in a real browser, at the width of a desk and of a phone, and reports what a reader
 * would stumble over. `pnpm run check` here, after `pnpm run build`; the browser is `chromium`, or what CHROMIUM names.
 * Pictures of some pages are left in dist/screenshots, to be looked at.
 */
/* global document, innerWidth -- of the browser */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import puppeteer from "puppeteer-core";
import { serve } from "./serve.mjs";

const SITE = join(import.meta.dirname, "dist/site");
const PICTURES = join(import.meta.dirname, "dist/screenshots");
const DESK = { width: 1280, height: 900 };
// Not `isMobile`: with it the browser loads each page again.
const PHONE = { width: 390, height: 844 };
/** A page of each kind. */
const PICTURED = [
  "/index.html",
  "/annotate.html",
  "/recipes/bundlers.html",
  "/migrate/ai-sdk.html",
  "/errors/index.html",
  "/errors/S116.html",
  "/security.html",
  "/api/index.html",
  "/api/@skills/core/functions/Tool.html",
  "/api/@skills/runner/interfaces/AgentOptions.html",
];

function pagesOf(folder, path = "") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory()) return pagesOf(join(folder, entry.name), below);
    return entry.name.endsWith(".html") ? [below] : [];
  });
}

/** What the browser sees of a page. Runs there. */
function look() {
  return {
    title: document.title,
    headings: [...document.querySelectorAll("h1")].map((each) => each.textContent.trim()),
    words: document.querySelector("main")?.innerText.split(/\s+/).length ?? 0,
    ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
    links: [...document.querySelectorAll("a[href]")].map(({ href }) => href),
    images: [...document.images]
      .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
      .map(({ src }) => src),
  };
}

const browserFile = process.env.CHROMIUM ?? "/usr/bin/chromium";
for (const [what, file] of [
  ["no browser", browserFile],
  ["no site: run `pnpm run build` first", SITE],
]) {
  if (existsSync(file)) continue;
  console.error(`${what} at ${file}`);
  process.exit(1);
}

const server = await serve(SITE);
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await puppeteer.launch({ executablePath: browserFile, args: ["--no-sandbox"] });
mkdirSync(PICTURES, { recursive: true });

const problems = [];
const seen = new Map();
const outside = new Set();
const pages = pagesOf(SITE).filter((path) => path !== "/404.html");

async function visit(tab, path) {
  const told = (problem) => problems.push(`${path}: ${problem}`);
  const hear = {
    console: (message) => ["error", "warn"].includes(message.type()) && told(`console: ${message.text()}`),
    pageerror: (error) => told(`throws ${error.message}`),
    requestfailed: (request) => told(`cannot load ${request.url()}`),
    response: (response) => response.status() >= 400 && told(`${response.status()} for ${response.url()}`),
  };
  for (const [event, listener] of Object.entries(hear)) tab.on(event, listener);

  await tab.setViewport(DESK);
  await tab.goto(origin + path, { waitUntil: "load" });
  const found = await tab.evaluate(look);
  seen.set(path, found);
  if (!found.title || found.title.startsWith("404")) told(`its title is "${found.title}"`);
  if (found.headings.length !== 1 || !found.headings[0])
    told(`it has ${found.headings.length} first headings`);
  if (found.words < 10) told("it has next to no text");
  for (const image of found.images) told(`a picture does not show: ${image}`);
  if (PICTURED.includes(path)) await picture(tab, path, "desk");

  await tab.setViewport(PHONE);
  const wider = await tab.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  if (wider > 0) told(`on a phone it is ${wider} pixels too wide`);
  if (PICTURED.includes(path)) {
    // Until the sidebar has slid away.
    await setTimeout(600);
    await picture(tab, path, "phone");
  }

  for (const [event, listener] of Object.entries(hear)) tab.off(event, listener);
}

async function picture(tab, path, width) {
  const name = path
    .slice(1)
    .replace(/\.html$/, "")
    .replaceAll("/", "-")
    .replaceAll("@", "");
  await tab.screenshot({ path: join(PICTURES, `${name}.${width}.png`) });
}

/** The page that a link leads to, as its file's path. */
function target(pathname) {
  const path = decodeURIComponent(pathname);
  return [path, `${path}.html`, `${path}index.html`, `${path}/index.html`].find((each) => seen.has(each));
}

const tab = await browser.newPage();
for (const path of pages) await visit(tab, path);

const linked = new Set(["/index.html"]);
for (const [path, { links }] of seen) {
  for (const link of new Set(links)) {
    const url = new URL(link);
    if (url.origin !== origin) {
      outside.add(link);
      continue;
    }
    const page = target(url.pathname);
    if (!page) problems.push(`${path}: the link to ${url.pathname} leads nowhere`);
    else if (url.hash && !seen.get(page).ids.includes(decodeURIComponent(url.hash.slice(1))))
      problems.push(`${path}: ${url.pathname} has no place ${url.hash}`);
    if (page && page !== path) linked.add(page);
  }
}
for (const path of PICTURED)
  if (!seen.has(path)) problems.push(`${path}: there is no such page to take a picture of`);
for (const path of pages) if (!linked.has(path)) problems.push(`${path}: no page links to it`);

await browser.close();
server.close();

for (const problem of problems) console.error(problem);
console.log(
  `${pages.length} pages at two widths, ${problems.length} problems. Not looked at: 404.html, and ${outside.size} links to elsewhere:`,
);
for (const link of outside) console.log(`  ${link}`);
process.exitCode = problems.length > 0 ? 1 : 0;
