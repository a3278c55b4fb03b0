import { expect, test } from "vitest";
import { z } from "zod";
import { setGermanMessages } from "./german-issues.ts";

const person = z.strictObject({
  name: z.string().min(2),
  age: z.number(),
  tags: z.array(z.string()),
});

test("a missing field and one of the wrong kind are told in words a person understands", () => {
  setGermanMessages();
  const messages = person
    .safeParse({ age: "x", tags: "x" })
    .error?.issues.map(({ message }) => message);
  expect(messages).toEqual([
    "Diese Angabe fehlt.",
    "Hier wird eine Zahl erwartet.",
    "Hier wird eine Liste erwartet.",
  ]);
});

test("other refusals keep zod's German", () => {
  setGermanMessages();
  expect(person.safeParse({ name: "x", age: 1, tags: [] }).error?.issues[0]?.message).toMatch(
    /mindestens|Zu klein|>=2/,
  );
});
