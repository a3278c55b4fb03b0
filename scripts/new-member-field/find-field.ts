/**
 * Runs in a copy of the sources in which a member has a field `nickname` (Spitzname): starts the
 * copy's server, looks for the field wherever fields are, and prints what was wrong at each place.
 */
import { testApp } from "#apps/server/testing.ts";
import { officeOf } from "./office.ts";
import { eraseAndSearch } from "./places/erasure.ts";
import { findInFiles } from "./places/files.ts";
import { findInLists } from "./places/lists.ts";
import { findInPages } from "./places/pages.ts";
import { findInRecord } from "./places/record.ts";

const app = await testApp();
try {
  const admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  const office = await officeOf(app, admin);
  const places = {
    ...findInRecord(office),
    ...findInLists(office),
    ...findInFiles(office),
    ...findInPages(),
    ...eraseAndSearch(office, app.services.environment.databaseUrl ?? ""),
  };
  const found: Record<string, string | null> = {};
  for (const [place, look] of Object.entries(places)) {
    try {
      await look();
      found[place] = null;
    } catch (error) {
      found[place] = String(error);
    }
  }
  console.log(JSON.stringify(found));
} finally {
  await app.close();
}
