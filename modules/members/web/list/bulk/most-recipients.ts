/** As many ids as an address carries without trouble. */
export const MOST_RECIPIENTS = 40;
