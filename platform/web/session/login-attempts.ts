/**
 * Notices when login and page send the browser back and forth without end (a provider whose answer
 * this page can't use), so that the reader gets a sentence instead of a flickering window.
 */
const KEY = "loginAttempts";
const WINDOW = 30_000;
const MOST = 4;

/** Notes an attempt; true when there were too many of them in short time. */
export function isEndlessLogin(
  now = Date.now(),
  storage: Storage = window.sessionStorage,
): boolean {
  const recent = (storage.getItem(KEY) ?? "")
    .split(",")
    .map(Number)
    .filter((time) => time > now - WINDOW);
  if (recent.length >= MOST) {
    storage.removeItem(KEY);
    return true;
  }
  storage.setItem(KEY, [...recent, now].join(","));
  return false;
}

export function loginSucceeded(storage: Storage = window.sessionStorage): void {
  storage.removeItem(KEY);
}
