import { dashboardContract } from "#modules/dashboard/contract.ts";
import { messageMailsContract } from "#modules/messages/mail-contract.ts";
import { type Message, messagesContract as api } from "#modules/messages/contract.ts";
import { aMessage, messageForm } from "#modules/messages/server/testing.ts";
import { PIXEL } from "../../samples.ts";
import { attempt, type Club, type Kind, kind, reading } from "../testing.ts";
import { type Groups, idOf, userOf } from "../people/testing.ts";

/** Senders, recipients, those who may write and some who have nothing to do with it. */
const PEOPLE = [
  "an administrator",
  "nobody",
  "another club's administrator",
  "a member",
  "QUERY_USER",
  "SEND_MESSAGE",
  "sees members",
  "writes to members",
  "everything but administrator",
  "a leader",
  "a leader of the group above",
  "in a group",
  "granted nothing",
];

interface MessageTarget extends Message {
  name: string;
}

/** Written to people, to a group, by a leader, and one that is read. */
export async function messageKind(club: Club, { below }: Groups): Promise<Kind> {
  const records = await makeMessages(club, below);
  return kind("messages", {
    schemas: [api.getMessage.answer],
    records,
    people: PEOPLE,
    readings: [
      reading(api.searchMessages, {}),
      reading(api.searchUnread, {}),
      reading(dashboardContract.getOverview, {}),
      reading(api.searchSent, {}),
      ...records.map(({ id }) => reading(api.getMessage, { params: { id } })),
    ],
    tries: ({ id, subject, sender }) => {
      const params = { id };
      const anew = messageForm({ subject, recipientGroupIds: [below], forwardAttachmentsOf: id });
      const answer = { subject, recipientIds: sender.id === null ? [] : [sender.id], replyTo: id };
      return {
        REPLY: [
          attempt(api.sendMessage, messageForm(answer), (sent) => sent.sender.id !== sender.id),
        ],
        FORWARD: [attempt(api.sendMessage, anew)],
        COPY: [attempt(api.sendMessage, anew)],
        MARK: [attempt(api.setRead, { params, query: { read: "false" } }, ({ read }) => !read)],
        SEE_DELIVERY: [attempt(messageMailsContract.getDelivery, { params })],
        DELETE: [attempt(api.deleteMessage, { params })],
        CALL_BACK: [attempt(api.callBackMessage, { params })],
      };
    },
  });
}

async function makeMessages(club: Club, groupId: string): Promise<MessageTarget[]> {
  const { app } = club;
  const files = [{ name: "Bild.png", bytes: PIXEL }];
  const office = userOf(club, "everything but administrator");
  const member = userOf(club, "a member");
  const leader = userOf(club, "a leader");
  const recipientIds = [member.id, leader.id, idOf(club, "sees members")];
  const read = await aMessage(app, office, { recipientIds }, files);
  await app.call(api.setRead, { params: { id: read.id } }, member);
  return [
    { ...(await aMessage(app, office, { recipientIds }, files)), name: "to people" },
    {
      ...(await aMessage(app, office, { recipientGroupIds: [groupId] }, files)),
      name: "to a group",
    },
    {
      ...(await aMessage(app, leader, { recipientGroupIds: [groupId] }, files)),
      name: "of a leader",
    },
    { ...read, name: "read by the member" },
    {
      ...(await aMessage(app, office, { recipientIds, callBackSeconds: 60 }, files)),
      name: "still held",
    },
  ];
}
