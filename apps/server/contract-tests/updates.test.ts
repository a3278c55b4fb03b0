import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../testing.ts";
import type { GrantLine } from "#modules/grants/contract.ts";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { allCalendarsRoutes } from "#modules/calendars/all-routes.ts";
import { filesContract } from "#modules/files/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { idsOf, kindsOf, listening, openPage } from "#modules/system/server/testing.ts";

// Two servers on one database: what is changed at `here` is heard at `there`.
let here: TestApp;
let there: TestApp;
let club: TenantRow;
let admin: TestUser;
let origin: string;
const open = async (user: TestUser, missed?: number) =>
  Object.assign(await openPage(origin, user, missed), { user });
type OpenPage = Awaited<ReturnType<typeof open>>;

beforeAll(async () => {
  here = await testApp();
  there = await testApp({ beside: here });
  club = await here.tenant("alpha");
  admin = await here.user(club, { isAdmin: true });
  origin = await listening(there);
  await listening(here);
});
afterAll(async () => {
  await there?.close();
  await here?.close();
});

/** Something that every administrator hears, to know that whatever came before it has been told. */
async function mark(): Promise<string> {
  return (
    await here.call(groupsContract.createGroup, { body: { name: `Marke ${Math.random()}` } }, admin)
  ).body.id;
}

/** Waits until what was changed so far has reached these pages. */
async function settled(...pages: OpenPage[]): Promise<void> {
  const watcher = await open(admin);
  const id = await mark();
  await expect.poll(() => idsOf(watcher, "group"), { timeout: 5_000 }).toContain(id);
  watcher.close();
  for (const page of pages) await reached(page);
}

/** A change of a kind that no module names, which only this member hears, comes last of all. */
async function reached({ user, events }: OpenPage): Promise<void> {
  const change = `${user.tenant.id} ${MARK} ${user.id}`;
  await withClient(here.services.environment.databaseUrl ?? "", (client) =>
    client.query("SELECT pg_notify('vereinsheim_change', $1)", [change]),
  );
  const place = () => events.findIndex((event) => typeof event !== "string" && event.kind === MARK);
  await expect.poll(place, { timeout: 5_000 }).not.toBe(-1);
  events.splice(place(), 1);
}
const MARK = "test-mark";

const share = (name: string, grants?: GrantLine[]) => ({
  name,
  kind: "DOCUMENTS" as const,
  ...(grants === undefined ? {} : { grants }),
});

describe("changes at another process", () => {
  test("of members are heard as kind and id, without content, by those who may know of them", async () => {
    const office = await open(await here.user(club, { permissions: ["QUERY_USER"] }));
    const leader = await open(await here.user(club, { permissions: ["QUERY_GROUP"] }));
    const outsider = await open(await here.user(club));
    await settled();
    for (const page of [office, leader, outsider]) page.events.length = 0;
    const { body: made } = await here.call(
      usersContract.createUser,
      { body: { firstname: "Lina", lastname: "Geheimname" } },
      admin,
    );
    await expect.poll(() => idsOf(office, "user"), { timeout: 5_000 }).toContain(made.id);
    await settled(office, leader, outsider);
    expect(JSON.stringify(office.events)).not.toContain("Geheimname");
    // Who sees members through their groups only hears that some changed.
    expect(kindsOf(leader)).toContain("user");
    expect(JSON.stringify(leader.events)).not.toContain(made.id);
    expect(kindsOf(outsider)).not.toContain("user");
    for (const page of [office, leader, outsider]) page.close();
  });

  test("one's own record is always one's own business", async () => {
    const plain = await here.user(club);
    const page = await open(plain);
    const { body: me } = await here.call(usersContract.getMe, {}, plain);
    await here.call(usersContract.updateMe, { body: { city: "Ulm", version: me.version } }, plain);
    await expect
      .poll(() => page.events, { timeout: 5_000 })
      .toEqual(
        expect.arrayContaining([
          { kind: "user", ids: [plain.id] },
          { kind: "me", ids: [plain.id] },
        ]),
      );
    page.close();
  });

  test("invitations and answers, files and what a job finishes", async () => {
    const plain = await here.user(club);
    const [invitedPage, office] = [await open(plain), await open(admin)];
    const { body: calendar } = await here.call(
      calendarsContract.createCalendar,
      { body: { name: "Feste", color: "GREEN" } },
      admin,
    );
    const times = {
      startDateTime: "2030-06-01T18:00:00+02:00",
      endDateTime: "2030-06-01T20:00:00+02:00",
    };
    const { body: event } = await here.call(
      calendarsContract.createEvent,
      { params: { id: calendar.id }, body: { title: "Fest", ...times } },
      admin,
    );
    await settled();
    for (const page of [invitedPage, office]) page.events.length = 0;
    await here.call(
      allCalendarsRoutes.invite,
      { params: { id: event.id }, body: { userIds: [plain.id] } },
      admin,
    );
    await expect
      .poll(() => idsOf(invitedPage, "invitation"), { timeout: 5_000 })
      .toEqual([plain.id]);
    await expect.poll(() => kindsOf(office), { timeout: 5_000 }).toContain("invitation");
    office.events.length = 0;
    const { body: mine } = await here.call(allCalendarsRoutes.searchMyInvitations, {}, plain);
    await here.call(
      allCalendarsRoutes.answerInvitation,
      { params: { id: mine.content[0]?.id ?? "" }, query: { accept: "true" } },
      plain,
    );
    await expect.poll(() => kindsOf(office), { timeout: 5_000 }).toContain("invitation");

    const { body: folder } = await here.call(
      filesContract.createFileShare,
      { body: share("Akten") },
      admin,
    );
    const picture = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await here.call(
      filesContract.uploadFile,
      { params: { id: folder.id, path: "/bild.png" }, body: picture },
      admin,
    );
    await expect.poll(() => kindsOf(office), { timeout: 5_000 }).toContain("file-entry");
    await settled();
    office.events.length = 0;
    // The small pictures are made in the background.
    await here.runJobs();
    await expect.poll(() => kindsOf(office), { timeout: 5_000 }).toContain("file-entry");
    for (const page of [invitedPage, office]) page.close();
  });
});

