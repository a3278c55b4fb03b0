import { holdsPermission } from "#modules/users/server/public.ts";
import { best, holdsTerms, type SearchProvider } from "#platform/server/search.ts";
import { selectNamedGroups } from "./search-queries.ts";
import { seesGroup } from "./rules.ts";

/** Groups by name, for whoever sees groups, and for leaders their own. */
export const groupSearch: SearchProvider = {
  type: "GROUP",
  label: "Gruppen",
  async search({ tx, reader, terms, limit }) {
    if (!holdsPermission(reader, "QUERY_GROUP") && reader.ledGroupIds.length === 0) return [];
    const found = (await selectNamedGroups(tx)).filter(
      ({ id, name, parent_name }) => seesGroup(reader, id) && holdsTerms(`${name} ${parent_name ?? ""}`, terms),
    );
    const textsOf = ({ name, parent_name }: (typeof found)[number]) => ({ title: name, rest: [parent_name] });
    return best(found, textsOf, terms, limit).map(({ id, name, parent_name, description }) => ({
      id,
      title: parent_name === null ? name : `${parent_name}->${name}`,
      subtitle: description === "" ? null : description,
      route: `/groups/${id}`,
    }));
  },
};
