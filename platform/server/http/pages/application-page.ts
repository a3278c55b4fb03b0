import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { escapeHtml } from "#platform/contract/escape-html.ts";
import type { Environment } from "../../environment.ts";
import { PAGE_POLICY, policyWithScripts } from "./page-policy.ts";

/** The document of the application, by the name of its club. */
export interface ApplicationPage {
  of(tenantName: string): { html: string; policy: string };
}

/** Returns the built document, with what the server tells it of its settings. */
export async function applicationPage(
  web: string,
  { defaultTenant, auth }: Pick<Environment, "defaultTenant" | "auth">,
): Promise<ApplicationPage> {
  const template = await readFile(join(web, "index.html"), "utf8");
  const html = template.replace("%DEFAULT_TENANT%", escapeHtml(defaultTenant));
  if (auth === undefined) {
    const own = html.replace("%ISSUER%", "");
    const page = { html: own, policy: policyWithScripts(own, PAGE_POLICY) };
    return { of: () => page };
  }
  return {
    of(tenantName) {
      const issuer = auth.issuerOf(tenantName);
      const named = html.replace("%ISSUER%", escapeHtml(issuer));
      return { html: named, policy: policyWithScripts(named, policyWithIssuer(issuer)) };
    },
  };
}

/** Tokens are fetched from the issuer, and its status frame watches the session. */
function policyWithIssuer(issuer: string): typeof PAGE_POLICY {
  const { origin } = new URL(issuer);
  return {
    ...PAGE_POLICY,
    connectSrc: [...PAGE_POLICY.connectSrc, origin],
    frameSrc: [...PAGE_POLICY.frameSrc, origin],
  };
}
