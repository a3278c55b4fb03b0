import { foldedText } from "#platform/contract/fold.ts";
import { best, type SearchProvider, type SearchTerm, sqlTerms } from "#platform/server/search.ts";
import { clubDay } from "./club-day.ts";
import { holdsPermission } from "./permissions.ts";
import { type FoundMember, selectFoundMembers } from "./search-queries.ts";

/** Members by name, number, mail, telephone and place, for whoever sees the list of members. */
export const memberSearch: SearchProvider = {
  type: "USER",
  label: "Mitglieder",
  async search({ tx, reader, tenant, terms, limit }) {
    if (!holdsPermission(reader, "QUERY_USER")) return [];
    const found = await selectFoundMembers(tx, sqlTerms(terms), clubDay(tenant.timeZone));
    return best(found, textsOf, terms, limit).map((member) => ({
      id: member.id,
      title: nameOf(member),
      subtitle: detailsOf(member, terms),
      route: `/users/${member.id}`,
    }));
  },
  listOfAll: (query) => ({ label: `Alle Mitglieder mit „${query}“`, route: `/users?q=${encodeURIComponent(query)}` }),
};

function nameOf({ first_name, last_name }: FoundMember): string {
  return `${first_name} ${last_name}`.trim();
}

function textsOf(member: FoundMember) {
  const { member_number, email, phone, mobile, postal_code, city, street } = member;
  return { title: nameOf(member), rest: [member_number, email, phone, mobile, postal_code, city, street] };
}

/** Number and place, and what else the hit is in. */
function detailsOf({ member_number, email, phone, mobile, street, postal_code, city, has_left }: FoundMember, terms: readonly SearchTerm[]): string {
  const met = (value: string | null) =>
    value !== null && terms.some(({ word }) => foldedText(value).includes(word) || digits(value).includes(digits(word) || " "));
  const place = [met(postal_code) ? postal_code : null, city].filter(Boolean).join(" ");
  return [`Nr. ${member_number}`, has_left ? "ehemalig" : null, met(street) ? street : null, place, ...[email, phone, mobile].filter(met)]
    .filter(Boolean)
    .join(" · ");
}

/** What follows the dialling code's zeros, as the search compares telephone numbers. */
function digits(text: string): string {
  return /\p{L}/u.test(text) ? "" : text.replace(/^(\+49|0049|0)/, "").replace(/\D/g, "");
}
