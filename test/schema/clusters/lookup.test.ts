import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { createAddressRules } from '../../../schema/clusters/addresses.ts'
import { AddressRefused, guardedLookup, refuseLiteral } from '../../../schema/clusters/lookup.ts'

const rules = createAddressRules({ allow: [], deny: [] })

/** Returns the addresses for `net.connect` of a name that resolves to these lists, one per lookup. */
function connecting(lists: string[][], all = true): Promise<unknown> {
  const responses = [...lists]
  const lookup = guardedLookup(rules, (_, __, callback) => {
    const found = responses.shift() ?? []
    callback(
      null,
      found.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  })
  return new Promise((resolve, reject) => {
    lookup('cluster.example', { all }, (error, address, family) => {
      if (error === null) resolve(family === undefined ? address : { address, family })
      else reject(error)
    })
  })
}

describe('the lookup of the name of a cluster', () => {
  it('returns the addresses that were checked, and resolves only once', async () => {
    // The second response is that of a name that is rebound after the check.
    expect(await connecting([['203.0.113.7'], ['127.0.0.1']])).toEqual([
      { address: '203.0.113.7', family: 4 },
    ])
    expect(await connecting([['203.0.113.7', '10.0.0.1']], false)).toEqual({
      address: '203.0.113.7',
      family: 4,
    })
  })

  it('skips forbidden addresses, and fails if there is no other', async () => {
    expect(await connecting([['127.0.0.1', '10.0.0.1', '::1']])).toEqual([{ address: '10.0.0.1', family: 4 }])
    const refused = await connecting([['127.0.0.1', '::ffff:169.254.169.254']]).catch(
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(AddressRefused)
    // The error does not disclose the address to the author of the name.
    expect(String(refused)).toMatch(/a loopback address.*QLEET_CLUSTER_ALLOW=127\.0\.0\.0\/8/)
    expect(String(refused)).not.toContain('127.0.0.1')
  })

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'a.localhost.',
  ])('is not needed to refuse %s', (host) => {
    const { hostname } = new URL(`https://${host}:6443`)
    // undici omits the brackets of IPv6.
    for (const each of [hostname, hostname.replaceAll(/[[\]]/g, '')])
      expect(() => refuseLiteral(rules, each)).toThrow(AddressRefused)
  })

  it('is needed for other names', () => {
    for (const host of ['10.0.0.1', 'cluster.example', '[fd12::1]'])
      expect(() => refuseLiteral(rules, new URL(`https://${host}`).hostname)).not.toThrow()
  })
})
