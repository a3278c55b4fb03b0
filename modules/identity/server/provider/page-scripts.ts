import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const WEBAUTHN = createRequire(import.meta.url)
  .resolve("@simplewebauthn/browser")
  .replace(/(@simplewebauthn[/\\]browser)[/\\].*$/, "$1/dist/bundle/index.umd.min.js");

const own = (name: string) => readFileSync(join(import.meta.dirname, "..", "static", name), "utf8");

/** The scripts of the provider's pages and frames by their names. */
export const PAGE_SCRIPTS = {
  "status-frame.js": own("status-frame.js"),
  "cookie-check-1.js": own("cookie-check-1.js"),
  "cookie-check-2.js": own("cookie-check-2.js"),
  "submit.js": own("submit.js"),
  "passkey.js": own("passkey.js"),
  "webauthn.js": readFileSync(WEBAUTHN, "utf8"),
};
export type ScriptName = keyof typeof PAGE_SCRIPTS;

/** Returns the address of a script; another text has another one. */
export function scriptAddress(realmPath: string, name: ScriptName): string {
  return `${realmPath}/pages/${name}?v=${versionOf(name)}`;
}

export function versionOf(name: ScriptName): string {
  return createHash("sha256").update(PAGE_SCRIPTS[name]).digest("hex").slice(0, 12);
}
