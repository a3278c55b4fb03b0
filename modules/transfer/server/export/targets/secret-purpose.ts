/** What passwords of destinations are encrypted for. */
export const SECRET_PURPOSE = "export-destination";
