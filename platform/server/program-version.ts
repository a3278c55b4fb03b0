import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({ version: z.string() });

/** Returns this program's version as its package says it, `0.1.0`. */
export function programVersion(): string {
  const file = join(import.meta.dirname, "..", "..", "package.json");
  return manifest.parse(JSON.parse(readFileSync(file, "utf8"))).version;
}
