import { createAtom } from "@tanstack/react-store";

/** One entry of the red list on top of the content; it stays until dismissed. */
export interface ErrorNotice {
  id: number;
  text: string;
  /** Withdrawn when the server answers again. */
  isPassing: boolean;
}

export const errorNotices = createAtom<readonly ErrorNotice[]>([]);

const MOST = 5;
let lastId = 0;

/** The same text is not shown twice: a page that makes four failing calls says so once. */
export function addErrorNotice(text: string, { isPassing = false } = {}): void {
  const others = errorNotices.get().filter((notice) => notice.text !== text);
  lastId += 1;
  errorNotices.set([...others, { id: lastId, text, isPassing }].slice(-MOST));
}

export function dismissErrorNotice(id: number): void {
  errorNotices.set(errorNotices.get().filter((notice) => notice.id !== id));
}

/** Takes back what is no longer true when the server answers again. */
export function withdrawPassingNotices(): void {
  if (errorNotices.get().some(({ isPassing }) => isPassing))
    errorNotices.set(errorNotices.get().filter(({ isPassing }) => !isPassing));
}

/** Takes back a notice that is no longer true. */
export function withdrawErrorNotice(text: string): void {
  errorNotices.set(errorNotices.get().filter((notice) => notice.text !== text));
}
