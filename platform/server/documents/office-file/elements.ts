import { SaxesParser } from "saxes";
import { OfficeRefusal } from "./problem.ts";

/** Types and relations are lists of short elements; a reader pays dearly for anything else. */
const DEEPEST = 50;
const LONGEST = 256 * 1024;

export type Attributes = Readonly<Record<string, string>>;

/**
 * Reads XML piece by piece and says each element, its name without a prefix. Only UTF-8, and nothing
 * may be declared: what another program would read in another way is refused.
 */
export async function readElements(
  pieces: AsyncIterable<Uint8Array>,
  found: (name: string, attributes: Attributes) => void,
): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  let depth = 0;
  let silent = 0;
  parser.on("opentag", ({ name, attributes }) => {
    silent = 0;
    depth += 1;
    if (depth > DEEPEST) throw new OfficeRefusal("broken");
    found(name.slice(name.indexOf(":") + 1), attributes);
  });
  parser.on("closetag", () => {
    depth -= 1;
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (!/^utf-?8$/i.test(encoding ?? "utf-8")) throw new OfficeRefusal("broken");
  });
  parser.on("doctype", () => {
    throw new OfficeRefusal("broken");
  });
  parser.on("error", (error) => {
    throw new OfficeRefusal("broken", error);
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const piece of pieces) {
    const text = decoded(decoder, piece);
    silent += text.length;
    if (silent > LONGEST) throw new OfficeRefusal("broken");
    parser.write(text);
  }
  parser.write(decoded(decoder));
  parser.close();
}

function decoded(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (error) {
    throw new OfficeRefusal("broken", error);
  }
}
