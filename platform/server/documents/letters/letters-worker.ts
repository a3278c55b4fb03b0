import { parentPort, workerData } from "node:worker_threads";
import type { Letters } from "../letters.ts";
import { makePdf } from "../pdf/pdf-maker.ts";
import { drawLetters } from "./draw-letters.ts";

const letters = workerData as Letters;
const bytes = await makePdf({ title: letters.title, author: letters.clubName }, (paper) =>
  drawLetters(paper, letters),
);
parentPort?.postMessage(bytes, [bytes.buffer]);
