import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { invitationsContract as api } from "../../../invitation-contract.ts";
import { anEvent, changedEvent, invited, overview } from "../testing.ts";
import { runs } from "#platform/testing/properties.ts";

let app: TestApp;
let admin: TestUser;
const people: TestUser[] = [];
const PEOPLE = 6;
const CROWD = 50;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  for (let index = 0; index < CROWD; index++)
    people.push(await app.user(admin.tenant, { firstname: `Person ${index}` }));
});
afterAll(() => app?.close());

/** The waiting list as one would explain it at a table. */
class Model {
  maximum: number | null;
  coming = new Map<number, number>();
  waiting: { who: number; size: number }[] = [];

  constructor(maximum: number | null) {
    this.maximum = maximum;
  }

  get free(): number {
    return this.maximum === null
      ? Number.POSITIVE_INFINITY
      : this.maximum - [...this.coming.values()].reduce((sum, size) => sum + size, 0);
  }

  accept(who: number, size: number): void {
    if (this.maximum !== null && size > this.maximum) return;
    const had = this.coming.get(who);
    if (had !== undefined) {
      if (size - had <= 0 || size - had <= this.free) this.coming.set(who, size);
    } else {
      const place = this.waiting.find((entry) => entry.who === who);
      if (place === undefined) this.waiting.push({ who, size });
      else place.size = size;
    }
    this.fill();
  }

  decline(who: number): void {
    this.coming.delete(who);
    this.waiting = this.waiting.filter((entry) => entry.who !== who);
    this.fill();
  }

  setMaximum(maximum: number | null): void {
    this.maximum = maximum;
    this.fill();
  }

  fill(): void {
    for (const entry of [...this.waiting]) {
      if (entry.size > this.free) continue;
      this.coming.set(entry.who, entry.size);
      this.waiting = this.waiting.filter((other) => other !== entry);
    }
  }
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("ACCEPT" as const),
      who: fc.nat(PEOPLE - 1),
      companions: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("DECLINE" as const), who: fc.nat(PEOPLE - 1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("MAXIMUM" as const),
      maximum: fc.option(fc.integer({ min: 1, max: 8 })),
    }),
  },
);

test("behaves like its model, whatever people do", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(step, { minLength: 3, maxLength: 14 }),
      async (maximum, steps) => {
        const settings = { maximum, allowCompanions: true } as {
          maximum: number | null;
          allowCompanions: boolean;
        };
        const event = await anEvent(app, admin, { invitationSettings: settings });
        const added = await invited(app, admin, event.id, {
          userIds: people.slice(0, PEOPLE).map(({ id }) => id),
        });
        const idOf = (who: number) =>
          added.find(({ user }) => user?.id === people[who]?.id)?.id ?? "";
        const model = new Model(maximum);
        for (const one of steps) {
          if (one.kind === "MAXIMUM") {
            await changedEvent(app, admin, event.id, {
              invitationSettings: { ...settings, maximum: one.maximum },
            });
            model.setMaximum(one.maximum);
          } else {
            const accept = one.kind === "ACCEPT";
            const body = accept ? { companions: one.companions } : {};
            await app.call(
              api.answerInvitation,
              { params: { id: idOf(one.who) }, query: { accept: String(accept) }, body },
              people[one.who] ?? admin,
            );
            if (accept) model.accept(one.who, 1 + one.companions);
            else model.decline(one.who);
          }
          const { content, counts } = await overview(app, admin, event.id);
          const whoIs = (id: string) => people.findIndex((person) => person.id === id);
          const coming = content
            .filter(({ state }) => state === "ACCEPTED")
            .map(({ user, companions }) => [whoIs(user?.id ?? ""), 1 + companions] as const);
          const waiting = content
            .filter(({ state }) => state === "WAITING")
            .sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
          expect(new Map(coming)).toEqual(model.coming);
          expect(waiting.map(({ user }) => whoIs(user?.id ?? ""))).toEqual(
            model.waiting.map(({ who }) => who),
          );
          expect(waiting.map(({ position }) => position)).toEqual(
            waiting.map((_one, index) => index + 1),
          );
          expect(counts.coming).toBe(
            [...model.coming.values()].reduce((sum, size) => sum + size, 0),
          );
        }
      },
    ),
    runs(3),
  );
});

/** Accepts; who is told that the server is busy and nothing was saved tries again. */
async function accepted(id: string, person: TestUser) {
  const input = { params: { id }, query: { accept: "true" } } as const;
  let answer = await app.call(api.answerInvitation, input, person);
  while (answer.status === 503) answer = await app.call(api.answerInvitation, input, person);
  return answer;
}

test(
  "fifty answers at once for one last place: exactly one has it, the others wait in a row",
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < runs(2).numRuns; round++) {
      const event = await anEvent(app, admin, { invitationSettings: { maximum: 1 } });
      const added = await invited(app, admin, event.id, { userIds: people.map(({ id }) => id) });
      const answers = await Promise.all(
        people.map((person) => {
          const id = added.find(({ user }) => user?.id === person.id)?.id ?? "";
          return accepted(id, person);
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: CROWD }, () => 200));
      expect(answers.filter(({ body }) => body.state === "ACCEPTED")).toHaveLength(1);
      const { counts, content } = await overview(app, admin, event.id);
      expect(counts).toMatchObject({ accepted: 1, waiting: CROWD - 1, coming: 1 });
      const positions = content.flatMap(({ position }) => position ?? []).sort((a, b) => a - b);
      expect(positions).toEqual(Array.from({ length: CROWD - 1 }, (_one, index) => index + 1));
    }
  },
);

test(
  "withdrawing and accepting at once never leaves a place empty or gives one twice",
  { timeout: 120_000 },
  async () => {
    const event = await anEvent(app, admin, {
      invitationSettings: { maximum: 10, allowCompanions: true },
    });
    const added = await invited(app, admin, event.id, { userIds: people.map(({ id }) => id) });
    const idOf = (person: TestUser) => added.find(({ user }) => user?.id === person.id)?.id ?? "";
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        people.map((person, index) =>
          app.call(
            api.answerInvitation,
            {
              params: { id: idOf(person) },
              query: { accept: String((index + round) % 3 !== 0) },
              body: { companions: (index + round) % 2 },
            },
            person,
          ),
        ),
      );
      const { counts, content } = await overview(app, admin, event.id);
      expect(counts.coming).toBe(
        content
          .filter(({ state }) => state === "ACCEPTED")
          .reduce((sum, { companions }) => sum + 1 + companions, 0),
      );
      expect(counts.coming).toBeLessThanOrEqual(10);
      const left = 10 - counts.coming;
      for (const { state, companions } of content)
        if (state === "WAITING") expect(1 + companions).toBeGreaterThan(left);
    }
  },
);
