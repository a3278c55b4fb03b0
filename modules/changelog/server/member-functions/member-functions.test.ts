import { expect, test } from "vitest";
import { MEMBER_FUNCTIONS_FILE, memberFunctions } from "./member-functions-queries.ts";

test("the history's functions know every field of a member; else run npm run db:generate", async () => {
  await expect(memberFunctions()).toMatchFileSnapshot(
    `../../../../${MEMBER_FUNCTIONS_FILE}`,
    "run npm run db:generate",
  );
});
