import { SaxesParser } from "saxes";
import { OfficeRefusal } from "./problem.ts";

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
  parser.on("opentag", ({ name, attributes }) =>
    found(name.slice(name.indexOf(":") + 1), attributes),
  );
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
  for await (const piece of pieces) parser.write(decoded(decoder, piece));
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
