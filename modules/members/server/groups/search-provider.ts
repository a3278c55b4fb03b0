import { holdsPermission } from "../rights/permissions.ts";
import { best, holdsTerms, oncePerSearch, type SearchProvider } from "#platform/server/search.ts";
import { selectNamedGroups } from "./search-queries.ts";
import { seesGroup } from "./rules.ts";

const groupsOf = oncePerSearch(async ({ tx, reader }) =>
  (await selectNamedGroups(tx)).filter(({ id }) => seesGroup(reader, id)),
);

/** Groups by name, for readers with QUERY_GROUP; leaders find their own. */
export const groupSearch: SearchProvider = {
  type: "GROUP",
  label: "Gruppen",
  async search(request) {
    const { reader, terms, limit } = request;
    if (!holdsPermission(reader, "QUERY_GROUP") && reader.ledGroupIds.length === 0) return [];
    const found = (await groupsOf(request)).filter(({ name, parent_name }) =>
      holdsTerms(`${name} ${parent_name ?? ""}`, terms),
    );
    const textsOf = ({ name, parent_name }: (typeof found)[number]) => ({
      title: name,
      rest: [parent_name],
    });
    return best(found, textsOf, terms, limit).map(({ id, name, parent_name, description }) => ({
      id,
      title: parent_name === null ? name : `${parent_name}->${name}`,
      subtitle: description === "" ? null : description,
      route: `/groups/${id}`,
    }));
  },
};
