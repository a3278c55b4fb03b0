import { best, type SearchProvider } from "#platform/server/search.ts";
import { type FoundMessage, selectFoundMessages, selectTexts } from "./search-queries.ts";

const days = new Map<string, Intl.DateTimeFormat>();

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
    const day = dayIn(tenant.timeZone);
    return found.map(({ id, subject, sender_name, sent_at, sent_by_reader }) => ({
      id,
      title: subject,
      subtitle: `${sent_by_reader ? "Von Ihnen" : sender_name} · ${day.format(sent_at)}`,
      content: texts.get(id) ?? "",
      route: `/messaging/${id}`,
    }));
  },
};

/** Making such a format takes as long as finding the messages. */
function dayIn(timeZone: string): Intl.DateTimeFormat {
  const known =
    days.get(timeZone) ??
    new Intl.DateTimeFormat("de-DE", {
      timeZone,
      day: "2-digit",
      month: "2-digit",
      year: "numeric",
    });
  days.set(timeZone, known);
  return known;
}

function textsOf({ subject, sender_name }: FoundMessage) {
  return { title: subject, rest: [sender_name] };
}