describe("rights", () => {
  test("other clubs hear nothing", async () => {
    const foreign = await open(await here.user(await here.tenant("beta"), { isAdmin: true }));
    // What is heard of the club's own beginnings comes first.
    await settled(foreign);
    foreign.events.length = 0;
    await here.call(
      usersContract.createUser,
      { body: { firstname: "Max", lastname: "Muster" } },
      admin,
    );
    await settled(foreign);
    expect(foreign.events).toEqual([]);
    foreign.close();
  });

  test("records that one may not see are not told, whether the kind is heard or not", async () => {
    const reader = await open(
      await here.user(club, { permissions: ["QUERY_CALENDAR", "QUERY_FILESHARE"] }),
    );
    const outsider = await open(await here.user(club, { permissions: ["QUERY_USER"] }));
    await settled();
    for (const page of [reader, outsider]) page.events.length = 0;
    const { body: hidden } = await here.call(
      filesContract.createFileShare,
      { body: share("Vorstand", [{ subject: "USER", id: admin.id, access: "WRITE" }]) },
      admin,
    );
    const grants: GrantLine[] = [{ subject: "USER", id: admin.id, access: "WRITE" }];
    const { body: secret } = await here.call(
      calendarsContract.createCalendar,
      { body: { name: "Vorstand", color: "RED", grants } },
      admin,
    );
    const times = {
      startDateTime: "2030-06-01T18:00:00+02:00",
      endDateTime: "2030-06-01T20:00:00+02:00",
    };
    const { body: event } = await here.call(
      calendarsContract.createEvent,
      { params: { id: secret.id }, body: { title: "Sitzung", ...times } },
      admin,
    );
    await expect
      .poll(() => kindsOf(reader), { timeout: 5_000 })
      .toEqual(expect.arrayContaining(["file-share", "calendar", "event"]));
    await settled(reader, outsider);
    for (const id of [hidden.id, secret.id, event.id])
      expect(JSON.stringify(reader.events)).not.toContain(id);
    for (const kind of ["file-share", "calendar", "event"])
      expect(kindsOf(outsider)).not.toContain(kind);
    for (const page of [reader, outsider]) page.close();
  });

  test.each(["directly", "through a group"])(
    "a right held %s and taken away works at once",
    async (way) => {
      const user = await here.user(club, { permissions: way === "directly" ? ["QUERY_USER"] : [] });
      const { body: group } = await here.call(
        groupsContract.createGroup,
        { body: { name: `Büro ${way}`, permissions: ["QUERY_USER"] } },
        admin,
      );
      const membership = { params: { id: group.id, userId: user.id }, body: {} } as const;
      if (way === "through a group")
        await here.call(groupsContract.putGroupMember, membership, admin);
      const page = await open(user);
      const probe = async () =>
        (
          await here.call(
            usersContract.createUser,
            { body: { firstname: "Ein", lastname: "Neuer" } },
            admin,
          )
        ).body.id;
      const before = await probe();
      await expect.poll(() => idsOf(page, "user"), { timeout: 5_000 }).toContain(before);
      if (way === "directly") {
        const { body: read } = await here.call(
          usersContract.getUser,
          { params: { id: user.id } },
          admin,
        );
        await here.call(
          usersContract.setUserPermissions,
          {
            params: { id: user.id },
            body: { permissions: [], isAdmin: false, version: read.version },
          },
          admin,
        );
      } else {
        await here.call(
          groupsContract.deleteGroupMember,
          { params: membership.params, query: {} },
          admin,
        );
      }
      const after = await probe();
      await settled(page);
      expect(idsOf(page, "user")).not.toContain(after);
      // The page learns that its own rights are others.
      expect(kindsOf(page)).toContain("me");
      page.close();
    },
  );

  test("the stream of a member who is put in the trash ends, and that of a suspended club", async () => {
    const user = await here.user(club);
    const page = await open(user);
    expect(
      (await here.call(usersContract.deleteUser, { params: { id: user.id } }, admin)).status,
    ).toBe(204);
    await expect.poll(() => page.hasEnded, { timeout: 5_000 }).toBe(true);
    const gamma = await here.tenant("gamma");
    const closing = await open(await here.user(gamma));
    await withClient(here.services.environment.databaseUrl ?? "", async (client) => {
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [gamma.id]);
      await client.query("UPDATE tenant SET state = 'SUSPENDED' WHERE tenant_id = $1", [gamma.id]);
    });
    await expect.poll(() => closing.hasEnded, { timeout: 5_000 }).toBe(true);
  });

  test("need a token, and a page cannot ask for more than a day", async () => {
    expect((await fetch(`${origin}/alpha/api/updates`)).status).toBe(401);
    await expect(open(admin, 1e9)).rejects.toThrow("400");
  });
});

