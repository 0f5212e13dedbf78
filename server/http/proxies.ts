/**
 * Whose word about a client's address is believed. Without a configured proxy nobody's: the header is the client's own
 * text.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** A number of proxies that stand in front of the server one behind the other, or the addresses they come from. */
export type TrustedProxies = { readonly hops: number } | { readonly ranges: readonly string[] };

/**
 * True for an address that a proxy of ours has; `hop` counts from the server outwards, 0 is who opened the connection.
 */
export type Trust = (address: string, hop: number) => boolean;

/**
 * Reads `2` (hops), or addresses and CIDR ranges separated by commas.
 * @returns undefined when it is neither
 */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  const ranges = text.split(',').map((one) => one.trim());
  return ranges.every((range) => addTo(new BlockList(), range)) ? { ranges } : undefined;
}

export function trustOf(proxies: TrustedProxies | undefined): Trust {
  if (proxies === undefined) return () => false;
  if ('hops' in proxies) return (_, hop) => hop < proxies.hops;
  const list = new BlockList();
  for (const range of proxies.ranges) addTo(list, range);
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The address of a request's client: the first one, from the server outwards, that is no proxy of ours. */
export function clientAddress(request: IncomingMessage, trust: Trust): string {
  const header = request.headers['x-forwarded-for'];
  const told = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((one) => one.trim());
  const way = [request.socket.remoteAddress ?? '', ...told.reverse().filter((one) => one !== '')];
  return way.find((address, hop) => !trust(address, hop)) ?? way.at(-1) ?? '';
}

/** What is counted as one client: an IPv4 address, or the /64 network that one IPv6 subscriber has. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address.slice(0, 64);
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: Math.max(gap, 0) }, () => '0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function addTo(list: BlockList, range: string): boolean {
  const [address = '', bits, more] = range.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const most = family === 6 ? 128 : 32;
  if (bits !== undefined && Number(bits) > most) return false;
  list.addSubnet(address, bits === undefined ? most : Number(bits), type);
  return true;
}
