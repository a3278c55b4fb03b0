import { createHash } from "node:crypto";

/** Content security policy of the pages; the identity provider narrows or widens it for its own. */
export const PAGE_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // Mantine writes its variables into style elements; scripts never may.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", "data:", "blob:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  mediaSrc: ["'self'", "blob:"],
  frameSrc: ["'self'"],
  workerSrc: ["'self'", "blob:"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'self'"],
};

/** Returns the policy as the value of a header or of a meta element. */
export function policyText(policy: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(policy)
    .map(([name, sources]) => {
      const directive = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `${directive} ${sources.join(" ")}`;
    })
    .join("; ");
}

/** Returns the policy of a page that holds scripts of its own, each allowed by its hash. */
export function policyWithScripts(html: string, policy: typeof PAGE_POLICY): string {
  return policyText({ ...policy, scriptSrc: [...policy.scriptSrc, ...scriptHashes(html)] });
}

/** Returns the sources that allow the scripts inside a page, and no others. */
export function scriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
