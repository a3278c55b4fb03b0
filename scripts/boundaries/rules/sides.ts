import { isTest, placeOf } from "../places.ts";
import type { ImportRule } from "./imports.ts";

/** What runs in the browser and what runs on the server know only what they share. */
export const sides: ImportRule = ({ path }, { own, target }) => {
  const { side } = placeOf(path);
  if (!own)
    return side === "web" && !isTest(path) && (target.startsWith("node:") || target === "fastify")
      ? "web code runs in the browser"
      : undefined;
  const other = placeOf(target).side;
  if (side === "web" && other === "server") return "web code never imports server code";
  if (side === "server" && other === "web") return "server code never imports web code";
  return undefined;
};
