import assert from "node:assert/strict";
import { type Answer, listAt, type Office } from "../office.ts";

/** The member list: its column, order, filter, and the list on screen as a file. */
export function findInLists({ call, must, member }: Office) {
  const nicknames = async (query: string): Promise<unknown[]> => {
    const answer = await must("GET", `/user/search?size=200&q=Listig&${query}`);
    return listAt(answer, "content").map(({ nickname }) => nickname);
  };
  let made: Promise<Answer[]> | undefined;
  const people = () =>
    (made ??= Promise.all(
      ["Ärmel", "Zorro", null, "bella"].map((nickname) => member({ lastname: "Listig", nickname })),
    ));
  return {
    async "list column"() {
      await people();
      assert.deepEqual(new Set(await nicknames("")), new Set(["Ärmel", "Zorro", null, "bella"]));
    },
    async sort() {
      await people();
      assert.deepEqual(await nicknames("sort=nickname"), ["Ärmel", "bella", "Zorro", null]);
      const down = await nicknames("sort=nickname&dir=DESC");
      assert.deepEqual(down, ["Zorro", "bella", "Ärmel", null]);
    },
    async filter() {
      await people();
      assert.deepEqual(await nicknames("nickname=ELL"), ["bella"]);
      assert.deepEqual(await nicknames("nickname=niemand"), []);
    },
    async "list as a file"() {
      await people();
      const { text } = await call("POST", "/user/export", {
        format: "CSV",
        columns: ["lastname", "nickname"],
        filter: { q: "Listig" },
        sort: "nickname",
      });
      assert.deepEqual(text.replace("\uFEFF", "").trimEnd().split("\r\n"), [
        "Nachname;Spitzname",
        "Listig;Ärmel",
        "Listig;bella",
        "Listig;Zorro",
        "Listig;",
      ]);
    },
  };
}
