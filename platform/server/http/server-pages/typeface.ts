import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ASSETS = join(import.meta.dirname, "..", "..", "..", "..", "dist", "web", "assets");
/** What German and its neighbours are written with. */
const FACE = /@font-face\s*\{[^}]*\/assets\/inter-latin(?:-ext)?-wght-normal[^}]*\}/g;

let found: string | undefined;

/**
 * Returns the faces of the product's typeface as the build names them, so that browsers load each
 * once for all pages; nothing while the pages are not built.
 */
export function typeface(): string {
  found ??= facesIn(ASSETS);
  return found;
}

function facesIn(folder: string): string {
  const faces = styleSheets(folder).flatMap((file) => readFileSync(file, "utf8").match(FACE) ?? []);
  return [...new Set(faces)].join("\n");
}

function styleSheets(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".css"))
      .map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
