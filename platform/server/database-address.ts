/**
 * Addresses that name several servers of one database, as PostgreSQL's own programs take them:
 * `postgres://user:password@one:5432,two:5432/club?target_session_attrs=read-write`. No URL of the
 * standard is written like that, so it is kept as one: the first server as its host, all of them as
 * the parameter `hosts`.
 */
export interface Host {
  name: string;
  port: number;
}

const SERVERS = "hosts";
const DEFAULT_PORT = 5432;
/** Of the values that there are, those that ask for the server that takes writes. */
const WRITABLE = new Set(["read-write", "primary"]);

/** Returns the address as one URL; undefined where it is none. */
export function asUrl(address: string): string | undefined {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*,[^@/?#]*)(\/[^#]*)$/.exec(address);
  if (parts === null) return isUrl(address) ? address : undefined;
  const [, before = "", servers = "", after = ""] = parts;
  const hosts = servers.split(",").map(readHost);
  const [first] = hosts;
  if (first === undefined || hosts.includes(undefined)) return undefined;
  const single = `${before}${textOf(first)}${after}`;
  if (!isUrl(single)) return undefined;
  const url = new URL(single);
  const wanted = url.searchParams.get("target_session_attrs");
  if (wanted !== null && !WRITABLE.has(wanted)) return undefined;
  url.searchParams.delete("target_session_attrs");
  url.searchParams.set(SERVERS, hosts.map((host) => textOf(host as Host)).join(","));
  return url.toString();
}

/** Returns the servers that a URL of `asUrl` names; none where there is but one. */
export function hostsOf(url: string): readonly Host[] {
  const servers = URL.canParse(url) ? new URL(url).searchParams.get(SERVERS) : null;
  return servers === null
    ? []
    : servers
        .split(",")
        .map(readHost)
        .filter((host) => host !== undefined);
}

export function textOf({ name, port }: Host): string {
  return `${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function readHost(text: string): Host | undefined {
  const [, literal, plain, port] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const name = literal ?? plain;
  return name === undefined ? undefined : { name, port: Number(port ?? DEFAULT_PORT) };
}

function isUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

/** None of the servers takes writes: between the death of one and the promotion of another. */
export class NoPrimaryError extends Error {
  /** As of one server that takes no connections: whoever waits for that waits for this. */
  readonly code = "ECONNREFUSED";

  constructor(hosts: readonly Host[], cause?: unknown) {
    super(`none of ${hosts.map(textOf).join(", ")} takes writes`, { cause });
  }
}
