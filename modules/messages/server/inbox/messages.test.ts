import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { messagesContract as api } from "../../contract.ts";
import { aMessage, messageForm } from "../testing.ts";

let app: TestApp;
let office: TestUser;
let trainer: TestUser;
let player: TestUser;
let stranger: TestUser;
let divisionId: string;
let teamId: string;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  const admin = await app.user(club, { isAdmin: true });
  office = await app.user(club, {
    firstname: "Britta",
    lastname: "Büro",
    permissions: ["SEND_MESSAGE", "QUERY_USER", "QUERY_GROUP"],
    email: "buero@example.org",
  });
  trainer = await app.user(club, {
    firstname: "Theo",
    lastname: "Trainer",
    email: "theo@example.org",
  });
  player = await app.user(club, {
    firstname: "Paula",
    lastname: "Spielerin",
    email: "paula@example.org",
  });
  stranger = await app.user(club, { firstname: "Frida", lastname: "Fremd" });
  divisionId = (await app.call(groupsContract.createGroup, { body: { name: "Fußball" } }, admin))
    .body.id;
  teamId = (
    await app.call(
      groupsContract.createGroup,
      { body: { name: "E-Jugend", parentId: divisionId } },
      admin,
    )
  ).body.id;
  await app.call(
    groupsContract.putGroupMember,
    { params: { id: teamId, userId: trainer.id }, body: { leader: true } },
    admin,
  );
  await app.call(
    groupsContract.putGroupMember,
    { params: { id: teamId, userId: player.id }, body: {} },
    admin,
  );
});
afterAll(() => app?.close());

async function inbox(
  reader: TestUser,
  query: { q?: string; page?: number; size?: number; dir?: "ASC" | "DESC" } = {},
) {
  return (await app.call(api.searchMessages, { query }, reader)).body;
}
async function unread(reader: TestUser): Promise<number> {
  const { count } = (await app.call(api.countUnread, {}, reader)).body;
  const listed = await app.call(api.searchUnread, { query: { size: 1 } }, reader);
  expect(listed.body.totalElements).toBe(count);
  return count;
}

