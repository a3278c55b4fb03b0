/**
 * Where calls get the bearer token from. The session puts itself here; calls need to know nothing
 * else about it.
 */
type TokenSource = () => Promise<string | undefined>;

let source: TokenSource = () => Promise.resolve(undefined);

export function provideAccessToken(next: TokenSource): void {
  source = next;
}

/**
 * The token of the session, fresh enough to be accepted; nothing for a reader without a session.
 */
export function accessToken(): Promise<string | undefined> {
  return source();
}
