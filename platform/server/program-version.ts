import manifest from "../../package.json" with { type: "json" };

/** Returns this program's version as its package says it, `0.1.0`. */
export function programVersion(): string {
  return manifest.version;
}
