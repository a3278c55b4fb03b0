import { call } from "#platform/web/api/api.ts";
import { queryClient } from "#platform/web/api/query-client.ts";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { messagesContract, type Message } from "../contract.ts";
import { subjectWords } from "./message-words.ts";
import { LIST_KEY, messageKey, type MessagePage } from "./queries.ts";
import { unreadCountQuery } from "./unread-count.ts";

let latest: Promise<unknown> = Promise.resolve();

/**
 * Changes reach the server in the order in which they were made: a mark that comes after the
 * deletion finds nothing.
 */
function inOrder<T>(change: () => Promise<T>): Promise<T> {
  const mine = latest.then(change);
  latest = mine.catch(() => undefined);
  return mine;
}

/** Marks a received message; the lists show it at once. */
export async function markRead(message: Message, read: boolean): Promise<void> {
  if (message.read === read) return;
  showAsRead(message.id, read);
  try {
    await inOrder(() =>
      call(messagesContract.setRead, {
        params: { id: message.id },
        query: { read: read ? "true" : "false" },
        quiet: true,
      }),
    );
  } finally {
    await messagesChanged();
  }
}

function showAsRead(id: string, read: boolean): void {
  queryClient.setQueriesData<MessagePage>(
    { queryKey: LIST_KEY },
    (page) =>
      page && {
        ...page,
        content: page.content.map((one) => (one.id === id ? { ...one, read } : one)),
      },
  );
  queryClient.setQueryData<Message>(messageKey(id), (one) => one && { ...one, read });
  queryClient.setQueryData(unreadCountQuery.queryKey, (count: number | undefined) =>
    count === undefined ? undefined : Math.max(0, count + (read ? -1 : 1)),
  );
}

type Remove = (task: () => Promise<unknown>) => Promise<unknown>;

/**
 * Takes a message out of the reader's own lists; can be taken back. `around`: leaves the page of
 * the message with it.
 */
export async function deleteMessage(
  message: Message,
  around: Remove = (task) => task(),
): Promise<void> {
  await around(() =>
    inOrder(() => call(messagesContract.deleteMessage, { params: { id: message.id } })),
  );
  await messagesChanged();
  showUndo(`„${subjectWords(message.subject)}“ ist gelöscht.`, async () => {
    await inOrder(() => call(messagesContract.restoreMessage, { params: { id: message.id } }));
    await messagesChanged();
  });
}

/** After a draft became a message, or a message a draft. */
export async function boxesChanged(): Promise<void> {
  await Promise.all(
    [["message"], ["message-draft"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

export function messagesChanged(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["message"] });
}
