import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { formOf } from "#modules/members/testing.ts";
import { clubForImports, type ImportClub } from "../testing.ts";
import { runs } from "#platform/testing/properties.ts";

/**
 * Undo is a merge of three: what the run changed goes back, unless somebody changed it again since.
 */

let club: ImportClub;
beforeAll(async () => {
  club = await clubForImports();
});
afterAll(() => club?.app.close());

const FIELDS = ["city", "street", "title"] as const;
type Values = Record<(typeof FIELDS)[number], string | null>;
interface Person {
  known: Record<keyof Values, string> | null;
  inFile: Record<keyof Values, string> | null;
  group: string;
}
interface Groups {
  alt: string;
  extra: string;
}
interface State {
  values: Values;
  /** What a membership says, by its id. */
  memberships: Map<string, string>;
}

const text = fc.constantFrom("", "Bonn", "Köln");
const values = fc.record({ city: text, street: text, title: text });
const person = fc.record({
  known: fc.option(values, { freq: 2 }),
  inFile: fc.option(values, { freq: 6 }),
  group: fc.constantFrom("", "alt", "neu"),
});
const edit = fc.record({
  who: fc.nat(),
  what: fc.constantFrom("city", "street", "join", "lead", "leave", "trash"),
  value: fc.constantFrom("Köln", "Trier"),
});
const SURNAMES = ["Ahrens", "Bohm", "Dittrich", "Ferber", "Grund", "Kolb"];

test("what nobody touched is as before the run, what somebody edited since stays and is named", async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 2, maxLength: SURNAMES.length }),
      fc.array(edit, { maxLength: 6 }),
      fc.boolean(),
      async (people, edits, renamed) => {
        const law = await Round.begin(++round, people);
        const before = await law.states();
        const run = await law.importAll();
        const after = await law.states();
        if (run === undefined) return;
        const ids = [...after.keys()];
        for (const { who, what, value } of edits) {
          const id = ids[who % Math.max(ids.length, 1)];
          if (id !== undefined && what !== "trash") await law.edit(id, what, value);
        }
        if (renamed) await law.renameNewGroup();
        const later = await law.states();
        const trashed = new Set(
          edits.flatMap(({ who, what }) =>
            what === "trash" ? (ids[who % Math.max(ids.length, 1)] ?? []) : [],
          ),
        );
        for (const id of trashed)
          await club.app.call(usersContract.deleteUser, { params: { id } }, club.admin);

        const { reverted } = await club.revert(run);
        const result = await law.states();
        const expected = { members: new Map<string, State>(), reported: new Set<string>() };
        for (const id of ids) {
          const { state, reported } = merged(
            id,
            before.get(id),
            after.get(id),
            later.get(id),
            trashed.has(id),
          );
          if (state !== undefined) expected.members.set(id, state);
          for (const record of reported) expected.reported.add(record);
        }
        for (const record of await law.reportedGroups(after, later, trashed, expected.members))
          expected.reported.add(record);
        expect(result).toEqual(expected.members);
        expect(reverted?.spared.map(({ recordId }) => recordId).toSorted()).toEqual(
          [...expected.reported].toSorted(),
        );
        expect(reverted?.sparedCount).toBe(expected.reported.size);
      },
    ),
    runs(3),
  );
});

/** How a member has to stand after the undo, and which of their records stay at least in part. */
function merged(
  id: string,
  before: State | undefined,
  after: State | undefined,
  later: State | undefined,
  trashed: boolean,
) {
  if (after === undefined || later === undefined)
    throw new Error("an edit made a member disappear");
  const reported: string[] = [];
  const memberships = new Map(later.memberships);
  for (const [membership, made] of after.memberships) {
    if (before?.memberships.has(membership)) continue;
    if (later.memberships.get(membership) === made) memberships.delete(membership);
    else reported.push(membership);
  }
  const stays = FIELDS.filter((field) => later.values[field] !== after.values[field]);
  if (before === undefined) {
    const isSpared = trashed || stays.length > 0 || memberships.size > 0;
    if (isSpared) reported.push(id);
    return {
      state: isSpared && !trashed ? { values: later.values, memberships } : undefined,
      reported,
    };
  }
  const changed = FIELDS.filter((field) => after.values[field] !== before.values[field]);
  if (changed.some((field) => stays.includes(field)) || (trashed && changed.length > 0))
    reported.push(id);
  const merge = Object.fromEntries(
    FIELDS.map((field) => [
      field,
      stays.includes(field) ? later.values[field] : before.values[field],
    ]),
  ) as Values;
  return { state: trashed ? undefined : { values: merge, memberships }, reported };
}

/** One club's people of one round of the property. */
class Round {
  readonly #number: number;
  readonly #people: Person[];
  readonly #groups: Groups;

  private constructor(number: number, people: Person[], groups: Groups) {
    this.#number = number;
    this.#people = people;
    this.#groups = groups;
  }

  static async begin(number: number, people: Person[]): Promise<Round> {
    const groups = {
      alt: await club.group(`alt ${number}`),
      extra: await club.group(`extra ${number}`),
    };
    const round = new Round(number, people, groups);
    for (const [index, { known }] of people.entries()) {
      if (known === null) continue;
      const body = {
        memberNumber: round.#memberNumber(index),
        firstname: "Ute",
        lastname: SURNAMES[index] ?? "",
        birthday: round.#birthday(index),
        ...known,
      };
      expect((await club.app.call(usersContract.createUser, { body }, club.admin)).status).toBe(
        201,
      );
    }
    return round;
  }

