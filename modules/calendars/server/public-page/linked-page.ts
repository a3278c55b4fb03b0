import type { AppError } from "#platform/server/http/app-error.ts";
import type { ClubLook } from "#platform/server/http/server-pages/server-page.ts";
import type { Answering } from "../invitations/mailed-links.ts";

/** What a request for a page behind a mailed link is about. */
export type Visit = Answering & { club: ClubLook; publicId: string };

/** A page behind the link of a mail, with a form for the answer. */
export interface LinkedPage {
  /** With `:id` for the unguessable id. */
  path: string;
  /**
   * Returns the page as it is now. `refused` is why the form just sent was; what was typed stands
   * in it again. Throws an `AppError` for a link that leads nowhere.
   */
  show(visit: Visit, refused?: AppError): Promise<string>;
  /** Does what the sent form asks for. */
  answer(visit: Visit): Promise<void>;
}
