import ipaddr from 'ipaddr.js'

/*
 * Which IP addresses the API servers of clusters may have. An address of a runtime comes from a user and is connected to
 * by a worker, so without limits it would be a way to whatever only the worker can reach: its own machine, and what
 * clouds tell their machines at link-local addresses, credentials among it.
 * https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A range of addresses with one verdict. Of several that hold an address the narrowest decides. */
interface Rule {
  range: [Address, number]
  allowed: boolean
  /** The range in words, after "is". */
  what: string
  /** How it is allowed nevertheless; empty where a setting says that it is not. */
  remedy: string
}

/** Why an IP address may not be connected to. */
export interface AddressRefusal {
  /** For example `a loopback address`. It holds no address, so it may be shown to whoever gave only a name. */
  what: string
  remedy: string
}

export interface AddressRules {
  /** Undefined when it may be connected to. */
  refusalOf(address: string): AddressRefusal | undefined
}

/**
 * Refused unless a setting allows them. Private ranges (10.0.0.0/8, fc00::/7, …) are not among them: most clusters are
 * there. Sources: https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-special-registry; of metadata
 * services outside of link-local addresses, the documentation of AWS, Google Cloud, Azure, Alibaba Cloud and Oracle Cloud.
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
  // Each holds an IPv4 address in a form that depends on the network.
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

/** IPv6 ranges whose addresses are IPv4 addresses, and the byte at which those begin. */
const holdingIpv4: readonly (readonly [range: string, at: number])[] = [
  ['::ffff:0:0/96', 12], // mapped: RFC 4291
  ['::ffff:0:0:0/96', 12], // translated: RFC 7915
  ['64:ff9b::/96', 12], // NAT64: RFC 6052
  ['2002::/16', 2], // 6to4: RFC 3056
  ['::/96', 12], // compatible, deprecated: RFC 4291
]

/** @param settings Ranges that an operator allows and denies; where both name the same one it is denied. */
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
      remedy: `Give another address, or let the operator allow it: QLEET_CLUSTER_ALLOW=${range} for servers and workers.`,
    })),
  ]
  // A stable sort: of ranges as narrow as each other the one that stands first decides.
  const byWidth = rules.toSorted((a, b) => b.range[1] - a.range[1])
  return {
    refusalOf: (text) => {
      const address = parsed(text)
      if (address === undefined) return { what: 'no IP address', remedy: 'Give another address.' }
      const rule = byWidth.find(({ range }) => holds(range, address))
      return rule === undefined || rule.allowed ? undefined : { what: rule.what, remedy: rule.remedy }
    },
  }
}

function denied(range: string): Rule {
  const what = 'an address that QLEET_CLUSTER_DENY refuses'
  return { range: parseRange(range), allowed: false, what, remedy: 'Give another address.' }
}

/** Whether a text is an IP address, or a range such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (more.length > 0 || !isAddress(address)) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widthOf(ipaddr.parse(address)))
}

function parseRange(text: string): [Address, number] {
  const [address = '', bits] = text.split('/')
  const parsedAddress = ipaddr.parse(address)
  return [parsedAddress, bits === undefined ? widthOf(parsedAddress) : Number(bits)]
}

function widthOf(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

/** The address that packets to this one arrive at; undefined for what is none. */
function parsed(text: string): Address | undefined {
  if (!isAddress(text)) return undefined
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv4' || isAlone(address)) return address
  const at = holdingIpv4.find(([range]) => holds(parseRange(range), address))?.[1]
  return at === undefined ? address : ipaddr.fromByteArray(address.toByteArray().slice(at, at + 4))
}

/** `::` and `::1` hold no IPv4 address although they look like it. */
function isAlone(address: Address): boolean {
  return ['unspecified', 'loopback'].includes(address.range())
}

function holds([first, bits]: [Address, number], address: Address): boolean {
  return first.kind() === address.kind() && address.match(first, bits)
}
