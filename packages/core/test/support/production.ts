/** Runs as in production: nothing is compiled on demand. A class is described once, so give each test its own. */
export function inProduction<T>(work: () => T): T {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    return work();
  } finally {
    process.env.NODE_ENV = before;
  }
}
