/**
 * `npm run interop`: the product with real third parties, each where it can be had on this machine.
 * `npm run interop -- keycloak s3` tries these alone; `--install` lets it install Debian's packages
 * that are missing.
 */
import { parseArgs } from "node:util";
import { calendars } from "./calendars.ts";
import { keycloak, tlsProxy } from "./keycloak/story.ts";
import { installPackages } from "./machine.ts";
import { office } from "./office.ts";
import { openapi } from "./openapi.ts";
import { pgbouncer } from "./postgresql/pgbouncer.ts";
import { postgresql } from "./postgresql/postgresql.ts";
import { replica } from "./postgresql/replica.ts";
import { Report } from "./report.ts";
import { s3 } from "./s3/s3.ts";
import { smtp } from "./smtp.ts";

const PARTIES = {
  postgresql,
  replica,
  pgbouncer,
  s3,
  smtp,
  keycloak,
  "tls-proxy": tlsProxy,
  calendars,
  office,
  openapi,
};

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { install: { type: "boolean", default: false } },
});
const unknown = asked.filter((name) => !(name in PARTIES));
if (unknown.length > 0) {
  console.error(
    `Unknown party: ${unknown.join(", ")}. There are: ${Object.keys(PARTIES).join(", ")}`,
  );
  process.exit(1);
}
if (values.install) await installPackages();

const report = new Report();
for (const [name, party] of Object.entries(PARTIES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n── ${name}`);
  // What fails before anything was tried is a failure of the run, not the end of it.
  await party(report).catch((error: unknown) =>
    report.tried({ name, version: "" }, "to begin", () => Promise.reject(error)),
  );
}
report.print();
process.exitCode = report.failed === 0 ? 0 : 1;
