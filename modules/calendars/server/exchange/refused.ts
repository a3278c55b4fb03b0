/** A file that can't be read at all; the message is a German sentence for people. */
export class Refused extends Error {}
