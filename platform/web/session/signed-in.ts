/** As long as a session lasts at the provider. */
const SESSION_SECONDS = 36_000;

/**
 * Notes that this browser may have a session: without the note the server sends the way to the
 * login instead of the application. It is no secret and proves nothing.
 */
export function noteSession(hasSession: boolean): void {
  const security = window.location.protocol === "https:" ? "; secure" : "";
  const age = hasSession ? SESSION_SECONDS : 0;
  document.cookie = `signed_in=1; path=/; max-age=${age}; samesite=lax${security}`;
}
