import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** All that was ever given out of IPv6; the rest is special or not in use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns whether a club may have the server call this address: not this machine, its
 * neighbours, the cloud's metadata, multicast or documentation, nor an IPv6 address that carries
 * one of IPv4.
 * @param address in its normal notation, as the URL parser and the resolver give it
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}
