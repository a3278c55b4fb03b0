import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changelogContract } from "#modules/changelog/contract.ts";
import { homeOf, identityAdmin } from "#modules/identity/server/public.ts";
import { TEST_PASSWORD, TestBrowser } from "#modules/identity/server/testing.ts";
import { usersContract as users } from "#modules/members/contract.ts";
import { clubForImports, type ImportClub } from "#modules/transfer/server/import/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { TestUser } from "../testing.ts";

/** Addresses lead to logins: by links that are mailed, and typed in place of the login name. */

let club: ImportClub;
let admin: TestUser;

beforeAll(async () => {
  club = await clubForImports();
  ({ admin } = club);
});
afterAll(() => club?.app.close());

let number = 0;
const address = (word = "person") => `${word}${(number += 1)}@example.org`;
const browser = () =>
  new TestBrowser(club.app.server, "alpha", homeOf(club.app.services.environment, "alpha"));

const person = (email?: string, firstname = "Erika") =>
  club.app.user(club.tenant, { firstname, ...(email === undefined ? {} : { email }) });
const read = async ({ id }: TestUser) =>
  (await club.app.call(users.getUser, { params: { id } }, admin)).body;

/** Gives a member a login that is ready. */
function login(user: TestUser, username: string): Promise<{ loginId: string }> {
  const { services } = club.app;
  return services.database.write(club.tenant.id, systemActor(), (tx) =>
    identityAdmin(services).createLoginWithPassword(tx, {
      memberId: user.id,
      username,
      password: TEST_PASSWORD,
    }),
  );
}

const invite = (user: TestUser, username?: string) =>
  club.app.call(
    users.inviteLogin,
    { params: { id: user.id }, ...(username === undefined ? {} : { body: { username } }) },
    admin,
  );

async function change(user: TestUser, values: object) {
  const { memberNumber, firstname, lastname, email, version } = await read(user);
  const body = { memberNumber, firstname, lastname, email, version, ...values };
  return club.app.call(users.updateUser, { params: { id: user.id }, body }, admin);
}

async function changeOwn(user: TestUser, values: object) {
  const { body } = await club.app.call(users.getMe, {}, user);
  return club.app.call(users.updateMe, { body: { version: body.version, ...values } }, user);
}

const HEAD = "Mitgliedsnummer;Vorname;Nachname;E-Mail\n";
async function preview(user: TestUser, email: string) {
  const { memberNumber, firstname, lastname } = await read(user);
  const text = `${HEAD}${memberNumber};${firstname};${lastname};${email}\n`;
  return club.preview(await club.source(), text);
}

/** Texts of the mails to an address, oldest first. */
async function mailsTo(email: string): Promise<string[]> {
  await club.app.runJobs();
  const folder = join(club.app.services.environment.dataDir, "mail");
  const mails = [];
  for (const name of (await readdir(folder)).toSorted())
    mails.push(await PostalMime.parse(await readFile(join(folder, name))));
  return mails
    .filter(({ to }) => to?.some((one) => one.address === email) === true)
    .map(({ text }) => text ?? "");
}

const linkIn = (text: string | undefined) =>
  /http\S+action-token\?key=[\w-]+/.exec(text ?? "")?.[0] ?? "";
const opens = async (link: string) => (await browser().request("GET", link)).statusCode;

/** A link to set a password, mailed to this member's address. */
async function mailedLink(user: TestUser, email: string): Promise<string> {
  const params = { id: user.id };
  const { status } = await club.app.call(users.resetUserPassword, { params }, admin);
  expect(status).toBeLessThan(300);
  const link = linkIn((await mailsTo(email)).at(-1));
  expect(await opens(link)).toBe(200);
  return link;
}

const reverted = async (user: TestUser) => {
  const query = { user: user.id, recordType: "USER" } as const;
  const { body } = await club.app.call(changelogContract.searchChanges, { query }, admin);
  const params = { id: body.content[0]?.id ?? "" };
  return club.app.call(changelogContract.revertChange, { params }, admin);
};

