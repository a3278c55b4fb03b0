/**
 * What a failed sending means: RECIPIENT: never for this mail; LATER: the mail server asks to try
 * this mail again; SERVER: nothing can be sent at the moment, and this mail is not to blame.
 */
export interface Refusal {
  kind: "RECIPIENT" | "LATER" | "SERVER";
  /** SMTP status; null when the server did not get to answer. */
  code: number | null;
  /** What the server said, one line. */
  response: string;
}

/** Reads the error of a mail transport. */
export function refusalOf(error: unknown): Refusal {
  const { code, responseCode, response, command, message } = (error ?? {}) as Record<
    "code" | "response" | "command" | "message",
    unknown
  > & {
    responseCode?: unknown;
  };
  const status = typeof responseCode === "number" ? responseCode : null;
  const said = oneLine(
    typeof response === "string" ? response : typeof message === "string" ? message : String(error),
  );
  // An address that cannot be written into an SMTP command at all.
  if (status === null && code === "EENVELOPE" && command === "API")
    return { kind: "RECIPIENT", code: null, response: said };
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  // 421: the server is closing, whatever was asked.
  if (status === null || !isAboutMail || status === 421)
    return { kind: "SERVER", code: status, response: said };
  return { kind: status >= 500 ? "RECIPIENT" : "LATER", code: status, response: said };
}

function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 300);
}
