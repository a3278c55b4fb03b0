import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Me, usersContract } from "../../contract.ts";
import { selectMember, selectToday } from "./queries.ts";
import { toMe } from "./presenters.ts";
import { updateOwnMember } from "./save-member.ts";

type MeHandlers = Pick<Handlers<typeof usersContract>, "getMe" | "updateMe">;

async function readMe(tx: ReadTx, id: string): Promise<Me> {
  const today = await selectToday(tx);
  const record = await selectMember(tx, id, today);
  if (record === undefined) throw new AppError("UNAUTHENTICATED");
  return toMe(record, today);
}

export const meHandlers: MeHandlers = {
  async getMe({ principal, read }) {
    return read((tx) => readMe(tx, principal.userId));
  },
  async updateMe({ principal, body, write }) {
    return write(
      async (tx) => {
        await updateOwnMember(tx, principal.userId, body, toMe);
        return readMe(tx, principal.userId);
      },
      { way: "PROFILE" },
    );
  },
};
