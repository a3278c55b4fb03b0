import assert from "node:assert/strict";
import { userUpdate } from "#modules/members/contract.ts";
import { type Json, listAt, type Office } from "../office.ts";

/** What a form sends to leave a record as it is. */
function formOf(record: Json): Json {
  const entries = Object.entries(record).filter(([name]) => name in userUpdate.shape);
  return { ...Object.fromEntries(entries), status: record["enteredStatus"] };
}

function firstError(answer: Json): Json {
  const [error] = listAt(answer, "errors");
  assert.ok(error, "nothing was refused");
  return error;
}

/** A member's own record: entering, changing, the member's own profile, the history. */
export function findInRecord({ call, must, member }: Office) {
  return {
    async create() {
      const made = await member({ nickname: "Poldi" });
      assert.equal(made["nickname"], "Poldi");
      assert.equal((await must("GET", `/user/${made.id}`))["nickname"], "Poldi");
      assert.equal((await member({}))["nickname"], null);
      const body = { firstname: "Eva", lastname: "Muster", nickname: "x".repeat(81) };
      const refused = await call("POST", "/user", body);
      assert.equal(refused.status, 400);
      assert.equal(firstError(refused.json)["path"], "nickname");
    },
    async edit() {
      const made = await member({ nickname: "Poldi" });
      const path = `/user/${made.id}`;
      const changed = await must("PUT", path, { ...formOf(made), nickname: "Leo" });
      assert.equal(changed["nickname"], "Leo");
      const emptied = await must("PUT", path, { ...formOf(changed), nickname: null });
      assert.equal(emptied["nickname"], null);
    },
    async "self-service"() {
      const me = await must("GET", "/me");
      assert.equal(me["nickname"], null);
      const body = { nickname: "Chefin", version: me["version"] };
      assert.equal((await must("PUT", "/me", body))["nickname"], "Chefin");
    },
    async history() {
      const made = await member({ nickname: "Vorher" });
      await must("PUT", `/user/${made.id}`, { ...formOf(made), nickname: "Nachher" });
      const entries = await must("GET", `/user-changelog/search?user=${made.id}&field=nickname`);
      const changes = listAt(entries, "content").map((entry) =>
        listAt(entry, "changes").find(({ field }) => field === "nickname"),
      );
      const said = { field: "nickname", label: "Spitzname", masked: false };
      assert.deepEqual(changes, [
        { ...said, oldValue: "Vorher", newValue: "Nachher" },
        { ...said, oldValue: null, newValue: "Vorher" },
      ]);
      const newest = listAt(entries, "content")[0];
      await must("POST", `/user-changelog/${newest?.id}/revert`, { fields: ["nickname"] });
      assert.equal((await must("GET", `/user/${made.id}`))["nickname"], "Vorher");
    },
  };
}
