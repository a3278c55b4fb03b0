import { createAtom } from "@tanstack/react-store";

/** One entry of the red list on top of the content; it stays until dismissed. */
export interface ErrorNotice {
  id: number;
  text: string;
}

export const errorNotices = createAtom<readonly ErrorNotice[]>([]);

const MOST = 5;
let lastId = 0;

/** The same text is not shown twice: a page that makes four failing calls says so once. */
export function addErrorNotice(text: string): void {
  const others = errorNotices.get().filter((notice) => notice.text !== text);
  lastId += 1;
  errorNotices.set([...others, { id: lastId, text }].slice(-MOST));
}

export function dismissErrorNotice(id: number): void {
  errorNotices.set(errorNotices.get().filter((notice) => notice.id !== id));
}

/** Takes back a notice that is no longer true (the server is reachable again). */
export function withdrawErrorNotice(text: string): void {
  errorNotices.set(errorNotices.get().filter((notice) => notice.text !== text));
}
