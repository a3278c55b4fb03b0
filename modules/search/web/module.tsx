import { webModule } from "#platform/web/module.ts";

export default webModule({
  name: "search",
  pages: [],
  searchSource: async (text, signal) => (await import("./search-club.ts")).searchClub(text, signal),
});
