import { expect, test } from "vitest";
import { readGuests } from "./guest-lines.ts";

test("guests are read as people paste them, each address once", () => {
  const text =
    'Anna Muster <anna@example.org>\n\n"Öztürk, Bülent" <b.oeztuerk@example.com>\nCarla Groß; carla@example.net\ndora@example.org\nANNA@example.org\nEmil ohne Adresse\n';
  expect(readGuests(text)).toEqual({
    guests: [
      { name: "ANNA", email: "ANNA@example.org" },
      { name: "Öztürk Bülent", email: "b.oeztuerk@example.com" },
      { name: "Carla Groß", email: "carla@example.net" },
      { name: "dora", email: "dora@example.org" },
    ],
    unreadable: ["Emil ohne Adresse"],
  });
  expect(readGuests("  ")).toEqual({ guests: [], unreadable: [] });
});
