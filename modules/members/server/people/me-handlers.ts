import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Me, usersContract } from "../../contract.ts";
import { clubDay } from "./club-day.ts";
import { selectMember } from "./queries.ts";
import { toMe } from "./presenters.ts";
import { updateOwnMember } from "./save-member.ts";

type MeHandlers = Pick<Handlers<typeof usersContract>, "getMe" | "updateMe">;

async function readMe(tx: ReadTx, id: string, today: string): Promise<Me> {
  const record = await selectMember(tx, id, today);
  if (record === undefined) throw new AppError("UNAUTHENTICATED");
  return toMe(record, today);
}

export const meHandlers: MeHandlers = {
  async getMe({ tenant, principal, read }) {
    return read((tx) => readMe(tx, principal.userId, clubDay(tenant.timeZone)));
  },
  async updateMe({ tenant, principal, body, write }) {
    return write(
      async (tx) => {
        await updateOwnMember(tx, principal.userId, body, toMe);
        return readMe(tx, principal.userId, clubDay(tenant.timeZone));
      },
      { way: "PROFILE" },
    );
  },
};