describe("sending and reading", () => {
  test("a group's message reaches everybody below it once, and nobody else", async () => {
    const message = await aMessage(app, office, {
      subject: "Turnier am Samstag",
      recipientGroupIds: [divisionId],
      recipientIds: [player.id],
    });
    expect(message).toMatchObject({
      sender: { id: office.id, firstname: "Britta", lastname: "Büro" },
      recipientCount: 2,
      recipientIds: [player.id],
      recipientGroupIds: [divisionId],
      recipientNames: ["Fußball", "Paula Spielerin"],
      delivery: { recipients: 2, read: 0 },
      read: true,
    });
    expect((await inbox(player)).content.filter(({ id }) => id === message.id)).toHaveLength(1);
    expect((await inbox(trainer)).content[0]).toMatchObject({
      subject: "Turnier am Samstag",
      read: false,
      recipientIds: [],
      delivery: null,
    });
    expect((await inbox(stranger)).content).toEqual([]);
    expect((await inbox(office)).content).toEqual([]);
    const sent = await app.call(api.searchSent, {}, office);
    expect(sent.body.content.map(({ id }) => id)).toContain(message.id);
  });

  test("is unread until it is marked, and can be marked unread again", async () => {
    const before = await unread(player);
    const { id } = await aMessage(app, office, { recipientIds: [player.id] });
    expect(await unread(player)).toBe(before + 1);
    const read = await app.call(api.setRead, { params: { id } }, player);
    expect(read.body.read).toBe(true);
    expect(await unread(player)).toBe(before);
    expect((await app.call(api.getMessage, { params: { id } }, office)).body.delivery?.read).toBe(
      1,
    );
    await app.call(api.setRead, { params: { id }, query: { read: "false" } }, player);
    expect(await unread(player)).toBe(before + 1);
    await app.call(api.setRead, { params: { id } }, player);
  });

  test("others find neither the message nor its files", async () => {
    const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
    const message = await aMessage(app, office, { recipientIds: [player.id] }, [
      { name: "Übersicht.pdf", bytes: pdf },
    ]);
    const [file] = message.attachments;
    expect(file).toMatchObject({
      name: "Übersicht.pdf",
      contentType: "application/pdf",
      size: pdf.length,
    });
    const params = { id: message.id, attachment: file?.id ?? "" };
    const download = await app.call(api.getAttachment, { params }, player);
    expect(download.bytes.equals(pdf)).toBe(true);
    expect(download.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-type": "application/pdf",
    });
    expect(download.headers["content-disposition"]).toBe(
      `attachment; filename=Ubersicht.pdf; filename*=UTF-8''%C3%9Cbersicht.pdf`,
    );
    for (const route of [
      api.getMessage,
      api.setRead,
      api.deleteMessage,
      api.restoreMessage,
      api.getLetterList,
    ]) {
      expect((await app.call(route, { params: { id: message.id } }, stranger)).status).toBe(404);
    }
    expect((await app.call(api.getAttachment, { params }, stranger)).status).toBe(404);
    // A file of another message, by the id of one that the reader has.
    const other = await aMessage(app, office, { recipientIds: [stranger.id] });
    expect(
      (await app.call(api.getAttachment, { params: { ...params, id: other.id } }, stranger)).status,
    ).toBe(404);
  });

  test("removing it for oneself leaves it to the others and can be taken back", async () => {
    const { id } = await aMessage(app, office, { recipientIds: [player.id, trainer.id] });
    expect((await app.call(api.deleteMessage, { params: { id } }, player)).status).toBe(204);
    expect((await app.call(api.getMessage, { params: { id } }, player)).status).toBe(404);
    expect((await app.call(api.deleteMessage, { params: { id } }, player)).status).toBe(404);
    expect((await app.call(api.getMessage, { params: { id } }, trainer)).status).toBe(200);
    expect((await app.call(api.restoreMessage, { params: { id } }, trainer)).status).toBe(404);
    const restored = await app.call(api.restoreMessage, { params: { id } }, player);
    expect(restored.body).toMatchObject({ id, read: false });
    expect((await app.call(api.deleteMessage, { params: { id } }, office)).status).toBe(204);
    expect((await app.call(api.getMessage, { params: { id } }, office)).status).toBe(404);
    expect((await app.call(api.getMessage, { params: { id } }, player)).status).toBe(200);
  });

  test("pages go from the newest to the oldest, or the other way round", async () => {
    for (const subject of ["Eins", "Zwei", "Drei"])
      await aMessage(app, office, { subject, recipientIds: [stranger.id] });
    const first = await inbox(stranger, { size: 2 });
    expect(first.content.map(({ subject }) => subject)).toEqual(["Drei", "Zwei"]);
    expect(
      (await inbox(stranger, { size: 1, page: 2 })).content.map(({ subject }) => subject),
    ).toEqual(["Eins"]);
    const oldest = await inbox(stranger, { size: 200, dir: "ASC" });
    expect(oldest.content.map(({ subject }) => subject).slice(-2)).toEqual(["Zwei", "Drei"]);
  });
});

