import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { KeycloakClient } from "./keycloak-client.ts";

const attribute = z.looseObject({
  name: z.string(),
  permissions: z.looseObject({ edit: z.array(z.string()).optional() }).optional(),
});
type Attribute = z.infer<typeof attribute>;
const profile = z.looseObject({ attributes: z.array(attribute).optional() });

/** Seen and written by administrators alone: they tell whose user one is. */
const ADMINISTRATORS = { view: ["admin"], edit: ["admin"] };
const LINKS: readonly Attribute[] = [
  { name: "loginId", displayName: "Zugang im Verein", permissions: ADMINISTRATORS },
  { name: "memberId", displayName: "Mitglied im Verein", permissions: ADMINISTRATORS },
];

/** Changed in the club and told to the Keycloak; there their owner reads them only. */
const KEPT_BY_THE_CLUB = new Set(["username", "email", "firstName", "lastName"]);

/**
 * Declares our attributes in the realm's user profile: since version 24 a Keycloak drops those that
 * it does not name. In a realm of ours names and addresses are locked besides: what is changed there
 * would be overwritten by the next change at the member. Older versions know no profile.
 */
export async function bringUserProfile(
  client: KeycloakClient,
  realm: string,
  isOurs: boolean,
): Promise<void> {
  const path = `/${realm}/users/profile`;
  const answer = await client.call("GET", path, undefined, [404]);
  if (answer.status === 404) return;
  const known = profile.parse(await answer.json());
  const { attributes = [] } = known;
  const others = attributes.filter(({ name }) => !LINKS.some((link) => link.name === name));
  const declared = attributes.filter(({ name }) => LINKS.some((link) => link.name === name));
  const links = LINKS.map((link) => ({
    ...declared.find(({ name }) => name === link.name),
    ...link,
  }));
  const wanted = { ...known, attributes: [...(isOurs ? others.map(locked) : others), ...links] };
  if (!isDeepStrictEqual(wanted, known)) await client.call("PUT", path, wanted);
}

function locked(known: Attribute): Attribute {
  if (!KEPT_BY_THE_CLUB.has(known.name)) return known;
  const changed: Attribute = { ...known, permissions: { ...known.permissions, edit: ["admin"] } };
  // Not every member has an address. A user name every user has.
  if (known.name !== "username") delete changed["required"];
  return changed;
}