  #memberNumber(index: number): string {
    return String(1_000 * this.#number + index);
  }

  /** Nobody shares theirs with somebody in the trash, whom an import would ask about. */
  #birthday(index: number): string {
    return `${1900 + (this.#number % 120)}-0${1 + index}-11`;
  }

  /** The run's id; undefined when the file has no rows. */
  async importAll(): Promise<string | undefined> {
    const lines = this.#people.flatMap(({ inFile, group }, index) =>
      inFile === null
        ? []
        : [
            [
              this.#memberNumber(index),
              SURNAMES[index],
              "Ute",
              this.#birthday(index),
              inFile.city,
              inFile.street,
              inFile.title,
              group && `${group} ${this.#number}`,
            ].join(";"),
          ],
    );
    if (lines.length === 0) return undefined;
    const source = await club.source({ matchKeys: ["MEMBER_NUMBER"], unknownGroups: "CREATE" });
    const run = await club.preview(
      source,
      ["Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;Ort;Straße;Titel;Gruppen", ...lines].join(
        "\n",
      ),
    );
    expect([run.counts.faulty, run.counts.ambiguous]).toEqual([0, 0]);
    expect((await club.apply(run.id)).state).toBe("APPLIED");
    return run.id;
  }

  /** Members of this round who are not in the trash, by id. */
  async states(): Promise<Map<string, State>> {
    const all = (await club.members()).filter(
      ({ memberNumber }) => Math.floor(Number(memberNumber) / 1_000) === this.#number,
    );
    const found = new Map<string, State>();
    for (const { id } of all) {
      const user = (await club.app.call(usersContract.getUser, { params: { id } }, club.admin))
        .body;
      const memberships = (
        await club.app.call(groupsContract.listUserMemberships, { params: { id } }, club.admin)
      ).body;
      found.set(id, {
        values: { city: user.city, street: user.street, title: user.title },
        memberships: new Map(
          memberships.map((one) => [
            one.id,
            [one.group.id, one.function, one.from, one.to, one.leader].join(" "),
          ]),
        ),
      });
    }
    return found;
  }

  async edit(
    id: string,
    what: "city" | "street" | "join" | "lead" | "leave",
    value: string,
  ): Promise<void> {
    const { app, admin } = club;
    if (what === "join") {
      await app.call(
        groupsContract.putGroupMember,
        { params: { id: this.#groups.extra, userId: id }, body: {} },
        admin,
      );
    } else if (what === "lead" || what === "leave") {
      const [first] = (
        await app.call(groupsContract.listUserMemberships, { params: { id } }, admin)
      ).body;
      if (first === undefined) return;
      const params = { id: first.group.id, userId: id };
      if (what === "lead")
        await app.call(
          groupsContract.putGroupMember,
          { params, body: { membershipId: first.id, leader: true } },
          admin,
        );
      else
        await app.call(
          groupsContract.deleteGroupMember,
          { params, query: { membershipId: first.id } },
          admin,
        );
    } else {
      const now = (await app.call(usersContract.getUser, { params: { id } }, admin)).body;
      const answer = await app.call(
        usersContract.updateUser,
        { params: { id }, body: { ...formOf(now), [what]: value } },
        admin,
      );
      expect(answer.status).toBe(200);
    }
  }

  async #newGroup() {
    const { body } = await club.app.call(
      groupsContract.searchGroups,
      { query: { q: `${this.#number}` } },
      club.admin,
    );
    return body.content.find(
      ({ name }) => name === `neu ${this.#number}` || name === `anders ${this.#number}`,
    );
  }

  async renameNewGroup(): Promise<void> {
    const group = await this.#newGroup();
    if (group === undefined) return;
    const body = { name: `anders ${this.#number}`, version: group.version };
    expect(
      (
        await club.app.call(
          groupsContract.updateGroup,
          { params: { id: group.id }, body },
          club.admin,
        )
      ).status,
    ).toBe(200);
  }

  /**
   * The group that the run made stays, and is named, when it has another name by now or people in
   * it.
   */
  async reportedGroups(
    after: Map<string, State>,
    later: Map<string, State>,
    trashed: ReadonlySet<string>,
    left: Map<string, State>,
  ): Promise<string[]> {
    const made = [...after.values()].flatMap(({ memberships }) =>
      [...memberships.values()].map((words) => words.split(" ")[0] ?? ""),
    );
    const id = made.find((group) => group !== this.#groups.alt && group !== this.#groups.extra);
    if (id === undefined) return [];
    const now = await this.#newGroup();
    const inTrash = [...trashed].flatMap((member) =>
      [...(later.get(member)?.memberships ?? [])].filter(
        ([membership, words]) => after.get(member)?.memberships.get(membership) !== words,
      ),
    );
    const used = [
      ...[...left.values()].flatMap(({ memberships }) => [...memberships.values()]),
      ...inTrash.map(([, words]) => words),
    ];
    const isUsed = used.some((words) => words.startsWith(id));
    if (now !== undefined && !isUsed) expect(now.name).toBe(`anders ${this.#number}`);
    if (now === undefined) expect(isUsed).toBe(false);
    return now === undefined ? [] : [id];
  }
}
