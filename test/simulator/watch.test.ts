import { describe, expect, it } from 'vitest'
import { at, stringOf } from '../../simulator/json.ts'
import { configMap, newNamespace, until, useCluster, type Client } from './simulated.ts'

async function pathIn(client: Client): Promise<string> {
  const namespace = await newNamespace(client)
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  await until(
    'the certificate of the namespace',
    async () => (await client.get(`${path}/kube-root-ca.crt`)).code === 200,
  )
  return path
}

async function versionOf(client: Client, path: string): Promise<string> {
  return stringOf(at((await client.get(path)).body, 'metadata', 'resourceVersion'))
}

const summary = ({ type, object }: { type: string; object: object }) => [
  type,
  at({ ...object }, 'metadata', 'name'),
]

describe('a watch', () => {
  const simulated = useCluster({ watchHistory: 20 })

  it('sends the events after its resourceVersion, in order, and nothing else', async () => {
    const { client } = simulated
    const path = await pathIn(client)
    await client.create(path, configMap('before'))
    const from = await versionOf(client, path)
    await client.create(path, configMap('a'))
    const { events, stop } = client.watch(`${path}?watch=true&resourceVersion=${from}`)
    await client.patch(`${path}/a`, { data: { n: '1' } })
    await client.remove(`${path}/a`)
    await until('three events', async () => events.length >= 3)
    stop()
    expect(events.map(summary)).toEqual([
      ['ADDED', 'a'],
      ['MODIFIED', 'a'],
      ['DELETED', 'a'],
    ])
    const versions = events.map(({ object }) => Number(at(object, 'metadata', 'resourceVersion')))
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  })

  it('without a resourceVersion starts with existing objects', async () => {
    const { client } = simulated
    const path = await pathIn(client)
    await client.create(path, configMap('a'))
    const { events, stop } = client.watch(`${path}?watch=true`)
    await until('both', async () => events.length >= 2)
    stop()
    expect(events.map(summary)).toEqual([
      ['ADDED', 'a'],
      ['ADDED', 'kube-root-ca.crt'],
    ])
  })

  it('with a selector reports objects that start or cease to match', async () => {
    const { client } = simulated
    const path = await pathIn(client)
    const from = await versionOf(client, path)
    const { events, stop } = client.watch(`${path}?watch=true&resourceVersion=${from}&labelSelector=in%3Dyes`)
    await client.create(path, configMap('a'))
    await client.patch(`${path}/a`, { metadata: { labels: { in: 'yes' } } })
    await client.patch(`${path}/a`, { metadata: { labels: { in: 'no' } } })
    await until('two events', async () => events.length >= 2)
    stop()
    expect(events.map(summary)).toEqual([
      ['ADDED', 'a'],
      ['DELETED', 'a'],
    ])
  })

  it('marks the end of the existing objects with a bookmark if requested', async () => {
    const { client } = simulated
    const path = await pathIn(client)
    const query =
      'watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan'
    const { events, stop } = client.watch(`${path}?${query}`)
    await until('the bookmark', async () => events.some(({ type }) => type === 'BOOKMARK'))
    stop()
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK'])
    expect(events.at(-1)?.object).toMatchObject({
      kind: 'ConfigMap',
      metadata: { annotations: { 'k8s.io/initial-events-end': 'true' }, resourceVersion: expect.any(String) },
    })
  })

  it('from a resourceVersion that is no longer retained gets 410', async () => {
    const { client } = simulated
    const path = await pathIn(client)
    const from = await versionOf(client, path)
    for (let count = 0; count < 25; count++) await client.create(path, configMap(`c${count}`))
    const { events, ended } = client.watch(`${path}?watch=true&resourceVersion=${from}`)
    await ended
    expect(events).toMatchObject([
      { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } },
    ])
  })

  it('ends after timeoutSeconds', async () => {
    const { client } = simulated
    const started = performance.now()
    await client.watch(`${await pathIn(client)}?watch=true&timeoutSeconds=1`).ended
    expect(performance.now() - started).toBeGreaterThan(900)
  })

  it('resumes at its position after a restart of the server', async () => {
    const path = await pathIn(simulated.client)
    const from = await versionOf(simulated.client, path)
    await simulated.client.create(path, configMap('a'))
    await simulated.restart()
    const { client } = simulated
    const { events, stop } = client.watch(`${path}?watch=true&resourceVersion=${from}`)
    await until('an answer', async () => events.length > 0)
    stop()
    // The server either still has the events, or reports that it has not; no response would hide the loss.
    const [first] = events
    expect([first?.type, at(first?.object, 'reason')]).toSatisfy(
      ([type, reason]) => type === 'ADDED' || reason === 'Expired',
    )
  })

  it('sends the same events to fifty watchers', async () => {
    const { client } = simulated
    const path = await pathIn(client)
    const from = await versionOf(client, path)
    const watches = Array.from({ length: 50 }, () =>
      client.watch(`${path}?watch=true&resourceVersion=${from}`),
    )
    await client.create(path, configMap('a'))
    await until('all to see it', async () => watches.every(({ events }) => events.length === 1))
    for (const each of watches) each.stop()
    expect(new Set(watches.map(({ events }) => JSON.stringify(events)))).toHaveProperty('size', 1)
  })
})
