import assert from "node:assert/strict";
import { columnsHolding } from "#apps/server/contract-tests/personal-columns/testing.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import type { Office } from "../office.ts";

const NICKNAME = "Schlawiner von der Waterkant";

/** Erasing a person removes the value from the record and from the history. */
export function eraseAndSearch({ must, member, runJobs }: Office, databaseUrl: string) {
  const holding = () => withClient(databaseUrl, (client) => columnsHolding(client, NICKNAME));
  return {
    async erasure() {
      const { id } = await member({ nickname: NICKNAME });
      assert.deepEqual(await holding(), ["change.fields", "member.nickname"]);
      await must("DELETE", `/user/${id}`);
      await must("POST", `/user/${id}/anonymise`);
      await runJobs();
      assert.deepEqual(await holding(), []);
    },
  };
}
