import type { SearchProvider } from "#platform/server/search.ts";
import { serverModule } from "#platform/server/server-module.ts";
import { searchContract } from "../contract.ts";
import { cleanUpWords } from "./cleanup.ts";
import { searchAll } from "./search.ts";

/** The search of the whole club. It knows no module: they bring what they have to be found. */
export function searchModule(providers: readonly SearchProvider[]) {
  return serverModule({
    name: "search",
    about: "Die Suche über alles, was der Verein hat",
    tables: ["search_word"],
    contract: searchContract,
    handlers: () => ({
      async search({ query: { q, types, limit }, read, principal, tenant }) {
        const wanted = types?.split(",");
        const asked =
          wanted === undefined ? providers : providers.filter(({ type }) => wanted.includes(type));
        return read((tx) => searchAll(asked, q, { tx, reader: principal, tenant, limit }));
      },
    }),
    jobs: [cleanUpWords],
  });
}