describe("a link mailed to an address ends when the member's address becomes another", () => {
  const changedBy = {
    "the office": (user: TestUser) => change(user, { email: address() }),
    "the member": (user: TestUser) => changeOwn(user, { email: address() }),
    "the office, who takes it away": (user: TestUser) => change(user, { email: null }),
    "an import": async (user: TestUser) => {
      const run = await preview(user, address());
      expect((await club.apply(run.id)).applied?.updated).toBe(1);
    },
  };

  test.each(Object.entries(changedBy))("by %s", async (_who, act) => {
    const email = address();
    const user = await person(email);
    await login(user, address("name"));
    const link = await mailedLink(user, email);
    await act(user);
    expect((await read(user)).email).not.toBe(email);
    expect(await opens(link)).toBe(410);
  });

  test.each(["an entry of the history", "an import"])("by taking back %s", async (what) => {
    const [before, email] = [address(), address()];
    const user = await person(before);
    await login(user, address("name"));
    const run = what === "an import" ? await preview(user, email) : undefined;
    await (run === undefined ? change(user, { email }) : club.apply(run.id));
    const link = await mailedLink(user, email);
    await (run === undefined ? reverted(user) : club.revert(run.id));
    expect((await read(user)).email).toBe(before);
    expect(await opens(link)).toBe(410);
  });

  test("an invitation too; the new address gets one of its own", async () => {
    const [email, next] = [address(), address()];
    const user = await person(email);
    expect((await invite(user)).status).toBe(200);
    const link = linkIn((await mailsTo(email)).at(-1));
    expect(await opens(link)).toBe(200);
    await change(user, { email: next });
    expect(await opens(link)).toBe(410);
    // Who is not in yet can be invited once more.
    expect((await invite(user)).status).toBe(200);
    expect(await opens(linkIn((await mailsTo(next)).at(-1)))).toBe(200);
  });

  test("other changes leave it alone, those of the letters' case among them", async () => {
    const email = address();
    const user = await person(email);
    await login(user, address("name"));
    const link = await mailedLink(user, email);
    expect((await change(user, { phone: "07161 12345", lastname: "Neumann" })).status).toBe(200);
    expect((await changeOwn(user, { email: email.toUpperCase() })).status).toBe(200);
    expect(await opens(link)).toBe(200);
  });
});

describe("a login name that is another person's address", () => {
  test("is refused, so that nobody takes over another's log-in", async () => {
    const email = address("opfer");
    const victim = await person(email);
    await login(victim, `opfer.${number}`);
    for (const username of [email, email.toUpperCase()]) {
      const refused = await invite(await person(address()), username);
      expect(refused).toMatchObject({
        status: 409,
        body: {
          code: "USERNAME_TAKEN",
          detail: "Dieser Benutzername ist die E-Mail-Adresse einer anderen Person.",
        },
      });
    }
    // The victim still comes in by their address.
    await browser().logIn(email, TEST_PASSWORD);
  });

  test("is refused as well while that person has no login, or lies in the trash", async () => {
    const email = address();
    const other = await person(email);
    await expect(login(await person(), email)).rejects.toMatchObject({ code: "USERNAME_TAKEN" });
    await club.app.call(users.deleteUser, { params: { id: other.id } }, admin);
    await expect(login(await person(), email)).rejects.toMatchObject({ code: "USERNAME_TAKEN" });
  });

  test("is one's own when a family shares the address", async () => {
    const email = address("familie");
    const [mother, child] = [await person(email, "Änne"), await person(email, "Jörg")];
    expect((await invite(mother)).body.username).toBe(email);
    expect((await invite(child)).body.username).toMatch(/^joerg\.mustermann/);
  });
});

