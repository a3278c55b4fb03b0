import { expect, test } from "vitest";
import { withoutTornLetters } from "./torn-letters.ts";

async function mended(text: Buffer, size: number): Promise<string> {
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.subarray(at * size, (at + 1) * size),
  );
  const given = (async function* () {
    yield* chunks;
  })();
  return Buffer.concat(await Array.fromAsync(withoutTornLetters(given))).toString("utf8");
}

const umlaut = Buffer.from("ü");

test.each([1, 2, 3, 4, 7, 1_000])(
  "letters torn by a fold are whole again, wherever the file is cut (%i)",
  async (size) => {
    const torn = Buffer.concat([
      Buffer.from("ADR:N"),
      umlaut.subarray(0, 1),
      Buffer.from("\r\n "),
      umlaut.subarray(1),
      Buffer.from("rnberg\r\nNOTE:lang\r\n  weiter\nEND"),
    ]);
    expect(await mended(torn, size)).toBe("ADR:Nürnberg\r\nNOTE:lang\r\n  weiter\nEND");
  },
);
