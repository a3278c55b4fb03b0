import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Certificates } from "../certificates.ts";
import { programNamed, run, start, type Started } from "../machine.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "deploy", "nginx.conf");

export async function nginxProgram(): Promise<
  { program: string; version: string } | { absent: string }
> {
  const program = await programNamed("nginx");
  if (program === undefined) return { absent: "no nginx (apt-get install nginx-light)" };
  return { program, version: /\d[\d.]+/.exec(await run(program, ["-v"]))?.[0] ?? "" };
}

interface Behind {
  /** Where browsers come in. */
  port: number;
  /** The product's. */
  server: number;
  /** The Keycloak's address. */
  keycloak: string;
}

/**
 * Starts nginx with the example of `deploy/`, as far as this machine lets: another port, one node
 * behind it, and each club's Keycloak under the club's own name.
 */
export async function startTlsProxy(
  program: string,
  folder: string,
  { certificate, key }: Certificates,
  { port, server, keycloak }: Behind,
): Promise<Started> {
  const example = (await readFile(EXAMPLE, "utf8"))
    .replace(/server \{\s+listen 80;[^}]*\}/, "")
    .replace(/server 10\.0\.0\.11:8080/, `server 127.0.0.1:${server}`)
    .replace(/\s+server 10\.0\.0\.12:8080[^\n]*/, "")
    .replace(/\s+listen \[::\]:443[^\n]*/, "")
    .replace("listen 443 ", `listen 127.0.0.1:${port} `)
    .replace(/ssl_certificate [^;]*/, `ssl_certificate ${certificate}`)
    .replace(/ssl_certificate_key [^;]*/, `ssl_certificate_key ${key}`)
    .replaceAll("*.example.org", "*.verein.localhost")
    // The port is not the usual one.
    .replaceAll("$host;", "$http_host;");
  const inner = /location \/ \{([\s\S]*?)\n {4}\}/.exec(example)?.[1] ?? "";
  const login = `location ~ ^/(realms|resources)/ {${inner.replace("http://vereinsheim;", `${keycloak};`)}\n    }`;
  const settings = join(folder, "nginx.conf");
  const temporary = join(folder, "nginx");
  await mkdir(temporary);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(temporary, name)};`,
  );
  await writeFile(
    settings,
    `${process.getuid?.() === 0 ? "user root;\n" : ""}pid ${join(temporary, "pid")};
error_log stderr warn;
events {}
http {
access_log off;
${paths.join("\n")}
${example.replace("location / {", `${login}\n    location / {`)}
}
`,
  );
  return start(program, ["-c", settings, "-p", folder, "-g", "daemon off;"], port);
}