describe("who may write to whom", () => {
  test("without the right nobody writes first, and unknown people look like forbidden ones", async () => {
    const forbidden = await app.call(
      api.sendMessage,
      messageForm({ subject: "Hallo", recipientIds: [player.id] }),
      stranger,
    );
    expect(forbidden.status).toBe(403);
    const unknown = await app.call(
      api.sendMessage,
      messageForm({ subject: "Hallo", recipientIds: ["0192d3a0-0000-7000-8000-000000000000"] }),
      stranger,
    );
    expect(unknown.status).toBe(403);
    expect({ ...(unknown.body as object), requestId: "" }).toEqual({
      ...(forbidden.body as object),
      requestId: "",
    });
    expect(
      (await app.call(api.countRecipients, { body: { recipientGroupIds: [teamId] } }, stranger))
        .status,
    ).toBe(403);
    expect(
      (await app.call(api.printLetterList, { body: { recipientGroupIds: [teamId] } }, stranger))
        .status,
    ).toBe(403);
  });

  test("whoever received a message may answer its sender", async () => {
    const { id } = await aMessage(app, office, { recipientIds: [stranger.id] });
    const answer = await aMessage(app, stranger, {
      recipientIds: [office.id],
      replyTo: id,
      subject: "AW: Arbeitseinsatz",
    });
    expect(answer).toMatchObject({ replyTo: id, recipientCount: 1 });
    expect((await app.call(api.getMessage, { params: { id } }, stranger)).body).toMatchObject({
      replied: true,
      read: true,
    });
    const foreign = await aMessage(app, office, { recipientIds: [player.id] });
    const other = await app.call(
      api.sendMessage,
      messageForm({ subject: "AW", recipientIds: [office.id], replyTo: foreign.id }),
      stranger,
    );
    expect(other.status).toBe(422);
  });

  test("leaders write to their group and its members, to no other", async () => {
    const message = await aMessage(app, trainer, { recipientGroupIds: [teamId] });
    expect(message.recipientCount).toBe(1);
    expect((await aMessage(app, trainer, { recipientIds: [player.id] })).recipientCount).toBe(1);
    expect(
      (
        await app.call(
          api.sendMessage,
          messageForm({ subject: "Hallo", recipientGroupIds: [divisionId] }),
          trainer,
        )
      ).status,
    ).toBe(403);
    const mixed = await app.call(
      api.sendMessage,
      messageForm({ subject: "Hallo", recipientGroupIds: [teamId], recipientIds: [stranger.id] }),
      trainer,
    );
    expect(mixed.status).toBe(403);
    expect(
      (mixed.body as unknown as { errors: { path: string }[] }).errors.map(({ path }) => path),
    ).toEqual(["recipientIds.0"]);
    const possible = await app.call(api.searchRecipients, {}, trainer);
    expect(possible.body.everybody).toBe(false);
    expect(possible.body.groups.map(({ name }) => name)).toEqual(["E-Jugend"]);
    expect(possible.body.people.map(({ lastname }) => lastname)).toEqual(["Spielerin", "Trainer"]);
  });

  test("what does not exist is refused at its place, and nobody at all too", async () => {
    const nobody = "0192d3a0-0000-7000-8000-000000000000";
    const answer = await app.call(
      api.sendMessage,
      messageForm({ subject: "Hallo", recipientIds: [player.id, nobody] }),
      office,
    );
    expect(answer.status).toBe(422);
    expect(
      (answer.body as unknown as { errors: { path: string }[] }).errors.map(({ path }) => path),
    ).toEqual(["recipientIds.1"]);
    expect(
      (await app.call(api.sendMessage, messageForm({ subject: "Hallo" }), office)).status,
    ).toBe(422);
  });

  test("plain members see only themselves among those named, others with QUERY_USER all", async () => {
    const { id } = await aMessage(app, office, { recipientIds: [player.id, stranger.id] });
    expect((await app.call(api.getMessage, { params: { id } }, player)).body).toMatchObject({
      recipientIds: [player.id],
      recipientCount: 2,
    });
  });
});

