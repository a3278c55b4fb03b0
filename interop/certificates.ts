import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { programNamed, run } from "./machine.ts";

/** Made for one run; whoever shall trust them is told so by name. */
export interface Certificates {
  authority: string;
  certificate: string;
  key: string;
}

/** Makes an authority and a certificate of these names; undefined without openssl. */
export async function makeCertificates(
  folder: string,
  names: readonly string[],
): Promise<Certificates | undefined> {
  const openssl = await programNamed("openssl");
  if (openssl === undefined) return undefined;
  const file = (name: string) => join(folder, name);
  const [authority, authorityKey] = [file("authority.pem"), file("authority.key")];
  const [certificate, key, request, extensions] = [
    file("server.pem"),
    file("server.key"),
    file("server.csr"),
    file("server.ext"),
  ];
  const made = ["-newkey", "rsa:2048", "-nodes", "-days", "2"];
  await run(openssl, [
    "req",
    "-x509",
    ...made,
    "-subj",
    "/CN=Authority of this run",
    "-keyout",
    authorityKey,
    "-out",
    authority,
  ]);
  await run(openssl, [
    "req",
    ...made.slice(0, 3),
    "-subj",
    `/CN=${names[0] ?? ""}`,
    "-keyout",
    key,
    "-out",
    request,
  ]);
  const subjects = names.map((name) => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`));
  await writeFile(extensions, `subjectAltName=${subjects.join(",")}\n`);
  await run(openssl, [
    "x509",
    "-req",
    "-days",
    "2",
    "-in",
    request,
    "-CA",
    authority,
    "-CAkey",
    authorityKey,
    "-CAcreateserial",
    "-extfile",
    extensions,
    "-out",
    certificate,
  ]);
  return { authority, certificate, key };
}
