import { callSite, printPlace } from "../src/script/place";

/** A call site that is read from this stack. */
function siteOf(...frames: string[]): ReturnType<typeof callSite> {
  const capture = jest.spyOn(Error, "captureStackTrace").mockImplementation((holder: { stack?: string }) => {
    holder.stack = ["Error", ...frames].join("\n");
  });
  const place = callSite(siteOf);
  capture.mockRestore();
  return place;
}

describe("a call site", () => {
  it.each([
    ["    at Object.<anonymous> (/a b/x.test.ts:7:3)", "/a b/x.test.ts:7"],
    ["    at /a/x.js:7:3", "/a/x.js:7"],
    ["    at async /a/x.js:7:3", "/a/x.js:7"],
    ["    at async run (/a/x.js:7:3)", "/a/x.js:7"],
    ["    at new Desk (C:\\a\\x.js:7:3)", "C:\\a\\x.js:7"],
    ["    at file:///a/x.mjs:7:3", "/a/x.mjs:7"],
    ["    at file:///a%20b/x.mjs:7:3", "/a b/x.mjs:7"],
    ["    at /app/(shop)/x.test.ts:7:3", "/app/(shop)/x.test.ts:7"],
    ["    at async run (/app/(shop)/x.test.ts:7:3)", "/app/(shop)/x.test.ts:7"],
    ["    at Object.run [as go] (file:///app/(shop)/a%20(b)/x.mjs:7:3)", "/app/(shop)/a (b)/x.mjs:7"],
  ])("is read from %j", (frame, expected) => {
    expect(printPlace(siteOf(frame))).toBe(expected);
  });

  it("passes over what has no file, and over node itself", () => {
    expect(
      siteOf("    at Array.map (<anonymous>)", "    at run (node:internal/x:1:1)", "    at /a/x.js:7:3"),
    ).toEqual({
      file: "/a/x.js",
      line: 7,
    });
    expect(printPlace(siteOf())).toBe("unknown place");
  });

  it("is this line", () => {
    const here = (): ReturnType<typeof callSite> => callSite(here);
    expect(here()?.file).toBe(__filename);
  });
});
