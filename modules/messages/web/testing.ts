/** Records and a server for the component tests of the messages. */
import { toPage } from "#platform/contract/paging.ts";
import { FakeApi } from "#platform/web/testing.ts";
import {
  messagesContract,
  type Audience,
  type Draft,
  type Message,
  type PossibleAddressees,
} from "../contract.ts";

export const OTTO = {
  id: "0193a000-0000-7000-8000-0000000000d1",
  firstname: "Otto",
  lastname: "Lang",
};
export const CHOIR = {
  id: "0193a000-0000-7000-8000-0000000000a1",
  name: "Chor",
  groupName: null,
  count: 12,
};

/** A message that the reader received and may do everything with. */
export const TRAINING: Message = {
  id: "0193a000-0000-7000-8000-0000000000e1",
  subject: "Probe fällt aus",
  messageContent: "<p>Am <strong>Dienstag</strong> ist keine Probe.</p>",
  preview: "Am Dienstag ist keine Probe.",
  createDate: "2026-11-22T18:30:00+01:00",
  sender: { ...OTTO, hasProfilePicture: false },
  recipientIds: [],
  recipientGroupIds: [CHOIR.id],
  recipientSets: [],
  recipientNames: ["Chor"],
  recipientCount: 12,
  attachments: [],
  read: false,
  replied: false,
  replyTo: null,
  delivery: null,
  heldUntil: null,
  can: ["REPLY", "FORWARD", "COPY", "DELETE", "MARK"],
};

export function messageOf(number: number, part: Partial<Message> = {}): Message {
  const id = `0193a000-0000-7000-8000-${String(number).padStart(12, "0")}`;
  return { ...TRAINING, id, subject: `Nachricht ${number}`, ...part };
}

export const DRAFT: Draft = {
  id: "0193a000-0000-7000-8000-0000000000e7",
  subject: "Sommerfest",
  messageContent: "<p>Wer hilft beim Aufbau?</p>",
  recipientIds: [],
  recipientGroupIds: [CHOIR.id],
  recipientSets: [],
  recipientNames: ["Chor"],
  replyTo: null,
  attachments: [],
  updatedAt: "2026-11-22T17:05:00+01:00",
  version: 4,
};

/** Whom somebody with the right to send messages finds. */
const EVERYBODY: PossibleAddressees = {
  everybody: true,
  people: [{ ...OTTO, hasMail: true }],
  groups: [CHOIR],
  sets: [],
};
export const NOBODY: PossibleAddressees = {
  everybody: false,
  people: [],
  groups: [],
  sets: [],
};

export const AUDIENCE: Audience = {
  count: 12,
  doubles: 0,
  withMail: 12,
  mailOff: 0,
  withoutMailCount: 0,
  withoutMail: [],
  leftOutCount: 0,
  leftOut: [],
  people: [],
  groups: [CHOIR],
  sets: [],
};

interface Boxes {
  inbox?: Message[];
  sent?: Message[];
  drafts?: Draft[];
  possible?: PossibleAddressees;
}

/** The server with these messages and drafts, paged and searched by subject as it does it. */
export function serverWith({
  inbox = [],
  sent = [],
  drafts = [],
  possible = EVERYBODY,
}: Boxes): FakeApi {
  const api = new FakeApi();
  const listed = (
    all: Message[],
    query: { q?: string | undefined; page: number; size: number },
  ) => {
    const hits = all.filter(({ subject }) => subject.includes(query.q ?? ""));
    const begin = query.page * query.size;
    return toPage(hits.slice(begin, begin + query.size), hits.length, query);
  };
  const unread = () => inbox.filter(({ read }) => !read);
  api.answer(messagesContract.searchMessages, ({ query }) => listed(inbox, query));
  api.answer(messagesContract.searchSent, ({ query }) => listed(sent, query));
  api.answer(messagesContract.searchUnread, ({ query }) => listed(unread(), query));
  api.answer(messagesContract.countUnread, () => ({ count: unread().length }));
  api.answer(messagesContract.searchDrafts, ({ query }) => toPage(drafts, drafts.length, query));
  api.answer(messagesContract.searchRecipients, possible);
  return api;
}
