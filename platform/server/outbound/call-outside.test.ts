import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { callOutside } from "./call-outside.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const limits = { maxBytes: 1_000, timeoutMs: 5_000 };

describe("addresses that are not public are refused in any notation", () => {
  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.31.255.255/",
    "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[::127.0.0.1]/",
    "https://[0:0:0:0:0:ffff:a9fe:a9fe]/",
    "https://[64:ff9b:1::a9fe:a9fe]/",
    "https://[2001:0:7f00:1::]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://0x7f000001/",
    "https://017700000001/",
    "https://0x7f.0x0.0x0.0x1/",
    "https://127.0.0.1./",
    "https://127.0.0.1%2e/",
    "https://127。0。0。1/",
    "https://0/",
    "https://255.255.255.255/",
    "https://192.0.0.192/",
    "https://localhost/",
    "https://①②⑦.⓪.⓪.①/",
    "http://example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "https://user:secret@example.org/",
    "no address",
  ])("%s", async (url) => {
    await expect(callOutside({ url, ...limits })).rejects.toMatchObject({
      status: 422,
      code: "OUTBOUND_ADDRESS",
    });
  });
});

describe("an origin of the operator's configuration", () => {
  test("may be on this machine", async () => {
    const origin = await serve((_request, response) => response.end("here"));
    const answer = await callOutside({ url: `${origin}/x`, ...limits, trustedOrigin: origin });
    expect([answer.status, answer.body.toString()]).toEqual([200, "here"]);
  });

  test("may not send us on to its neighbours", async () => {
    const neighbour = await serve((_request, response) => response.end("secret"));
    const origin = await serve((_request, response) =>
      response.writeHead(302, { location: neighbour }).end(),
    );
    await expect(
      callOutside({ url: origin, ...limits, allowHttp: true, trustedOrigin: origin }),
    ).rejects.toMatchObject({ code: "OUTBOUND_ADDRESS" });
  });

  test("may not send us in circles", async () => {
    const origin: string = await serve((_request, response) =>
      response.writeHead(302, { location: "/again" }).end(),
    );
    await expect(
      callOutside({ url: origin, ...limits, trustedOrigin: origin }),
    ).rejects.toMatchObject({ code: "OUTBOUND_REDIRECT" });
  });

  test("may not answer without end, nor not at all", async () => {
    const endless = await serve((_request, response) => response.end("x".repeat(5_000)));
    await expect(
      callOutside({ url: endless, ...limits, trustedOrigin: endless }),
    ).rejects.toMatchObject({ code: "OUTBOUND_TOO_LARGE" });
    const silent = await serve(() => {});
    await expect(
      callOutside({ url: silent, ...limits, timeoutMs: 200, trustedOrigin: silent }),
    ).rejects.toMatchObject({ code: "OUTBOUND_FAILED" });
    for (const server of servers) server.closeAllConnections();
  });
});
