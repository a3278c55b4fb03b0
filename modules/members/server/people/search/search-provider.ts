import { foldedText } from "#platform/contract/fold.ts";
import {
  best,
  holdsTerms,
  type SearchProvider,
  type SearchTerm,
  sqlTerms,
} from "#platform/server/search.ts";
import { clubDay } from "../club-day.ts";
import { holdsPermission } from "../../rights/permissions.ts";
import { type FoundMember, selectFoundMembers } from "./search-queries.ts";

const TITLES = new Set(["dr", "prof", "dipl", "ing", "mag", "med"]);

/** Members by name, number, mail, telephone and place, for readers of the member list. */
export const memberSearch: SearchProvider = {
  type: "USER",
  label: "Mitglieder",
  async search({ tx, reader, tenant, terms, limit }) {
    if (!holdsPermission(reader, "QUERY_USER")) return [];
    const today = clubDay(tenant.timeZone);
    const found = await selectFoundMembers(tx, sqlTerms(terms), { today });
    const titled = await withTitle(terms, (rest) =>
      selectFoundMembers(tx, rest, { today, titled: true }),
    );
    const known = new Set(found.map(({ id }) => id));
    return best(
      [...found, ...titled.filter(({ id }) => !known.has(id))],
      textsOf,
      terms,
      limit,
    ).map((member) => ({
      id: member.id,
      title: isTitled(member, terms) ? `${member.title ?? ""} ${nameOf(member)}` : nameOf(member),
      subtitle: detailsOf(member, terms),
      route: `/users/${member.id}`,
    }));
  },
  listOfAll: (query) => ({
    label: `Alle Mitglieder mit „${query}“`,
    route: `/users?q=${encodeURIComponent(query)}`,
  }),
};

/**
 * `Dr. Müller`: titles stand in no list of words, but few members have one. Those whose title the
 * query names.
 */
async function withTitle(
  terms: readonly SearchTerm[],
  find: (rest: readonly string[]) => Promise<FoundMember[]>,
): Promise<FoundMember[]> {
  const titles = terms.filter(isTitle);
  if (titles.length === 0 || titles.length === terms.length) return [];
  const found = await find(sqlTerms(terms.filter((term) => !isTitle(term))));
  return found.filter(({ title }) => holdsTerms(title ?? "", titles));
}

function isTitle({ word }: SearchTerm): boolean {
  return TITLES.has(word) || /^\p{L}+\.$/u.test(word);
}

function isTitled({ title }: FoundMember, terms: readonly SearchTerm[]): boolean {
  const titles = terms.filter(isTitle);
  return title !== null && titles.length > 0 && holdsTerms(title, titles);
}

function nameOf({ first_name, last_name }: FoundMember): string {
  return `${first_name} ${last_name}`.trim();
}

function textsOf(member: FoundMember) {
  const { title, member_number, email, phone, mobile, postal_code, city, street } = member;
  return {
    title: nameOf(member),
    rest: [title, member_number, email, phone, mobile, postal_code, city, street],
  };
}

/** Number and place, and what else the hit is in. */
function detailsOf(
  { member_number, email, phone, mobile, street, postal_code, city, has_left }: FoundMember,
  terms: readonly SearchTerm[],
): string {
  const met = (value: string | null) =>
    value !== null &&
    terms.some(
      ({ word }) => foldedText(value).includes(word) || digits(value).includes(digits(word) || " "),
    );
  const place = [met(postal_code) ? postal_code : null, city].filter(Boolean).join(" ");
  return [
    `Nr. ${member_number}`,
    has_left ? "ehemalig" : null,
    met(street) ? street : null,
    place,
    ...[email, phone, mobile].filter(met),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What follows the dialling code's zeros, as the search compares telephone numbers. */
function digits(text: string): string {
  return /\p{L}/u.test(text) ? "" : text.replace(/^(\+49|0049|0)/, "").replace(/\D/g, "");
}