describe("nothing is missed", () => {
  test("a page that was away for a moment hears what it missed, and only what it may", async () => {
    const plain = await here.user(club);
    const { body: made } = await here.call(
      usersContract.createUser,
      { body: { firstname: "Zwischen", lastname: "Durch" } },
      admin,
    );
    await settled();
    // `there` has just been started: it knows the last seconds only.
    const page = await open(admin, 10);
    expect(idsOf(page, "user")).toContain(made.id);
    const outsider = await open(plain, 10);
    expect(JSON.stringify(outsider.events)).not.toContain(made.id);
    const long = await open(admin, 3_600_000);
    expect(long.events).toEqual(["resync"]);
    for (const one of [page, outsider, long]) one.close();
  });

  test("after the connection to the database was lost every page reads everything again, and hears on", async () => {
    const page = await open(admin);
    page.events.length = 0;
    await withClient(here.services.environment.databaseUrl ?? "", (client) =>
      client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vereinsheim-live' AND datname = current_database()",
      ),
    );
    await expect.poll(() => page.events, { timeout: 10_000 }).toContain("resync");
    const { body: made } = await here.call(
      usersContract.createUser,
      { body: { firstname: "Nach", lastname: "Ausfall" } },
      admin,
    );
    await expect.poll(() => idsOf(page, "user"), { timeout: 5_000 }).toEqual([made.id]);
    expect(page.events.filter((event) => event === "resync")).toHaveLength(1);
    // What happened before the loss is not known completely any more.
    const other = await open(admin, 30_000);
    expect(other.events).toEqual(["resync"]);
    for (const one of [page, other]) one.close();
  });

  test("more things than can be named are told as a kind, to everybody who may be concerned", async () => {
    const office = await open(await here.user(club, { permissions: ["QUERY_USER"] }));
    const plain = await open(await here.user(club));
    await settled();
    for (const page of [office, plain]) page.events.length = 0;
    await withClient(here.services.environment.databaseUrl ?? "", async (client) => {
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [club.id]);
      await client.query(
        `INSERT INTO member (id, member_number, first_name, last_name, search_text, name_sound)
         SELECT gen_random_uuid(), 'V' || n, 'Vorname', 'Nachname', '', '' FROM generate_series(1, 201) n`,
      );
    });
    await settled(office, plain);
    expect(office.events).toContainEqual({ kind: "user", ids: [] });
    // Their own record may be among them.
    expect(kindsOf(plain)).toContain("me");
    for (const page of [office, plain]) page.close();
  });
});
