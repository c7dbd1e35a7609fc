import type { ConnectionOptions } from 'node:tls'
import { buildConnector } from 'undici'
import type { AddressRules } from '../schema/clusters/addresses.ts'
import { guardedLookup, refuseLiteral } from '../schema/clusters/lookup.ts'

/** Milliseconds to establish a connection. */
export const connectTimeout = 5000

/** The parts of TLS that an address of a user has with it. */
export type TlsOptions = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'>

/** Returns the connector for all connections to an address of a user, which enforces the address policy. */
export function guardedConnector(rules: AddressRules, tls: TlsOptions = {}): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeout, lookup: guardedLookup(rules), ...tls })
  return (options, callback) => {
    try {
      refuseLiteral(rules, options.hostname)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    connect(options, callback)
  }
}
