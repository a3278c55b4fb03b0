import { best, type SearchProvider } from "#platform/server/search.ts";
import { type FoundMessage, selectFoundMessages, selectTexts } from "./search-queries.ts";

/** Messages received and sent, by subject, sender and text. */
export const messageSearch: SearchProvider = {
  type: "MESSAGE",
  label: "Nachrichten",
  async search({ tx, reader, tenant, terms, limit }) {
    const found = best(await selectFoundMessages(tx, reader.userId, terms), textsOf, terms, limit);
    const texts = await selectTexts(
      tx,
      found.map(({ id }) => id),
    );
    const day = new Intl.DateTimeFormat("de-DE", { timeZone: tenant.timeZone, day: "2-digit", month: "2-digit", year: "numeric" });
    return found.map(({ id, subject, sender_name, sent_at, sent_by_reader }) => ({
      id,
      title: subject,
      subtitle: `${sent_by_reader ? "Von Ihnen" : sender_name} · ${day.format(sent_at)}`,
      content: texts.get(id) ?? "",
      route: `/messaging/${id}`,
    }));
  },
};

function textsOf({ subject, sender_name }: FoundMessage) {
  return { title: subject, rest: [sender_name] };
}
