import { homeOf } from "#modules/identity/server/public.ts";
import { tenantBranding } from "#modules/tenants/server/public.ts";
import { printedLetters } from "#platform/server/documents/letters.ts";
import { fieldProblem } from "#platform/server/http/app-error.ts";
import { attachment } from "#platform/server/http/content-disposition.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import { LETTER_PLACEHOLDERS, type usersContract } from "../../contract.ts";
import { type Celebrated, peopleOf } from "../jubilees/occasions.ts";
import { clubDay } from "../people/club-day.ts";
import { addressLines } from "./address-lines.ts";
import { envelopeName, filledText, salutationLine, unknownPlaceholders } from "./letter-text.ts";

const LIMITS = { timeMs: 30_000, memoryMb: 512 };

type LetterHandlers = Pick<Handlers<typeof usersContract>, "printLetters">;

export function letterHandlers({ environment }: Pick<Services, "environment">): LetterHandlers {
  return {
    async printLetters({ body, principal, tenant, read }) {
      const { subject, text, occasions } = body;
      for (const [field, value] of Object.entries({ subject, text }))
        checkPlaceholders(field, value);
      const day = clubDay(tenant.timeZone);
      const { people, branding } = await read(async (tx) => ({
        people: await peopleOf(tx, occasions, { day, principal }),
        branding: await tenantBranding(tx, (name) => homeOf(environment, name)),
      }));
      const pdf = await printedLetters(
        {
          clubName: branding.clubName,
          accentColor: branding.accentColor,
          title: "Briefe",
          date: new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeZone: "UTC" }).format(
            new Date(`${day}T00:00:00Z`),
          ),
          letters: people.map((one) => letterTo(one, subject, text)),
        },
        LIMITS,
      );
      return {
        contentType: "application/pdf",
        content: pdf,
        headers: attachment(`Briefe ${day}.pdf`),
      };
    },
  };
}

function letterTo(celebrated: Celebrated, subject: string, text: string) {
  const { person } = celebrated;
  return {
    address: [envelopeName(person), ...addressLines(person)],
    subject: filledText(subject, celebrated),
    text: `${salutationLine(person)}\n\n${filledText(text, celebrated)}`,
  };
}

function checkPlaceholders(field: string, text: string): void {
  const [unknown] = unknownPlaceholders(text);
  if (unknown === undefined) return;
  const known = LETTER_PLACEHOLDERS.map((name) => `{${name}}`).join(", ");
  throw fieldProblem(field, `„{${unknown}}“ gibt es nicht. Möglich sind ${known}.`);
}
