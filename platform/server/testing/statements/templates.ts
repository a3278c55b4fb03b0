import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseSync, Visitor } from "vite";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const FOLDERS = ["apps", "modules", "platform"];

/** A `sql` template of the product. */
interface Template {
  /** File and line. */
  place: string;
  /** `${}` stands for each value. */
  text: string;
}

/** Returns all `sql` templates of the product's sources. */
export function productTemplates(): Template[] {
  return FOLDERS.flatMap(sourcesBelow).flatMap(templatesOf);
}

function templatesOf(file: string): Template[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  if (!source.includes('from "kysely"')) return [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Template[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (tag.type !== "Identifier" || tag.name !== "sql") return;
      const text = quasi.quasis.map(({ value }) => value.cooked).join("${}");
      found.push({ place: `${file}:${source.slice(0, start).split("\n").length}`, text });
    },
  }).visit(program);
  return found;
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/(\.test|\.check|\btesting[\w-]*)\.ts$/.test(name))
    .map((name) =>
      relative(ROOT, join(ROOT, folder, name))
        .split(sep)
        .join("/"),
    )
    .filter((name) => !name.includes("/testing/"))
    .sort();
}