describe("an address that is another person's login name", () => {
  const SENTENCE = "Mit dieser Adresse meldet sich jemand anderes an: Sie ist ein Benutzername.";
  const refusal = {
    status: 422,
    body: { errors: [{ path: "email", code: "ADDRESS_IS_USERNAME", message: SENTENCE }] },
  };

  /** A login name that looks like an address, of somebody who has another address. */
  async function foreignName(): Promise<string> {
    const name = address("zugang");
    await login(await person(address()), name);
    return name;
  }

  test("is refused to the office and to the member, and nothing is written", async () => {
    const name = await foreignName();
    const email = address();
    const user = await person(email);
    for (const taken of [name, name.toUpperCase()]) {
      expect(await change(user, { email: taken, city: "Ulm" })).toMatchObject(refusal);
      expect(await changeOwn(user, { email: taken })).toMatchObject(refusal);
    }
    const body = { firstname: "Neu", lastname: "Neumann", email: name };
    expect(await club.app.call(users.createUser, { body }, admin)).toMatchObject(refusal);
    expect(await read(user)).toMatchObject({ email, city: null, version: 1 });
  });

  test("is refused when a change is taken back", async () => {
    const name = address();
    const user = await person(name);
    await change(user, { email: address() });
    await login(await person(address()), name);
    expect(await reverted(user)).toMatchObject(refusal);
  });

  test("is a fault in an import's preview, for new and for known members", async () => {
    const name = await foreignName();
    const known = await person(address());
    const { memberNumber } = await read(known);
    const text = `${HEAD}${memberNumber};Erika;Mustermann;${name}\n;Neu;Neumann;${name.toUpperCase()}\n`;
    const strict = await club.preview(await club.source({ strict: true }), text);
    const faulty = await club.rows(strict.id, "FAULTY");
    expect(faulty.map(({ problems }) => problems)).toEqual(
      [0, 1].map(() => [{ column: "E-Mail", message: SENTENCE }]),
    );
    // Otherwise the rows come in without the address.
    const run = await club.preview(await club.source(), text);
    const rows = [...(await club.rows(run.id, "SAME")), ...(await club.rows(run.id, "NEW"))];
    expect(rows.map(({ hints }) => hints)).toEqual(
      [0, 1].map(() => [
        { column: "E-Mail", message: expect.stringContaining(SENTENCE) as string },
      ]),
    );
    expect(rows.flatMap(({ fields }) => fields.map(({ field }) => field))).not.toContain("email");
  });

  test("refuses an import when the name came after the preview, and is no reason to compare again", async () => {
    const name = address();
    const [user, other] = [await person(address()), await person(address())];
    const run = await preview(user, name);
    expect(run.counts).toMatchObject({ changed: 1, faulty: 0 });
    await login(other, name);
    const after = await club.apply(run.id);
    expect(after).toMatchObject({
      state: "PREVIEW",
      error: "Die neue Adresse von Erika Mustermann ist der Benutzername eines anderen Zugangs.",
    });
    expect((await read(user)).email).not.toBe(name);
  });

  test("may be the owner's own again", async () => {
    const name = address();
    const owner = await person(address());
    await login(owner, name);
    expect((await change(owner, { email: name })).status).toBe(200);
  });
});

describe("who leaves a family's address", () => {
  test("takes the login name along, and log-in and reset by the address reach those who stay", async () => {
    const [family, own] = [address("familie"), address("mutter")];
    const [mother, child] = [await person(family, "Änne"), await person(family, "Kind")];
    await login(mother, family);
    const childName = `kind.${number}`;
    await login(child, childName);
    expect((await changeOwn(mother, { email: own })).status).toBe(200);
    expect((await read(mother)).username).toBe(own);
    await browser().logIn(own, TEST_PASSWORD);
    await browser().request("POST", "/realms/alpha/login-actions/reset-credentials", {
      username: family,
    });
    expect((await mailsTo(family)).at(-1)).toContain(`Ihr Benutzername: ${childName}`);
    const query = { user: mother.id, recordType: "LOGIN" } as const;
    const { body } = await club.app.call(changelogContract.searchChanges, { query }, admin);
    expect(body.content[0]?.changes).toEqual([
      expect.objectContaining({ field: "username", oldValue: family, newValue: own }),
    ]);
  });

  test("gets a name made of theirs when the new address is a login name already, or there is none", async () => {
    for (const email of [address("vater"), null]) {
      const family = address("familie");
      const mother = await person(family, "Zoë");
      await person(family, "Kind");
      await login(mother, family);
      if (email !== null) await login(await person(email, "Vater"), email);
      expect((await change(mother, { email })).status).toBe(200);
      expect((await read(mother)).username).toMatch(/^zoe\.mustermann\d*$/);
    }
  });

  test("keeps the name when nobody else has the address", async () => {
    const email = address();
    const user = await person(email);
    await login(user, email);
    expect((await change(user, { email: address() })).status).toBe(200);
    expect((await read(user)).username).toBe(email);
  });
});

test("a name and an address set at the same moment never come to be the same", async () => {
  for (let round = 0; round < 20; round += 1) {
    const wanted = address("beide");
    const [named, moving] = [await person(address()), await person(address())];
    const answers = await Promise.all([invite(named, wanted), change(moving, { email: wanted })]);
    const statuses = answers.map(({ status }) => status);
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual(statuses);
  }
});
