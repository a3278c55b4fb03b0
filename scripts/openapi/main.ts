/**
 * `npm run openapi`: has schemathesis compare a real server with its OpenAPI document, as an
 * administrator, a leader and a member. `npm run openapi -- leader` is one of them,
 * with `--only /message` the calls whose path has that; `--nightly` draws new values. Needs Python 3.11; takes about a quarter of an
 * hour.
 */
import { parseArgs } from "node:util";
import setup from "#platform/server/testing/cluster.ts";
import { openClub, ROLES } from "./club.ts";
import { installSchemathesis } from "./installation.ts";
import { runSchemathesis } from "./schemathesis.ts";

/** The same values in each run, so that a failure is one of what was changed. */
const SEED = 11;

const { values, positionals: roles } = parseArgs({
  allowPositionals: true,
  options: { nightly: { type: "boolean", default: false }, only: { type: "string" } },
});
const unknown = roles.filter((role) => !(role in ROLES));
if (unknown.length > 0) {
  console.error(`Unknown role: ${unknown.join(", ")}. There are: ${Object.keys(ROLES).join(", ")}`);
  process.exit(1);
}
const seed = values.nightly ? Date.now() % 1_000_000 : SEED;

const program = await installSchemathesis();
const stop = await setup();
let passed = 0;
let failed = 0;
try {
  for (const role of roles.length > 0 ? roles : Object.keys(ROLES)) {
    console.log(`\n── ${role}, seed ${seed}`);
    const club = await openClub(role as keyof typeof ROLES);
    try {
      const outcome = await runSchemathesis(program, club, { seed, only: values.only });
      passed += outcome.passed;
      failed += outcome.failed;
    } finally {
      await club.close();
    }
  }
} finally {
  await stop();
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
