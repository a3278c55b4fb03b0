import { partName, type Part, unpacked } from "./archive.ts";
import { readElements } from "./elements.ts";
import { OfficeRefusal } from "./problem.ts";
import { refuseActive } from "./active-content.ts";

/** The part that says of what type each is. */
export const TYPES_PART = "[content_types].xml";

/** Returns the types of all parts by name; a type of a part with macros refuses the file. */
export async function contentTypesOf(
  parts: ReadonlyMap<string, Part>,
): Promise<ReadonlyMap<string, string>> {
  const part = parts.get(TYPES_PART);
  if (part === undefined) throw new OfficeRefusal("other");
  const endings = new Map<string, string>();
  const types = new Map<string, string>();
  const say = (to: Map<string, string>, key: string | undefined, type: string | undefined) => {
    if (key === undefined || type === undefined || to.has(partName(key)))
      throw new OfficeRefusal("broken");
    to.set(partName(key), type.trim());
  };
  await readElements(unpacked(part), (name, { Extension, PartName, ContentType }) => {
    if (name === "Default") say(endings, Extension, ContentType);
    if (name === "Override") say(types, PartName, ContentType);
  });
  for (const name of parts.keys()) {
    const type = endings.get(name.slice(name.lastIndexOf(".") + 1));
    if (type !== undefined && !types.has(name)) types.set(name, type);
  }
  for (const type of types.values()) refuseActive(type);
  return types;
}
