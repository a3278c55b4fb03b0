const REPLY = /\b([2-5]\d\d)(?:[ -]([2-5]\.\d{1,3}\.\d{1,3})\b)?/;

/**
 * Returns code and enhanced status of a mail server's reply (`550 5.1.1`). Its words name the
 * recipient as a rule.
 */
export function smtpReply(response: string | null | undefined): string {
  const [, code, status] = REPLY.exec(response ?? "") ?? [];
  if (code === undefined) return "no reply";
  return status === undefined ? code : `${code} ${status}`;
}
