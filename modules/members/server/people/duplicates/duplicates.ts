import type { ReadTx } from "#platform/server/database/database.ts";
import type { z } from "zod";
import type { duplicateCandidate, duplicateProbe } from "../../../contract.ts";
import { nameSound } from "./cologne.ts";
import { searchWords } from "#platform/contract/fold.ts";
import { type DuplicateRecord, selectDuplicateCandidates } from "./duplicate-queries.ts";
import { statusOn } from "../presenters.ts";
import { selectToday } from "../queries.ts";

type Probe = z.output<typeof duplicateProbe>;
type Candidate = z.output<typeof duplicateCandidate>;
type Reason = Candidate["reasons"][number];

const MOST_SHOWN = 10;
const WEIGHTS: Record<Reason["code"], number> = {
  MEMBER_NUMBER: 100,
  NAME_AND_BIRTHDAY: 90,
  SIMILAR_NAME_AND_BIRTHDAY: 70,
  EMAIL: 40,
  SAME_NAME: 30,
  PHONE: 25,
  SIMILAR_NAME: 10,
};

/** Members who may be the person being entered, the likeliest first, each with the reasons. */
export async function findDuplicates(tx: ReadTx, probe: Probe): Promise<Candidate[]> {
  const firstname = probe.firstname?.trim() ?? "";
  const lastname = probe.lastname?.trim() ?? "";
  const named = firstname !== "" && lastname !== "";
  // First and last name are easily swapped on a form.
  const sounds = named ? [nameSound(firstname, lastname), nameSound(lastname, firstname)] : [];
  const phones = [probe.phone, probe.mobile].map(lastDigits).filter((digits) => digits.length >= 6);
  const records = await selectDuplicateCandidates(tx, {
    id: probe.id,
    sounds,
    email: probe.email,
    birthday: probe.birthday,
    memberNumber: probe.memberNumber,
    phones,
  });
  const today = await selectToday(tx);
  return records
    .map((record) => ({ record, reasons: reasonsFor(record, probe, named, sounds, phones) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => weight(b.reasons) - weight(a.reasons))
    .slice(0, MOST_SHOWN)
    .map(({ record, reasons }) => ({
      user: {
        id: record.id,
        memberNumber: record.member_number,
        firstname: record.first_name,
        lastname: record.last_name,
        birthday: record.birthday,
        email: record.email,
        city: record.city,
        status: statusOn(today, record),
        inTrash: record.in_trash,
      },
      reasons,
    }));
}

function weight(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { code }) => sum + WEIGHTS[code], 0);
}

function reasonsFor(
  record: DuplicateRecord,
  probe: Probe,
  named: boolean,
  sounds: readonly string[],
  phones: readonly string[],
): Reason[] {
  const reasons: Reason[] = [];
  const add = (code: Reason["code"], text: string) => reasons.push({ code, text });
  if (probe.memberNumber !== null && probe.memberNumber === record.member_number)
    add("MEMBER_NUMBER", "Die Mitgliedsnummer ist dieselbe.");
  if (named && sounds.includes(record.name_sound)) {
    const same =
      sortedWords(`${record.first_name} ${record.last_name}`) ===
      sortedWords(`${probe.firstname ?? ""} ${probe.lastname ?? ""}`);
    const sameDay = probe.birthday !== null && probe.birthday === record.birthday;
    if (sameDay) {
      if (same) add("NAME_AND_BIRTHDAY", "Name und Geburtstag sind gleich.");
      else
        add(
          "SIMILAR_NAME_AND_BIRTHDAY",
          "Der Name klingt gleich, und der Geburtstag ist derselbe.",
        );
    } else if (probe.birthday === null || record.birthday === null) {
      if (same) add("SAME_NAME", "Der Name ist gleich.");
      else add("SIMILAR_NAME", "Der Name klingt gleich.");
    } else if (same) {
      add("SAME_NAME", "Der Name ist gleich, der Geburtstag ein anderer.");
    }
  }
  if (
    probe.email !== null &&
    record.email !== null &&
    probe.email.toLowerCase() === record.email.toLowerCase()
  ) {
    add("EMAIL", "Die E-Mail-Adresse ist dieselbe. In einer Familie kann das stimmen.");
  }
  if (
    phones.length > 0 &&
    [record.phone, record.mobile].some((phone) => phones.includes(lastDigits(phone)))
  )
    add("PHONE", "Die Telefonnummer ist dieselbe.");
  return reasons;
}

function sortedWords(name: string): string {
  return searchWords(name).sort().join(" ");
}

/** The last eight digits: `+49 171 …` and `0171 …` are the same telephone. */
function lastDigits(phone: string | null): string {
  return (phone ?? "").replace(/\D/g, "").slice(-8);
}
