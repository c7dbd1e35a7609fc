import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNameLookup, recordsFailure, zoneFailure } from '../../../workers/resources/zone-delegation.ts'

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

const types: Readonly<Record<number, string>> = { 1: 'A', 2: 'NS', 5: 'CNAME', 16: 'TXT' }

/** The data of records by name and type. Names below `broken.test` have a server that fails, all others do not exist. */
const records: Readonly<Record<string, Buffer>> = {
  'found.test NS': Buffer.from('\u0003ns1\u0007example\u0003com\0', 'latin1'),
  'blog.found.test A': Buffer.from([192, 0, 2, 7]),
  'shop.found.test A': Buffer.from([192, 0, 2, 8]),
  'a-shop.found.test TXT': text(
    '"heritage=external-dns,external-dns/owner=qleetos-p-3,external-dns/resource=crd/shop-1/web"',
  ),
  'any.wild.test A': Buffer.from([192, 0, 2, 9]),
  'qleetos-looks-for-a-wildcard.wild.test A': Buffer.from([192, 0, 2, 9]),
}

function text(value: string): Buffer {
  return Buffer.from([value.length, ...Buffer.from(value)])
}

/** Returns the answer of a name server. */
function answer(query: Buffer): Buffer {
  const end = query.indexOf(0, 12)
  const labels: string[] = []
  for (let at = 12; at < end; at += 1 + (query[at] ?? 0))
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  const name = labels.join('.')
  const type = query.readUInt16BE(end + 1)
  const data = records[`${name} ${types[type]}`]
  const exists = Object.keys(records).some((each) => each.startsWith(`${name} `))
  const code = name.endsWith('broken.test') ? codes.broken : exists ? codes.found : codes.missing
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(data === undefined ? 0 : 1, 6)
  header.writeUInt32BE(0, 8)
  const question = query.subarray(12, end + 5)
  if (data === undefined) return Buffer.concat([header, question])
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([header, question, record, data])
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

describe('the records of a host name', () => {
  const own = { namespace: 'shop-1', name: 'web', identity: 'qleetos-p-3' }

  async function failureOf(host: string, owner = own): Promise<string | undefined> {
    const found = await createNameLookup(resolver)?.hostRecords(host)
    const failure = found && recordsFailure(host, found, owner)
    return failure && `${failure.cause.reason}: ${failure.cause.message}`
  }

  it('are free, unknown, or a wildcard', async () => {
    expect(await createNameLookup(resolver)?.hostRecords('new.found.test')).toEqual({ state: 'free' })
    expect(await createNameLookup(resolver)?.hostRecords('www.broken.test')).toEqual({ state: 'unknown' })
    expect(await createNameLookup(resolver)?.hostRecords('any.wild.test')).toEqual({ state: 'free' })
    for (const host of ['new.found.test', 'www.broken.test', 'any.wild.test'])
      expect(await failureOf(host)).toBeUndefined()
  })

  it('are taken by whoever has made them', async () => {
    expect(await failureOf('blog.found.test')).toBe(
      'NameTaken: blog.found.test has DNS records already, which point to 192.0.2.7, and external-dns would leave them as ' +
        'they are. Delete them at the DNS provider, choose another host name, or set records: false in its domain name.',
    )
    expect(await failureOf('shop.found.test')).toBeUndefined()
    for (const owner of [
      { ...own, name: 'other' },
      { ...own, identity: 'qleetos-p-4' },
    ])
      expect(await failureOf('shop.found.test', owner)).toContain(
        'belong to crd/shop-1/web of the external-dns with owner qleetos-p-3',
      )
  })
})
