import type { IdentityService } from "#platform/server/identity-service.ts";

const REMEMBERED_MS = 5_000;
const TIMEOUT_MS = 3_000;

/**
 * Returns who tells whether the Keycloak answers. One answer serves everybody for some seconds: a
 * Keycloak that hangs makes one request of them wait and not all.
 */
export function keycloakHealth({ url }: Pick<IdentityService, "url">): () => Promise<boolean> {
  let known: { answers: Promise<boolean>; until: number } | undefined;
  return () => {
    if (known === undefined || known.until < Date.now())
      known = { answers: ask(url), until: Date.now() + REMEMBERED_MS };
    return known.answers;
  };
}

async function ask(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/realms/master`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
