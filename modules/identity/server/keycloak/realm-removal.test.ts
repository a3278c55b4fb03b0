import { afterAll, beforeAll, expect, test } from "vitest";
import { removeRealm } from "../public.ts";
import { KeycloakDouble, type RealmServer, startRealmServer } from "../testing.ts";

let keycloak: KeycloakDouble;
let app: RealmServer;

beforeAll(async () => {
  keycloak = new KeycloakDouble();
  await keycloak.start();
  app = await startRealmServer({ ...keycloak.variables, DEFAULT_TENANT: "alpha" });
});
afterAll(async () => {
  await app?.close();
  await keycloak.close();
});

/** A club whose realm is there, because somebody was invited. */
async function aClubWithRealm(name: string): Promise<void> {
  const club = await app.tenant(name);
  const memberId = await app.member(club, { email: `erika@${name}.example` });
  await app.admin.prepareInvitation(club.id, { memberId });
  expect(keycloak.realms.has(name)).toBe(true);
}

test("the realm that was made for a club goes, and no other; a second time there is none", async () => {
  await aClubWithRealm("alpha");
  await aClubWithRealm("beta");
  expect(await removeRealm(app.services, "alpha")).toBe("REMOVED");
  expect([...keycloak.realms.keys()]).toEqual(["beta"]);
  expect(await removeRealm(app.services, "alpha")).toBe("NONE");
});

test.each([
  ["nobody has marked", {}],
  ["another installation made", { attributes: { "vereinsheim.installation": "0123456789" } }],
])("a realm that %s stays: it may serve others", async (_who, values) => {
  keycloak.realms.set("gamma", { realm: "gamma", ...values });
  expect(await removeRealm(app.services, "gamma")).toBe("FOREIGN");
  expect(keycloak.realms.has("gamma")).toBe(true);
});

test("a Keycloak that is away says so, and the next try removes the realm", async () => {
  await aClubWithRealm("delta");
  keycloak.outage = 503;
  await expect(removeRealm(app.services, "delta")).rejects.toMatchObject({ status: 503 });
  keycloak.outage = undefined;
  expect(await removeRealm(app.services, "delta")).toBe("REMOVED");
});

test("without a Keycloak there is nothing to remove", async () => {
  const environment = { ...app.services.environment, auth: undefined };
  expect(await removeRealm({ ...app.services, environment }, "beta")).toBe("NONE");
  expect(keycloak.realms.has("beta")).toBe(true);
});
