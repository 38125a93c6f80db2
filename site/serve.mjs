import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Serves a folder on 127.0.0.1, as any file server does; gives the server once it listens. */
export async function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const found = [path, `${path}.html`, join(path, "index.html")]
      .map((each) => join(folder, each))
      .find((file) => existsSync(file) && statSync(file).isFile());
    response.writeHead(found ? 200 : 404, {
      "content-type": TYPES[extname(found ?? ".html")] ?? "text/plain",
    });
    if (found) createReadStream(found).pipe(response);
    else response.end("not found");
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}
