import {
  looksLikeDate,
  looksLikeEmail,
  looksLikeIban,
  looksLikePhone,
} from "../values/value-shapes.ts";

/** Share of the cells that settles what a column can be. */
const MOST = 0.7;

/** Contents that leave few roles, whatever the heading says: `privat` above telephone numbers is one. */
const TELLING: readonly { is: (text: string) => boolean; roles: ReadonlySet<string> }[] = [
  {
    is: looksLikePhone,
    roles: new Set([
      ..."phone,mobile,phones,fax,workPhone,furtherPhone,furtherMobile,parentPhone".split(","),
      ..."account,pass,other,memberNumber,key".split(","),
    ]),
  },
  {
    is: looksLikeEmail,
    roles: new Set("email,workEmail,furtherEmail,parentEmail,loginName,other".split(",")),
  },
  {
    is: (text) => looksLikeIban(text) || /\b[a-z]{2}\d{2}(?:\s?\d{4}){4}\s?\d{2}\b/i.test(text),
    roles: new Set(["iban", "account", "other"]),
  },
  {
    is: looksLikeDate,
    roles: new Set([
      ..."birthday,joinedOn,leftOn,terminatedOn,deceasedOn,mandateDay,changed".split(","),
      ..."licenceDay,wedding,honoured,someDay,payment,consent,other".split(","),
    ]),
  },
];

/** Returns whether contents allow a role; made once for a column. */
export function rolesOfContents(texts: readonly string[]): (role: string) => boolean {
  const filled = texts.filter((text) => text !== "");
  const found = TELLING.find(
    ({ is }) => filled.length > 0 && filled.filter(is).length >= filled.length * MOST,
  );
  return found === undefined ? () => true : (role) => found.roles.has(role);
}
