import { homeOf } from "#modules/identity/server/public.ts";
import { addressLines } from "#modules/members/server/public.ts";
import { tenantBranding } from "#modules/tenants/server/public.ts";
import { attachment } from "#platform/server/http/content-disposition.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import type { messagesContract } from "../../contract.ts";
import {
  type LetterRecipient,
  selectRecipientsWithoutMail,
  selectWithoutMail,
} from "../addressees/addressed-queries.ts";
import { resolveAddressees } from "../addressees/addressees.ts";
import { type LetterList, letterList } from "./letter-list.ts";
import { selectMessage } from "../inbox/message-queries.ts";
import { seesAddresses } from "../addressees/rules.ts";

type Routes = Pick<typeof messagesContract, "printLetterList" | "getLetterList">;

export function letterHandlers({ environment, recipientSources }: Services): Handlers<Routes> {
  /** The paper of one transaction's findings; it is laid out when the transaction has ended. */
  async function prepared(
    tx: ReadTx,
    people: readonly LetterRecipient[],
    reader: Principal,
    subject: string | null,
    timeZone: string,
  ): Promise<LetterList> {
    const { clubName, accentColor } = await tenantBranding(tx, (name) => homeOf(environment, name));
    const printed = new Intl.DateTimeFormat("de-DE", {
      timeZone,
      dateStyle: "medium",
      timeStyle: "short",
    }).format(new Date());
    const lines = people.map((person) =>
      seesAddresses(reader) ? listLines(person) : [listName(person)],
    );
    return { clubName, accentColor, subject, printed: `${printed} Uhr`, people: lines };
  }
  const answer = async (list: LetterList) => ({
    contentType: "application/pdf",
    content: await letterList(list),
    headers: attachment("Briefliste.pdf"),
  });

  return {
    async printLetterList({ read, principal, body, tenant }) {
      const list = await read(async (tx) => {
        const addressees = await resolveAddressees(tx, principal, body, recipientSources);
        return prepared(
          tx,
          await selectWithoutMail(tx, addressees, principal.userId),
          principal,
          null,
          tenant.timeZone,
        );
      });
      return answer(list);
    },
    async getLetterList({ read, principal, params, tenant }) {
      const list = await read(async (tx) => {
        const record = await selectMessage(tx, params.id, principal.userId, { people: 0 });
        if (record?.sent_by_reader !== true) throw notFound();
        return prepared(
          tx,
          await selectRecipientsWithoutMail(tx, params.id),
          principal,
          record.subject,
          tenant.timeZone,
        );
      });
      return answer(list);
    },
  };
}

function listName({ last_name, first_name }: LetterRecipient): string {
  return [last_name, first_name].filter((part) => part !== "").join(", ");
}

/** The name, then the address as it stands on an envelope. */
function listLines(person: LetterRecipient): string[] {
  const lines = addressLines({
    street: person.street,
    addressAddition: person.address_addition,
    postalCode: person.postal_code,
    city: person.city,
    country: person.country,
  });
  return [listName(person), ...(lines.length === 0 ? ["Keine Anschrift eingetragen"] : lines)];
}
