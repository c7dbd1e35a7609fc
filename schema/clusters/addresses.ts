import ipaddr from 'ipaddr.js'

/*
 * The policy on IP addresses of Kubernetes API servers. A user provides the address and a worker connects to it, so
 * without restrictions it would give access to everything that only the worker can reach: its own machine, and the
 * metadata services of clouds at link-local addresses, which return credentials.
 * https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Allows or denies a range of addresses. If several ranges contain an address, the narrowest takes precedence. */
interface Rule {
  range: [Address, number]
  allowed: boolean
  /** A description of the range, to follow "is". */
  what: string
  /** How to allow the range; empty for ranges that are allowed already. */
  remedy: string
}

/** The reason for which connections to an IP address are refused. */
export interface AddressRefusal {
  /**
   * For example `a loopback address`. It does not contain the address, so users who provided only a host name may see
   * it.
   */
  what: string
  remedy: string
}

export interface AddressRules {
  /** Returns why connections to an address are refused, or undefined if they are allowed. */
  refusalOf(address: string): AddressRefusal | undefined
}

/**
 * Ranges that are refused unless a setting allows them. Private ranges (10.0.0.0/8, fc00::/7, …) are not among them,
 * since most clusters use one. Sources: https://www.iana.org/assignments/iana-ipv4-special-registry and
 * -ipv6-special-registry; for metadata services outside of link-local addresses, the documentation of AWS, Google
 * Cloud, Azure, Alibaba Cloud and Oracle Cloud.
 */
const refusedByDefault: readonly (readonly [range: string, what: string])[] = [
  ['0.0.0.0/8', 'an unspecified address'],
  ['127.0.0.0/8', 'a loopback address'],
  ['169.254.0.0/16', 'a link-local address'],
  ['224.0.0.0/4', 'a multicast address'],
  ['240.0.0.0/4', 'a reserved address'],
  ['::/128', 'an unspecified address'],
  ['::1/128', 'a loopback address'],
  ['fe80::/10', 'a link-local address'],
  ['fec0::/10', 'a site-local address'],
  ['ff00::/8', 'a multicast address'],
  // Each embeds an IPv4 address in a form that depends on the network.
  ['64:ff9b:1::/48', 'an address that is translated to IPv4'],
  ['2001::/32', 'an address that is tunnelled to IPv4'],
  ...[
    'fd00:ec2::254/128',
    'fd20:ce::254/128',
    '168.63.129.16/32',
    '100.100.100.200/32',
    '192.0.0.192/32',
  ].map((range) => [range, 'the address of a metadata service'] as const),
]

/** IPv6 ranges whose addresses embed an IPv4 address, with the byte offset of that address. */
const ipv4Embeddings: readonly (readonly [range: string, offset: number])[] = [
  ['::ffff:0:0/96', 12], // mapped: RFC 4291
  ['::ffff:0:0:0/96', 12], // translated: RFC 7915
  ['64:ff9b::/96', 12], // NAT64: RFC 6052
  ['2002::/16', 2], // 6to4: RFC 3056
  ['::/96', 12], // compatible, deprecated: RFC 4291
]

/**
 * Creates the policy from the default rules and the settings of an operator.
 *
 * @param settings The allowed and denied ranges; denial takes precedence for equal ranges
 */
export function createAddressRules(settings: {
  allow: readonly string[]
  deny: readonly string[]
}): AddressRules {
  const rules: Rule[] = [
    ...settings.deny.map((range) => denied(range)),
    ...settings.allow.map((range) => ({ range: parseRange(range), allowed: true, what: '', remedy: '' })),
    ...refusedByDefault.map(([range, what]) => ({
      range: parseRange(range),
      allowed: false,
      what,
      remedy: `Use another address, or ask the operator to allow it with QLEET_CLUSTER_ALLOW=${range} for servers and workers.`,
    })),
  ]
  // The sort is stable, so the first of equally narrow ranges takes precedence.
  const byWidth = rules.toSorted((a, b) => b.range[1] - a.range[1])
  return {
    refusalOf: (input) => {
      const address = effectiveAddress(input)
      if (address === undefined) return { what: 'an invalid IP address', remedy: 'Use another address.' }
      const written = ipaddr.parse(input)
      // A range of translated or tunnelled addresses concerns the address as it is written.
      const forms = isMapped(written) ? [address] : [address, written]
      const rule = forms.map((each) => ruleFor(byWidth, each)).find((each) => each?.allowed === false)
      return rule === undefined ? undefined : { what: rule.what, remedy: rule.remedy }
    },
  }
}

function ruleFor(byWidth: readonly Rule[], address: Address): Rule | undefined {
  return byWidth.find(({ range }) => includes(range, address))
}

function denied(range: string): Rule {
  const what = 'an address that QLEET_CLUSTER_DENY denies'
  return { range: parseRange(range), allowed: false, what, remedy: 'Use another address.' }
}

/** Reports whether a string is an IP address or a range such as `10.0.0.0/8`. */
export function isAddressRange(input: string): boolean {
  const [address = '', bits, ...more] = input.split('/')
  if (more.length > 0 || !isAddress(address)) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widthOf(ipaddr.parse(address)))
}

/** Parses a range. One of IPv4 addresses in the form of IPv6 (`::ffff:10.0.0.0/104`) is that of the IPv4 addresses. */
function parseRange(text: string): [Address, number] {
  const range = parseWritten(text)
  const [first, bits] = range
  return isMapped(first) && bits >= 96 ? [first.toIPv4Address(), bits - 96] : range
}

function isMapped(address: Address): address is ipaddr.IPv6 {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
}

function parseWritten(range: string): [Address, number] {
  const [address = '', bits] = range.split('/')
  const parsedAddress = ipaddr.parse(address)
  return [parsedAddress, bits === undefined ? widthOf(parsedAddress) : Number(bits)]
}

function widthOf(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128
}

function isAddress(input: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(input) || ipaddr.IPv6.isValid(input)
}

/** Returns the address at which packets arrive: the embedded IPv4 address, if any. Undefined for an invalid address. */
function effectiveAddress(input: string): Address | undefined {
  if (!isAddress(input)) return undefined
  const address = ipaddr.parse(input)
  if (address.kind() === 'ipv4' || isPlainIpv6(address)) return address
  const offset = ipv4Embeddings.find(([range]) => includes(parseWritten(range), address))?.[1]
  return offset === undefined
    ? address
    : ipaddr.fromByteArray(address.toByteArray().slice(offset, offset + 4))
}

/** Reports whether an address is `::` or `::1`, which embed no IPv4 address although they look like it. */
function isPlainIpv6(address: Address): boolean {
  return ['unspecified', 'loopback'].includes(address.range())
}

function includes([first, bits]: [Address, number], address: Address): boolean {
  return first.kind() === address.kind() && address.match(first, bits)
}
