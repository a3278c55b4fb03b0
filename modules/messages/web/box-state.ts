import { z } from "zod";
import { inAddress } from "#platform/web/navigation.tsx";

/** The three places messages lie in. */
export const BOXES = ["inbox", "sent", "drafts"] as const;
export type Box = (typeof BOXES)[number];

export const BOX_LABELS: Readonly<Record<Box, string>> = {
  inbox: "Posteingang",
  sent: "Gesendet",
  drafts: "Entwürfe",
};

/** The state of the messages' page in its address. */
export const boxState = z.object({
  box: inAddress.oneOf(BOXES, "inbox"),
  q: inAddress.text(),
  /** Links from lists of members write to these; the page leads on to the form. */
  recipients: inAddress.text(),
});
export type BoxState = Pick<z.output<typeof boxState>, "box" | "q">;

/** Parameters of an address; what is the default is left out. */
export function boxSearch({ box, q }: BoxState): Record<string, string> {
  return { ...(box !== "inbox" && { box }), ...(q !== "" && { q }) };
}

/** The address of a message, or of the box without one, that keeps the box and the search. */
export function messageAddress(id: string | undefined, state: BoxState): string {
  const query = new URLSearchParams(boxSearch(state)).toString();
  return `/messaging${id === undefined ? "" : `/${id}`}${query === "" ? "" : `?${query}`}`;
}
