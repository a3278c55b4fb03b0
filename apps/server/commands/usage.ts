import { Refusal } from "#platform/server/refusal.ts";

/** The command was not called rightly; the help is shown with the sentence. */
export class Usage extends Refusal {}
