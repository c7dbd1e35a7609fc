import { isIP } from 'node:net'
import { hostname } from 'node:os'

/**
 * Whether a process may be called so in the header `Host`. A name that somebody else has made point here (DNS rebinding) would make a
 * browser take us for a part of his pages. That takes a name, so addresses are fine, and those of this machine.
 *
 * @param allowed Further names; `*.example.com` stands for all below it, `*` for any
 */
export function isOwnHost(header: string | undefined, allowed: readonly string[]): boolean {
  // Every browser sends one; Node refuses a request of HTTP/1.1 that has none.
  if (header === undefined) return true
  const name = nameIn(header)
  if (name === undefined) return false
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true
  return [hostname(), ...allowed].some((each) => isNamed(name, each.toLowerCase()))
}

/** The name or address in `NAME:PORT`; undefined for what is neither. */
function nameIn(header: string): string | undefined {
  const [, address, name] = /^(?:\[([0-9a-f:.]+)\]|([^:/?#@\s]+))(?::\d+)?$/i.exec(header) ?? []
  return (address ?? name)?.toLowerCase().replace(/\.$/, '')
}

function isNamed(name: string, allowed: string): boolean {
  if (allowed === '*') return true
  return allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed
}
