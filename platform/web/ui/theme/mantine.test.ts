import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const STYLES = join(ROOT, "node_modules", "@mantine", "core", "styles");

test("every Mantine component in use has its styles", () => {
  const imported = readFileSync(join(import.meta.dirname, "mantine.css"), "utf8");
  const used = new Set<string>();
  for (const file of globSync("{apps,modules,platform}/**/*.tsx", { cwd: ROOT })) {
    const source = readFileSync(join(ROOT, file), "utf8");
    for (const [, names = ""] of source.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)) {
      for (const name of names.split(","))
        used.add(
          name
            .trim()
            .replace(/^type /, "")
            .replace(/ as .*/, ""),
        );
    }
  }
  expect(used.size).toBeGreaterThan(10);
  const missing = [...used].filter(
    (name) =>
      existsSync(join(STYLES, `${name}.layer.css`)) && !imported.includes(`/${name}.layer.css`),
  );
  expect(missing).toEqual([]);
});
