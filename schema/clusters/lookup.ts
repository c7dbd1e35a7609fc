import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { AddressRules } from './addresses.ts'
import { literalAddress } from './kubeconfig/cluster-problems.ts'

/** Thrown in place of a connection that may not be made. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Looks names up for `net.connect` and hands out only addresses that may be connected to. The connection is made to just
 * these, so a name that leads elsewhere a moment later (DNS rebinding) gains nothing.
 *
 * Node does not look up what is an address already: see {@link refuseLiteral}.
 *
 * @param resolve @default the resolver of the system
 */
export function guardedLookup(rules: AddressRules, resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, [])
        return
      }
      const allowed = found.filter(({ address }) => rules.refusalOf(address) === undefined)
      const [first] = allowed
      if (first === undefined) callback(refused(rules, found[0]?.address ?? ''), [])
      else if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

/** Throws AddressRefused for a host that is an address which may not be connected to. */
export function refuseLiteral(rules: AddressRules, hostname: string): void {
  const address = literalAddress(hostname)
  if (address !== undefined && rules.refusalOf(address) !== undefined) throw refused(rules, address)
}

/** Says nothing of the address itself: names that only the worker can look up are none of the user's business. */
function refused(rules: AddressRules, address: string): AddressRefused {
  const { what, remedy } = rules.refusalOf(address) ?? { what: 'no IP address', remedy: '' }
  return new AddressRefused(`it has ${what}, where no cluster may be. ${remedy}`.trimEnd())
}
