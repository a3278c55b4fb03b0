import { formatNumber, plural } from "#platform/web/format/format.ts";
import type { LeftOutReason, SharedChoice } from "../../../contract.ts";

const members = (count: number) => plural(count, "Mitglied", "Mitglieder");
const verb = (count: number, one: string, many: string) => (count === 1 ? one : many);

const leftOut: Record<LeftOutReason, (count: number) => string> = {
  GONE: (count) => `${members(count)} ${verb(count, "gehört", "gehören")} nicht mehr zum Verein`,
  ACTIVE: (count) => `${members(count)} ${verb(count, "hat", "haben")} schon einen Zugang`,
  DISABLED: (count) =>
    `${verb(count, "Der Zugang", "Die Zugänge")} von ${plural(count, "Mitglied", "Mitgliedern")} ${verb(count, "ist", "sind")} abgeschaltet`,
  OUTRANKED: (count) =>
    `${members(count)} ${verb(count, "hat", "haben")} mehr Rechte als Sie; einladen kann sie jemand mit denselben Rechten`,
  WITHOUT_MAIL: (count) => `${members(count)} ${verb(count, "hat", "haben")} keine E-Mail-Adresse`,
  INVITED: (count) =>
    `${members(count)} ${verb(count, "ist", "sind")} schon eingeladen und ${verb(count, "war", "waren")} noch nicht da`,
  SHARED: (count) =>
    `${members(count)} ${verb(count, "bleibt", "bleiben")} draußen, weil andere dieselbe Adresse haben`,
};

const sharedChoices: Record<SharedChoice, string> = {
  OLDEST: "Die älteste Person an jeder Adresse (Kinder brauchen meist keinen eigenen Zugang)",
  ALL: "Alle, jede Person mit eigenem Benutzernamen",
  NONE: "Niemanden von ihnen",
};

/** The words about inviting many to log in. */
export const invitationTexts = {
  title: "Zur Anmeldung einladen",
  invited: (count: number) =>
    count === 0
      ? "Von den Ausgewählten wird niemand eingeladen."
      : `${members(count)} ${verb(count, "wird", "werden")} eingeladen.`,
  others: "Die anderen Ausgewählten",
  leftOut,
  shared: (people: number, addresses: number) =>
    `${members(people)} ${verb(people, "teilt", "teilen")} ${plural(addresses, "Adresse", "Adressen")} mit anderen`,
  sharedQuestion: "Wen einladen, wenn mehrere dieselbe Adresse haben?",
  sharedChoices,
  again: (count: number) =>
    `${formatNumber(count)} schon ${verb(count, "Eingeladenen", "Eingeladene")} noch einmal einladen`,
  remind: "Nach einer Woche einmal erinnern, wer noch nicht da war",
  final:
    "Jede Person bekommt eine E-Mail mit einem Link, der sieben Tage gilt. Zurückholen lassen sich die E-Mails nicht.",
  send: (count: number) => `${formatNumber(count)} einladen`,
  done: (count: number) =>
    count === 1
      ? "Eine Einladung geht hinaus."
      : `${formatNumber(count)} Einladungen gehen hinaus.`,
} as const;
