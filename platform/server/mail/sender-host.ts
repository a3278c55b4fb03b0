/** Returns the host of the sender's address, which the Message-IDs of its mails name. */
export function senderHost(mailFrom: string): string {
  return /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost";
}

/**
 * Returns a queued mail's Message-ID with the sender's host. What stands in the queue has none of
 * its own: the address may change until the mail goes out.
 */
export function messageIdOf(queued: string, mailFrom: string): string {
  return queued.replace(/@[^@]*$/, () => `@${senderHost(mailFrom)}>`);
}

/** Returns the bare address of a sender such as `Verein <post@example.org>`. */
export function senderAddress(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}
