import { best, type SearchProvider } from "#platform/server/search.ts";
import { type FoundMessage, selectFoundMessages } from "./search-queries.ts";

/** Messages received and sent, by subject, sender and text. */
export const messageSearch: SearchProvider = {
  type: "MESSAGE",
  label: "Nachrichten",
  async search({ tx, reader, tenant, terms, limit }) {
    const found = await selectFoundMessages(tx, reader.userId, terms);
    const day = new Intl.DateTimeFormat("de-DE", { timeZone: tenant.timeZone, day: "2-digit", month: "2-digit", year: "numeric" });
    return best(found, textsOf, terms, limit).map(({ id, subject, plain_text, sender_name, sent_at, sent_by_reader }) => ({
      id,
      title: subject,
      subtitle: `${sent_by_reader ? "Von Ihnen" : sender_name} · ${day.format(sent_at)}`,
      content: plain_text,
      route: `/messaging/${id}`,
    }));
  },
};

function textsOf({ subject, sender_name }: FoundMessage) {
  return { title: subject, rest: [sender_name] };
}
