import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type ChangeItem, type Client, type FollowChanges } from '../../client-sdk/index.ts'
import { startControlPlane, type TestControlPlane, type TestProcess } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { definition } from '../support/store.ts'

let plane: TestControlPlane
/** Follows the server that is stopped and started; `plane.client` writes through the other one. */
let follower: Client
let restarted: TestProcess
beforeAll(async () => {
  plane = await startControlPlane({ servers: 2, workers: 0, ownProcesses: true })
  const [, second] = plane.servers
  if (second === undefined) throw new Error('there is only one server')
  restarted = second
  follower = createClient({ url: restarted.url, token: plane.token })
})
afterAll(() => plane?.stop())

/** Collects changes until it is stopped. */
function collect(client: Client, options: FollowChanges = {}) {
  const stop = new AbortController()
  const changes: ChangeItem[] = []
  let connections = 0
  let failure: unknown
  const follow = async (): Promise<void> => {
    const onConnected = (): void => void (connections += 1)
    for await (const change of client.follow({ ...options, signal: stop.signal, onConnected }))
      changes.push(change)
  }
  const ended = follow().catch((error: unknown) => {
    failure = error
  })
  const until = (condition: () => boolean): Promise<true | undefined> =>
    eventually(async () => (failure !== undefined || condition() ? true : undefined))
  return {
    names: () => changes.map(({ name }) => name),
    cursors: () => changes.map(({ cursor }) => cursor),
    connected: () => until(() => connections > 0),
    until,
    stop: async (): Promise<unknown> => {
      stop.abort()
      await ended
      return failure
    },
  }
}

describe('follow', () => {
  it('yields changes of the requested kinds as they happen, and ends with its signal', async () => {
    const all = collect(follower)
    const projects = collect(follower, { kinds: ['Project'] })
    await Promise.all([all.connected(), projects.connected()])
    await plane.client.apply([{ kind: 'Project', name: 'seen', spec: {} }, definition('seen')])
    await plane.client.workloadDefinitions.update({ name: 'seen', input: { labels: { a: 'b' } } })
    await all.until(() => all.names().length === 3)
    await projects.until(() => projects.names().length === 1)
    expect(all.names()).toEqual(['seen', 'seen', 'seen'])
    expect(projects.names()).toEqual(['seen'])
    expect([await all.stop(), await projects.stop()]).toEqual([undefined, undefined])
  })

  it('starts after a cursor', async () => {
    const cursor = (await plane.client.changes({ first: 1000 })).at(-1)?.cursor ?? ''
    await plane.client.apply([definition('cursor-1'), definition('cursor-2')])
    const followed = collect(follower, { after: cursor })
    await followed.until(() => followed.names().length === 2)
    await followed.stop()
    expect(followed.names()).toEqual(['cursor-1', 'cursor-2'])
  })

  it('misses and repeats nothing while its server is killed, stopped and restarted', async () => {
    const port = Number(new URL(restarted.url).port)
    const followed = collect(follower, { kinds: ['WorkloadDefinition'] })
    await followed.connected()
    const written: string[] = []
    let writing = true
    const write = async (): Promise<void> => {
      while (writing) {
        const name = `restart-${written.length}`
        await plane.client.apply([definition(name)])
        written.push(name)
      }
    }
    const writer = write()
    for (const end of ['kill', 'stop', 'kill'] as const) {
      const before = followed.names().length
      await followed.until(() => followed.names().length > before + 20)
      await restarted[end]()
      const away = written.length
      await eventually(async () => (written.length > away + 20 ? true : undefined))
      restarted = await plane.startServer(port)
    }
    writing = false
    await writer
    await followed.until(() => followed.names().length >= written.length)
    expect(await followed.stop()).toBeUndefined()
    expect(followed.names()).toEqual(written)
    expect(new Set(followed.cursors()).size).toBe(written.length)
  }, 180_000)

  it('throws permanent errors', async () => {
    const stranger = createClient({ url: plane.url, token: 'nobody-knows-this-token' })
    for (const after of [undefined, '0']) {
      const followed = collect(stranger, after === undefined ? {} : { after })
      await followed.until(() => false)
      expect(await followed.stop()).toMatchObject({ code: 'UNAUTHENTICATED' })
    }
    const followed = collect(follower, { after: 'an invalid cursor' })
    await followed.until(() => false)
    expect(await followed.stop()).toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('ends with the signal of its client, even while the server is unavailable', async () => {
    const stop = new AbortController()
    const away = createClient({ url: 'http://127.0.0.1:1', token: plane.token, signal: stop.signal })
    const changes = away.follow({ after: '0' }).next()
    stop.abort()
    expect(await changes).toMatchObject({ done: true })
  })
})