describe("head count", () => {
  test("says who is reached, who has no mail and who is left out", async () => {
    const club = office.tenant;
    const admin = await app.user(club, { isAdmin: true, lastname: "Admin" });
    const group = (
      await app.call(groupsContract.createGroup, { body: { name: "Senioren" } }, admin)
    ).body.id;
    const make = async (body: Record<string, unknown>) => {
      const { body: user } = await app.call(
        usersContract.createUser,
        { body: { firstname: "S", ...body } as never },
        admin,
      );
      await app.call(
        groupsContract.putGroupMember,
        { params: { id: group, userId: user.id }, body: {} },
        admin,
      );
      return user.id;
    };
    await make({
      lastname: "Brief",
      street: "Am Sportplatz 3",
      postalCode: "01067",
      city: "Dresden",
    });
    await make({ lastname: "Mail", email: "mail@example.org" });
    await make({ lastname: "Weg", email: "weg@example.org", leftOn: "2020-12-31" });
    const gone = await make({ lastname: "Papierkorb", email: "p@example.org" });
    await app.call(usersContract.deleteUser, { params: { id: gone } }, admin);
    await app.call(
      groupsContract.putGroupMember,
      { params: { id: group, userId: office.id }, body: {} },
      admin,
    );
    await app.call(
      groupsContract.putGroupMember,
      { params: { id: group, userId: player.id }, body: {} },
      admin,
    );

    const { body } = await app.call(
      api.countRecipients,
      { body: { recipientGroupIds: [group, divisionId], recipientIds: [player.id] } },
      office,
    );
    expect(body).toMatchObject({
      count: 4,
      doubles: 1,
      withMail: 3,
      mailOff: 0,
      withoutMailCount: 1,
      leftOutCount: 3,
    });
    expect(body.withoutMail.map(({ lastname }) => lastname)).toEqual(["Brief"]);
    expect(body.leftOut.map(({ lastname, reason }) => `${lastname} ${reason}`)).toEqual([
      "Büro SENDER",
      "Papierkorb DELETED",
      "Weg LEFT",
    ]);
    expect(body.groups.map(({ name, count }) => `${name} ${count}`)).toEqual([
      "Senioren 4",
      "Fußball 2",
    ]);
    const message = await aMessage(app, office, {
      recipientGroupIds: [group, divisionId],
      recipientIds: [player.id],
    });
    expect(message.recipientCount).toBe(4);

    const before = await app.call(
      api.printLetterList,
      { body: { recipientGroupIds: [group] } },
      office,
    );
    expect(before.headers["content-type"]).toBe("application/pdf");
    expect(before.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const after = await app.call(api.getLetterList, { params: { id: message.id } }, office);
    expect(after.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect((await app.call(api.getLetterList, { params: { id: message.id } }, player)).status).toBe(
      404,
    );
  });

  test("the list is frozen when the message is sent", async () => {
    const admin = await app.user(office.tenant, { isAdmin: true, lastname: "Admin" });
    const message = await aMessage(app, office, { recipientGroupIds: [teamId] });
    const late = await app.user(office.tenant, { lastname: "Spät" });
    await app.call(
      groupsContract.putGroupMember,
      { params: { id: teamId, userId: late.id }, body: {} },
      admin,
    );
    expect((await app.call(api.getMessage, { params: { id: message.id } }, late)).status).toBe(404);
    await app.call(
      groupsContract.deleteGroupMember,
      { params: { id: teamId, userId: player.id } },
      admin,
    );
    expect((await app.call(api.getMessage, { params: { id: message.id } }, player)).status).toBe(
      200,
    );
    await app.call(
      groupsContract.putGroupMember,
      { params: { id: teamId, userId: player.id }, body: {} },
      admin,
    );
  });
});

describe("search", () => {
  test("finds words in their German forms, folded, begun, and only one's own", async () => {
    await aMessage(app, office, {
      subject: "Nächste Sitzungen",
      messageContent: "<p>Die Mitgliederversammlung ist bei Müllers.</p>",
      recipientIds: [trainer.id],
    });
    for (const q of [
      "Sitzung",
      "naechste",
      "mitgliedervers",
      "Mueller",
      "muller sitzungen",
      "Britta",
    ]) {
      expect([
        q,
        (await inbox(trainer, { q })).content.some(
          ({ subject }) => subject === "Nächste Sitzungen",
        ),
      ]).toEqual([q, true]);
      expect([
        q,
        (await inbox(stranger, { q })).content.some(
          ({ subject }) => subject === "Nächste Sitzungen",
        ),
      ]).toEqual([q, false]);
    }
    expect((await inbox(trainer, { q: "Raumfahrt" })).totalElements).toBe(0);
    expect((await inbox(trainer, { q: "& | ! : * '" })).totalElements).toBe(0);
    expect(
      (await app.call(api.searchSent, { query: { q: "Sitzung" } }, office)).body.totalElements,
    ).toBe(1);
    expect(
      (await app.call(api.searchUnread, { query: { q: "Sitzung" } }, trainer)).body.totalElements,
    ).toBe(1);
  });

  test("of texts with more different words than can be kept, finds those of the beginning", async () => {
    const syllable = (index: number) => String.fromCodePoint(0xac00 + (index % 11_000));
    const words = Array.from(
      { length: 66_000 },
      (_, index) => syllable(index) + syllable(Math.floor(index / 7)),
    );
    const message = await aMessage(app, office, {
      subject: "Grüße aus Seoul",
      messageContent: words.join(" "),
      recipientIds: [stranger.id],
    });
    for (const q of ["Seoul", words[5_000] ?? ""])
      expect((await inbox(stranger, { q })).content.map(({ id }) => id)).toEqual([message.id]);
  });

  test("takes word forms as they are typed, and needs no words that say nothing", async () => {
    const { id } = await aMessage(app, office, {
      subject: "Jahreshauptversammlung",
      messageContent: "<p>Wir treffen uns zum Grillen</p>",
      recipientIds: [stranger.id],
    });
    for (const q of ["hauptversammlung", "das Grillen", "grill", "wir und die versammlung"]) {
      expect([q, (await inbox(stranger, { q })).content.map((one) => one.id)]).toEqual([q, [id]]);
      expect([
        q,
        (await app.call(api.searchSent, { query: { q } }, office)).body.content.some(
          (one) => one.id === id,
        ),
      ]).toEqual([q, true]);
    }
  });
});
