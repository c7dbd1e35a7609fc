import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { AddressRules } from './addresses.ts'
import { literalAddress } from './kubeconfig/cluster-problems.ts'

/** Thrown instead of making a connection that the policy refuses. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Returns a lookup function for `net.connect` that returns only allowed addresses. The connection is made to exactly
 * these addresses, so a name that resolves differently a moment later (DNS rebinding) gains an attacker nothing.
 *
 * Node does not call it for literal addresses: see {@link refuseLiteral}.
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

/** Throws AddressRefused if the host is a literal address that the policy refuses. */
export function refuseLiteral(rules: AddressRules, hostname: string): void {
  const address = literalAddress(hostname)
  if (address !== undefined && rules.refusalOf(address) !== undefined) throw refused(rules, address)
}

/** Returns an error that omits the address, so that users cannot learn how names resolve in the worker's network. */
function refused(rules: AddressRules, address: string): AddressRefused {
  const { what, remedy } = rules.refusalOf(address) ?? { what: 'no address', remedy: '' }
  return new AddressRefused(`it has ${what}, which is not allowed. ${remedy}`.trimEnd())
}
