import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type AnyObject, type Client, type WatchEvent } from '../../client-sdk/index.ts'
import { startControlPlane, type TestControlPlane, type TestProcess } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { defaultRuntime, definition } from '../support/store.ts'

let plane: TestControlPlane
/** Uses the server that comes and goes; `plane.client` writes through the other one. */
let watcher: Client
let restarted: TestProcess
beforeAll(async () => {
  plane = await startControlPlane({ servers: 2, workers: 1, ownProcesses: true })
  const [, second] = plane.servers
  if (second === undefined) throw new Error('there is one server only')
  restarted = second
  watcher = createClient({ url: restarted.url, token: plane.token, retryFor: 20_000 })
})
afterAll(() => plane?.stop())

const project = (name: string, description = 'a') => ({ kind: 'Project', name, spec: { description } })

/** Collects events as `TYPE name`, or the ID where the object is gone, until it is stopped. */
function collect(watch: (options: { signal: AbortSignal }) => AsyncGenerator<WatchEvent<{ name: string }>>) {
  const stop = new AbortController()
  const names = new Map<string, string>()
  const seen: string[] = []
  const run = async (): Promise<void> => {
    for await (const event of watch({ signal: stop.signal })) {
      if ('object' in event) names.set(event.id, event.object.name)
      seen.push('id' in event ? `${event.type} ${names.get(event.id) ?? '?'}` : event.type)
    }
  }
  const ended = run()
  return {
    seen,
    until: (text: string) => eventually(async () => (seen.includes(text) ? true : undefined)),
    stop: async (): Promise<void> => {
      stop.abort()
      await ended
    },
  }
}

describe('watch', () => {
  it('yields what exists, and then changes, of any kind or typed', async () => {
    await plane.client.apply([project('w1')])
    const any = collect((options) => watcher.objects.watch({ names: ['w1', 'w2'] }, options))
    const typed = collect((options) => watcher.projects.watch({ names: ['w1', 'w2'] }, options))
    await Promise.all([any.until('SYNCED'), typed.until('SYNCED')])
    await plane.client.apply([project('w2')])
    await Promise.all([any.until('ADDED w2'), typed.until('ADDED w2')])
    await plane.client.projects.delete({ name: 'w1' })
    await Promise.all([any.until('DELETED w1'), typed.until('DELETED w1')])
    expect(any.seen.slice(0, 3)).toEqual(['ADDED w1', 'SYNCED', 'ADDED w2'])
    expect(typed.seen.slice(0, 3)).toEqual(['ADDED w1', 'SYNCED', 'ADDED w2'])
    await Promise.all([any.stop(), typed.stop()])
  })

  it('yields after a restart of its server what has changed in between, once', async () => {
    await plane.client.apply([project('kept'), project('gone'), project('edited')])
    const watched = collect((options) =>
      watcher.objects.watch({ names: ['kept', 'gone', 'edited', 'late'] }, options),
    )
    await watched.until('SYNCED')
    const port = Number(new URL(restarted.url).port)
    await restarted.kill()
    await plane.client.apply([project('edited', 'b'), project('late')])
    await plane.client.projects.delete({ name: 'gone' })
    restarted = await plane.startServer(port)
    await Promise.all([
      watched.until('MODIFIED edited'),
      watched.until('ADDED late'),
      watched.until('DELETED gone'),
    ])
    expect(watched.seen.filter((each) => each === 'ADDED kept' || each === 'SYNCED')).toEqual([
      'ADDED kept',
      'SYNCED',
    ])
    await watched.stop()
  })

  it('throws an error that is not retryable', async () => {
    const stranger = createClient({ url: restarted.url, token: 'unknown' })
    await expect(stranger.objects.watch().next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('wait', () => {
  it('returns an object once it is ready, and undefined once it is deleted', async () => {
    await plane.client.apply(defaultRuntime)
    const target = { kind: 'KubernetesRuntimeInstance', name: 'space' }
    const ready = await watcher.objects.wait(target, 'ready', { timeout: 60_000 })
    expect(ready).toMatchObject({ ready: true, status: { phase: 'Ready' } })
    await plane.client.apply([project('leaving')])
    const deleted = watcher.objects.wait({ kind: 'Project', name: 'leaving' }, 'deleted')
    await plane.client.projects.delete({ name: 'leaving' })
    expect(await deleted).toBeUndefined()
  })

  it('waits for any condition, also of an object that does not exist yet', async () => {
    const isDescribed = (object: AnyObject | undefined): boolean =>
      (object?.manifestSpec as { description?: string } | undefined)?.description === 'b'
    const waiting = watcher.objects.wait({ kind: 'Project', name: 'coming' }, isDescribed)
    await plane.client.apply([project('coming')])
    await plane.client.apply([project('coming', 'b')])
    expect(await waiting).toMatchObject({ name: 'coming', generation: 2 })
  })

  it('throws why it waits in vain', async () => {
    await plane.client.apply([definition('vain')])
    const never = () =>
      watcher.objects.wait({ kind: 'WorkloadDefinition', name: 'vain' }, () => false, { timeout: 200 })
    await expect(never()).rejects.toMatchObject({
      name: 'WaitError',
      reason: 'timeout',
      object: { name: 'vain' },
      message: expect.stringContaining('does not hold after 200 ms: it is '),
    })
    await expect(
      watcher.objects.wait({ kind: 'WorkloadDefinition', name: 'absent' }, 'ready'),
    ).rejects.toMatchObject({ name: 'WaitError', reason: 'missing' })
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(
      watcher.objects.wait({ kind: 'WorkloadDefinition', name: 'vain' }, () => false, { signal }),
    ).rejects.toThrow('enough')
  })
})
