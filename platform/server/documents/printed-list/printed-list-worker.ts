import { parentPort, workerData } from "node:worker_threads";
import { makePdf } from "../pdf/pdf-maker.ts";
import type { PrintedList } from "../printed-list.ts";
import { drawList } from "./draw-list.ts";

const list = workerData as PrintedList;
const bytes = await makePdf(
  { title: list.title, author: list.clubName, landscape: list.landscape ?? false },
  (paper) => drawList(paper, list),
);
parentPort?.postMessage(bytes, [bytes.buffer]);
