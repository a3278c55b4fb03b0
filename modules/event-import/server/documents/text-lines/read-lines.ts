import { knownCharacters, network, NETWORKS, type Network } from "./network.ts";
import type { Picture } from "./picture.ts";
import { TEXT_LINES } from "../../tuning.ts";

/** A letter, where in its line it stands (0 left, 1 right), and how sure it is (0–1). */
export interface ReadLetter {
  text: string;
  at: number;
  share: number;
}

/** Reads pictures of single lines. It knows no ö, no ß, no capital umlauts and no €. */
export class LineReader {
  readonly #network: Network;
  readonly #characters: readonly string[];

  private constructor(network: Network, characters: readonly string[]) {
    this.#network = network;
    this.#characters = characters;
  }

  static async load(): Promise<LineReader> {
    return new LineReader(await network(NETWORKS.reading), await knownCharacters());
  }

  /** `line`: as high as the network wants it. */
  async read({ data, width, height }: Picture): Promise<ReadLetter[]> {
    const wide = Math.max(width, TEXT_LINES.leastReadWidth);
    const points = wide * height;
    const input = new Float32Array(3 * points);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (let c = 0; c < 3; c++)
          input[c * points + y * wide + x] = (data[(y * width + x) * 3 + 2 - c] ?? 0) / 127.5 - 1;
    const output = await this.#network.run(input, [1, 3, height, wide]);
    const [, steps = 0, classes = 0] = output.shape;
    const letters: ReadLetter[] = [];
    let before = 0;
    for (let step = 0; step < steps; step++) {
      let best = 0;
      let share = -Infinity;
      for (let i = step * classes; i < (step + 1) * classes; i++) {
        const value = output.data[i] ?? 0;
        if (value > share) {
          share = value;
          best = i - step * classes;
        }
      }
      // 0: between letters.
      if (best !== 0 && best !== before)
        letters.push({
          text: this.#characters[best - 1] ?? "",
          at: Math.min(1, ((step + 0.5) / steps) * (wide / width)),
          share,
        });
      before = best;
    }
    return letters;
  }
}
