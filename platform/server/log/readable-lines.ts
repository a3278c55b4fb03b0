import { inspect } from "node:util";
import { pino } from "pino";

/** What stands at the beginning of a line, or is told in another way. */
const SHOWN = new Set(["level", "time", "msg", "err", "tenant"]);

/** Returns a line of the log as developers read it: time, level, club, message, all else. */
export function readableLine(line: string): string {
  const fields = JSON.parse(line) as Record<string, unknown>;
  const { time, level, msg = "", tenant, err } = fields;
  const rest = Object.entries(fields)
    .filter(([name]) => !SHOWN.has(name))
    .map(
      ([name, value]) => `${name}=${typeof value === "object" ? inspect(value) : String(value)}`,
    );
  const head = [
    String(time).slice(11, 23),
    (pino.levels.labels[Number(level)] ?? "").toUpperCase().padEnd(5),
    ...(tenant === undefined ? [] : [`[${String(tenant)}]`]),
    String(msg),
    ...rest,
  ];
  return `${[head.join(" "), ...(err === undefined ? [] : errorLines(err))].join("\n")}\n`;
}

function errorLines(error: unknown, indent = "  "): string[] {
  const { type, message, stack, causes, ...facts } = error as Record<string, unknown>;
  const named = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`);
  return [
    `${indent}${[`${String(type)}: ${String(message)}`, ...named].join(" ")}`,
    ...String(stack ?? "")
      .split("\n")
      .filter((frame) => frame !== "")
      .map((frame) => `${indent}  ${frame}`),
    ...(Array.isArray(causes) ? causes.flatMap((cause) => errorLines(cause, `${indent}  `)) : []),
  ];
}
