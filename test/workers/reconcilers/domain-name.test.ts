import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNameLookup, zoneFailure } from '../../../workers/resources/zone-delegation.ts'

/** The response codes of DNS: https://www.rfc-editor.org/rfc/rfc1035#section-4.1.1 */
const codes = { found: 0, broken: 2, missing: 3 } as const

let server: Socket
let resolver: string
beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => server.send(answer(query), port, address))
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  resolver = `127.0.0.1:${server.address().port}`
})
afterAll(() => server?.close())

/** Returns the answer of a name server, by the first label of the question. */
function answer(query: Buffer): Buffer {
  const label = query.toString('latin1', 13, 13 + (query[12] ?? 0)) as keyof typeof codes
  const hasAnswer = label === 'found'
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | codes[label], 2)
  header.writeUInt16BE(hasAnswer ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const target = Buffer.from('\u0003ns1\u0007example\u0003com\0', 'latin1')
  const record = Buffer.from([0xc0, 12, 0, 2, 0, 1, 0, 0, 0, 60, 0, target.length])
  return Buffer.concat([header, question, ...(hasAnswer ? [record, target] : [])])
}

describe('the delegation of a zone', () => {
  it.each([
    ['found.test', 'found.test', { state: 'found', names: ['ns1.example.com'] }],
    ['shop.found.test', 'found.test', { state: 'found', names: ['ns1.example.com'] }],
    ['missing.test', 'missing.test', { state: 'missing', zone: 'missing.test' }],
    ['missing.test', 'Public', { state: 'missing', zone: 'missing.test' }],
    ['broken.test', 'broken.test', { state: 'unknown' }],
  ])('of %s in zone %s is %j', async (domain, zone, expected) => {
    expect(await createNameLookup(resolver)?.nameServers(domain, zone)).toEqual(expected)
  })

  it('is not looked up if that is off', () => {
    expect(createNameLookup('off')).toBeUndefined()
  })

  it('is what a domain without it waits for, with a remedy', () => {
    expect(zoneFailure('shop.missing.test', 'missing.test', {})).toMatchObject({
      outcome: 'failed',
      retryable: true,
      cause: {
        reason: 'ZoneNotDelegated',
        message:
          'Zone missing.test is not delegated: DNS has no name servers for it, so nobody would find records of shop.missing.test. Create the zone at the DNS provider, and enter its name servers at the registrar or in the zone above.',
      },
    })
  })
})
