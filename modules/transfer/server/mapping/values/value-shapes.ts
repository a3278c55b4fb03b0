import { electronicFormatIBAN, isValidIBAN } from "ibantools";

/** What a value looks like, without knowing its column. */

const DATE =
  /^(?:\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})|\d{4}-\d{1,2}-\d{1,2}(?:[T ].*)?|\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2}))$/;
const EMAIL = /^(?:mailto:)?[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>.]{2,}$/i;
const PHONE = /^(?:\+|00|0|\(0)[\d\s()/.-]{5,24}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function looksLikeDate(text: string): boolean {
  return DATE.test(text);
}

export function looksLikeEmail(text: string): boolean {
  return EMAIL.test(text);
}

export function looksLikePhone(text: string): boolean {
  return PHONE.test(text) && !looksLikeDate(text);
}

export function looksLikeMobile(text: string): boolean {
  return /^(?:\+49|0049|0)1[5-7]/.test(text.replace(/[\s()/.-]/g, "").replace(/^\+490/, "+49"));
}

export function looksLikeUuid(text: string): boolean {
  return UUID.test(text);
}

export function looksLikeIban(text: string): boolean {
  return (
    /^[A-Z]{2}\d{2}[\sA-Z\d]{10,40}$/i.test(text) && isValidIBAN(electronicFormatIBAN(text) ?? "")
  );
}

/** Anything that no column is called: days, addresses, amounts, account numbers. */
export function looksLikeValue(text: string): boolean {
  return (
    /^[-+]?\d[\d.,'\s]*(?:€|EUR|%)?$/.test(text) ||
    looksLikeDate(text) ||
    looksLikeEmail(text) ||
    looksLikePhone(text) ||
    looksLikeIban(text)
  );
}
