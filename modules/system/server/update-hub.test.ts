import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { LiveKinds } from "./event-visibility.ts";
import { type Listener, UpdateHub } from "./update-hub.ts";

const KINDS: LiveKinds = new Map([["group", { ids: "QUERY_GROUP" }]]);

let app: TestApp;
let admin: TestUser;
let hub: UpdateHub;
const leaving: (() => void)[] = [];

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  hub = new UpdateHub(app.services, KINDS);
});
afterAll(() => app?.close());
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

/** Returns what an open page of the administrator is told; `connection` says how its connection behaves. */
function open(connection: Partial<Listener> = {}): string[] {
  const principal: Principal = {
    userId: admin.id,
    name: "Erika Mustermann",
    isAdmin: true,
    permissions: new Set(),
    groupIds: [],
    ledGroupIds: [],
    sessionId: "test-session",
  };
  const texts: string[] = [];
  leaving.push(
    hub.add(
      {
        tenantId: admin.tenant.id,
        principal,
        log: app.services.log,
        reread: async () => principal,
        send: (text) => void texts.push(text),
        end: () => {},
        ...connection,
      },
      undefined,
    ),
  );
  return texts;
}

/** Changes something; returns what pages are told of it. */
async function change(): Promise<string> {
  const { body } = await app.call(
    groupsContract.createGroup,
    { body: { name: `Gruppe ${Math.random()}` } },
    admin,
  );
  return `"kind":"group","ids":["${body.id}"]`;
}

function breaks(): never {
  throw new Error("the connection is gone");
}

test("a page that can't be written to is let go, and the others hear this change and the next", async () => {
  let isGone = false;
  let isEnded = false;
  open({
    send: () => (isGone ? breaks() : undefined),
    end: () => void (isEnded = true),
  });
  const page = open();
  await expect.poll(() => page.join("")).toContain(await change());
  isGone = true;
  await expect.poll(() => page.join("")).toContain(await change());
  expect(isEnded).toBe(true);
  await expect.poll(() => page.join("")).toContain(await change());
});

test("not even one whose connection can't be ended keeps the others waiting", async () => {
  open({ send: breaks, end: breaks });
  const page = open();
  await expect.poll(() => page.join("")).toContain(await change());
  await expect.poll(() => page.join("")).toContain(await change());
});

test("a page whose log-in is over is ended, whatever its connection does then", async () => {
  open({ reread: () => Promise.reject(new Error("logged out")), end: breaks });
  const page = open();
  await expect.poll(() => page.join("")).toContain(await change());
  await expect.poll(() => page.join("")).toContain(await change());
});
