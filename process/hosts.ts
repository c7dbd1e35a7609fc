import { isIP } from 'node:net'
import { hostname } from 'node:os'

/**
 * Reports whether the header `Host` names this process. Other names are refused because of DNS rebinding: a foreign name
 * that resolves to this process would make browsers treat it as part of the attacker's site. The attack needs a name, so
 * addresses are allowed, as are the names of this machine.
 *
 * @param allowed Further names; `*.example.com` allows all subdomains, `*` allows any name
 */
export function isOwnHost(header: string | undefined, allowed: readonly string[]): boolean {
  // Every browser sends the header, and Node refuses HTTP/1.1 requests without it.
  if (header === undefined) return true
  const name = nameIn(header)
  if (name === undefined) return false
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true
  return [hostname(), ...allowed].some((each) => isNamed(name, each.toLowerCase()))
}

/** Returns the name or address in `NAME:PORT`; undefined if the header is malformed. */
function nameIn(header: string): string | undefined {
  const [, address, name] = /^(?:\[([0-9a-f:.]+)\]|([^:/?#@\s]+))(?::\d+)?$/i.exec(header) ?? []
  return (address ?? name)?.toLowerCase().replace(/\.$/, '')
}

function isNamed(name: string, allowed: string): boolean {
  if (allowed === '*') return true
  return allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed
}
