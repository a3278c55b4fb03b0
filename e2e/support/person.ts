import { Browser } from "../../bench/browser.ts";
import type { Account } from "./app-page.ts";
import { DEMO_PASSWORD } from "./server.ts";

/** A demo account that talks to the interface itself, without a page. */
export interface Person {
  id: string;
  token: string;
  tenant: { name: string };
  /** Returns the answer's JSON; nothing for 204. Throws what another status answered. */
  call<T>(method: string, path: string, body?: object): Promise<T>;
}

/** Logs a demo account in at the server of that origin. */
export async function person(origin: string, account: Account): Promise<Person> {
  const { access_token: token } = await new Browser(origin, "demo").logIn(
    `${account}@demo.example`,
    DEMO_PASSWORD,
  );
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${origin}/demo/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
  const { id } = await call<{ id: string }>("GET", "/me");
  return { id, token, tenant: { name: "demo" }, call };
}
