import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "#platform/testing/properties.ts";
import { isPublicAddress } from "./public-address.ts";

/** IANA's registries of addresses for special purposes, and what is not unicast at all. */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
const special4 = listOf(SPECIAL_IPV4, "ipv4");
const special6 = listOf(SPECIAL_IPV6, "ipv6");
const global6 = listOf(["2000::/3"], "ipv6");

const group = fc.integer({ min: 0, max: 0xff_ff });
const toHex = (part: number) => part.toString(16);
const dotted = (high: number, low: number) =>
  [high >> 8, high & 255, low >> 8, low & 255].join(".");
/** IPv6 addresses, of which many begin like a special one. */
const ipv6 = fc
  .tuple(
    fc.constantFrom<readonly string[]>([], ["2001"], ["2001", "db8"], ["2002"], ["3fff"], ["fe80"]),
    fc.array(group, { minLength: 8, maxLength: 8 }),
  )
  .map(([begin, groups]) => [...begin, ...groups.map(toHex)].slice(0, 8).join(":"));

describe("of all addresses those are public that IANA gave out for everybody", () => {
  test("IPv4", () => {
    fc.assert(
      fc.property(group, group, (high, low) => {
        const address = dotted(high, low);
        expect(isPublicAddress(address)).toBe(!special4.check(address, "ipv4"));
      }),
      runs(500),
    );
  });

  test("IPv6", () => {
    fc.assert(
      fc.property(ipv6, (address) => {
        expect(isPublicAddress(address)).toBe(
          global6.check(address, "ipv6") && !special6.check(address, "ipv6"),
        );
      }),
      runs(500),
    );
  });

  test.each([...SPECIAL_IPV4, ...SPECIAL_IPV6].map((network) => network.split("/")[0] ?? ""))(
    "the first of its network: %s",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );
});

test("an IPv4 address inside of an IPv6 address is never public", () => {
  fc.assert(
    fc.property(group, group, (high, low) => {
      const hex = `${toHex(high)}:${toHex(low)}`;
      for (const address of [
        `::ffff:${dotted(high, low)}`,
        `::ffff:${hex}`,
        `::ffff:0:${hex}`,
        `::${hex}`,
        `64:ff9b::${hex}`,
        `64:ff9b:1::${hex}`,
        `2002:${hex}::`,
        `2001:0:${hex}::`,
      ])
        expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }),
  );
});

test.each([
  "",
  "localhost",
  "example.org",
  "127.1",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "2130706433",
  "93.184.215.014",
  "93.184.215.14 ",
  "93.184.215.14:443",
  "[2606:4700::1111]",
  "fe80::1%eth0",
  "::1",
  "::",
  "4000::1",
  "5f00::1",
  "fec0::1",
  "ff02::1",
  "100::1",
])("%j is no public address in its normal notation", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["93.184.215.14", "172.32.0.1", "100.128.0.1", "1.1.1.1", "2606:4700::1111", "2a00::1"])(
  "%s is one",
  (address) => expect(isPublicAddress(address)).toBe(true),
);
