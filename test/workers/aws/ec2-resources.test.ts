import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { EC2, type RouteTable, type Vpc } from '@aws-sdk/client-ec2'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAwsClients, type RegionClients } from '../../../workers/aws/clients.ts'
import { ec2AccessOf, ec2Calls, type Ec2Type } from '../../../workers/aws/ec2-resources.ts'
import type { AwsTag } from '../../../workers/aws/ownership.ts'
import type { ExternalEntry } from '../../../workers/engine/external-inventory.ts'

const { signal } = new AbortController()
const ec2 = new EC2({ region: 'eu-central-1' })
const access = { ec2, ec2Once: ec2, now: () => Date.now() }

/** A type of resource that EC2 does not list yet. */
const unlisted: Ec2Type<{ id: string; Tags?: AwsTag[] }> = {
  type: 'vpc',
  list: async () => [],
  idOf: ({ id }) => id,
  hasToken: false,
  create: async () => ({ id: 'vpc-1' }),
  remove: async () => undefined,
}

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString()
}

function entryOf(times: Pick<ExternalEntry, 'intendedAt' | 'createdAt'>): ExternalEntry {
  const place = {
    provider: 'aws',
    account: '123456789012',
    region: 'eu-central-1',
    type: 'vpc',
    name: 'cloud',
  }
  return { ...place, ...times, id: '1', order: 1, externalId: 'vpc-1', requestedAt: null, tags: {} }
}

it('waits for a resource that was just created, although its entry is old', async () => {
  const entry = entryOf({ intendedAt: ago(60), createdAt: ago(0) })
  await expect(ec2Calls(access, unlisted).find(entry, signal)).rejects.toThrow('does not list vpc cloud yet')
})

it('does not find a resource that was created a while ago and is not listed', async () => {
  const entry = entryOf({ intendedAt: ago(60), createdAt: ago(2) })
  expect(await ec2Calls(access, unlisted).find(entry, signal)).toBeUndefined()
})

it('compares the times of an entry with that of the control plane, whatever the clock of the worker is', async () => {
  const later = { ...access, now: () => Date.now() + 60 * 60_000 }
  const entry = entryOf({ intendedAt: ago(60), createdAt: ago(0) })
  expect(await ec2Calls(later, unlisted).find(entry, signal)).toBeUndefined()
})

describe('a creation without a token', () => {
  const newVpc = { CidrBlock: '10.0.0.0/16' }
  let server: Server
  let requests: string[]
  let clients: RegionClients
  beforeEach(async () => {
    requests = []
    // Receives requests, and loses the responses.
    const receive = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
      requests.push(new URLSearchParams(await text(incoming)).get('Action') ?? '')
      response.destroy()
    }
    server = createServer((incoming, response) => void receive(incoming, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const accessKey = { accessKeyId: 'a', secretAccessKey: 'b' }
    clients = createAwsClients({ endpoint }).of({ accessKey, externalId: 'e' }, 'eu-central-1')
    return async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it('is sent once, although its response is lost', async () => {
    const vpc: Ec2Type<Vpc> = {
      type: 'vpc',
      hasToken: false,
      list: async () => [],
      idOf: ({ VpcId = '' }) => VpcId,
      create: async (client) => (await client.createVpc(newVpc)).Vpc ?? {},
      remove: async () => undefined,
    }
    const calls = ec2Calls(await ec2AccessOf(clients, access), vpc)
    const entry = entryOf({ intendedAt: ago(0), createdAt: null })
    const failure: unknown = await calls
      .create(entry, { token: 't', signal })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(calls.isRefusal?.(failure)).toBe(false)
    expect(requests).toEqual(['CreateVpc'])
  })

  it('is sent again if it has a token', async () => {
    const table: Ec2Type<RouteTable> = {
      type: 'route-table',
      hasToken: true,
      list: async () => [],
      idOf: ({ RouteTableId = '' }) => RouteTableId,
      create: async (client, _, { token: ClientToken }) =>
        (await client.createRouteTable({ VpcId: 'vpc-1', ClientToken })).RouteTable ?? {},
      remove: async () => undefined,
    }
    const calls = ec2Calls(await ec2AccessOf(clients, access), table)
    const entry = entryOf({ intendedAt: ago(0), createdAt: null })
    const failure: unknown = await calls
      .create(entry, { token: 't', signal })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(calls.isRefusal).toBeUndefined()
    expect(requests.length).toBeGreaterThan(1)
  })
})

it.each<[what: string, name: string, status: number, isRefused: boolean]>([
  ['a quota', 'VpcLimitExceeded', 400, true],
  ['a missing permission', 'UnauthorizedOperation', 403, true],
  ['throttling', 'RequestLimitExceeded', 503, true],
  ['a failure of EC2', 'InternalError', 500, false],
  ['a response that cannot be read', 'SyntaxError', 200, false],
])(
  'what may have been created after %s (%s, status %i) is nothing: %s',
  (_, name, httpStatusCode, isRefused) => {
    const error = Object.assign(new Error(name), { name, $metadata: { httpStatusCode } })
    expect(ec2Calls(access, unlisted).isRefusal?.(error)).toBe(isRefused)
  },
)
