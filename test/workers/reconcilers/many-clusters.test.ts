import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conditionOf, type ObjectStatus } from '../../../schema/status.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { clusterOf } from '../../support/kubernetes.ts'
import { runCli, serverEnv } from '../../support/run-cli.ts'
import { defaultRuntime, definition } from '../../support/store.ts'
import { json, refuse } from '../kube/client/misbehaving-server.ts'
import { startFaultyFront, type FaultyFront } from './faulty-front.ts'

interface Fault {
  what: string
  reason: string
  begin(front: FaultyFront): Promise<void> | void
  end(front: FaultyFront): Promise<void> | void
}

const answer = (what: string, reason: string, behaviour: Parameters<FaultyFront['behave']>[0]): Fault => ({
  what,
  reason,
  begin: (front) => front.behave(behaviour),
  end: (front) => front.behave(undefined),
})
const network = (what: string, reason: string, begin: (front: FaultyFront) => Promise<void>): Fault => ({
  what,
  reason,
  begin,
  end: ({ proxy }) => proxy.open(),
})

const faults: Fault[] = [
  network('refuses connections', 'ConnectionRefused', ({ proxy }) => proxy.cut()),
  network('drops packets', 'ConnectionTimeout', ({ proxy }) => proxy.drop()),
  network('takes connections and is silent', 'ConnectionTimeout', ({ proxy }) => proxy.stall()),
  answer('never answers', 'AnswerTimeout', () => undefined),
  {
    what: 'has an expired certificate',
    reason: 'CertificateExpired',
    begin: (front) => front.expire(),
    end: (front) => front.renew(),
  },
  answer('refuses the credentials', 'CredentialsRefused', refuse(401, 'Unauthorized')),
  answer('allows nothing', 'Forbidden', refuse(403, 'Forbidden')),
  answer(
    'asks for patience',
    'Throttled',
    refuse(429, 'TooManyRequests', { headers: { 'retry-after': '8' } }),
  ),
  answer('fails', 'ServerError', json(503, 'no server is available')),
  answer('answers drop by drop', 'AnswerTimeout', (_, { socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket?.write('x-more: to-come\r\n'), 200)
    socket?.on('close', () => clearInterval(timer))
  }),
  answer('answers with half of it', 'AnswerBroken', json(200, '{"gitVersion":"v1')),
]

let plane: TestControlPlane
const fronts: FaultyFront[] = []
const runtimeKind = 'KubernetesRuntimeInstance'
const [runtimeOf, workOf] = [(at: number) => `far-${at}`, (at: number) => `work-${at}`]

beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply([
    ...defaultRuntime,
    { kind: 'KubernetesRuntimeDefinition', name: 'imported', spec: { provider: 'kubeconfig' } },
    ...faults.map((_, at) => ({
      kind: runtimeKind,
      name: `behind-${at}`,
      spec: { definition: 'simulated' },
    })),
  ])
  await plane.ready(runtimeKind, 'space')
  for (const at of faults.keys()) {
    await plane.ready(runtimeKind, `behind-${at}`)
    const front = await startFaultyFront((await plane.client.kubeconfig({ name: `behind-${at}` })) ?? '')
    fronts.push(front)
    await plane.client.apply([
      {
        kind: runtimeKind,
        name: runtimeOf(at),
        spec: { definition: 'imported', kubeconfig: front.kubeconfig },
      },
      definition(workOf(at), 'before'),
      {
        kind: 'WorkloadInstance',
        name: workOf(at),
        spec: { definition: workOf(at), runtime: runtimeOf(at), namespace: 'shop' },
      },
    ])
  }
  await Promise.all(faults.map((_, at) => plane.ready('WorkloadInstance', workOf(at))))
}, 120_000)
afterAll(async () => {
  await Promise.all(fronts.map((front) => front.close()))
  await plane?.stop()
})

const isUnknown = ({ status }: { status: unknown }): boolean =>
  conditionOf(status as ObjectStatus, 'Ready')?.status === 'Unknown'

describe('clusters that are unavailable, each in a different way', { timeout: 180_000 }, () => {
  it('are unknown, each for its own reason, and delay no other', async () => {
    for (const [at, { begin }] of faults.entries()) {
      const front = fronts[at]
      if (front !== undefined) await begin(front)
      await plane.client.objects.reconcile({ kind: runtimeKind, name: runtimeOf(at) })
    }
    await plane.client.apply([
      definition('near'),
      { kind: 'WorkloadInstance', name: 'near', spec: { definition: 'near', runtime: 'space' } },
    ])
    await plane.ready('WorkloadInstance', 'near')
    for (const [at, { reason }] of faults.entries()) {
      // Existing connections stall first.
      await plane.until(
        runtimeKind,
        runtimeOf(at),
        (object) => isUnknown(object) && object.status.cause?.reason === reason,
      )
      await plane.until(
        'WorkloadInstance',
        workOf(at),
        (object) =>
          isUnknown(object) &&
          object.status.phase === 'Unreachable' &&
          object.status.cause?.name === runtimeOf(at),
      )
    }
    const { status } = await plane.until('WorkloadInstance', 'near', () => true)
    expect(status.phase).toBe('Ready')
    const { stdout } = await runCli(['get', 'workload', workOf(0)], { env: serverEnv(plane) })
    expect(stdout).toMatch(/Unreachable .* Unknown since .*\d\d:\d\d UTC: .*connection refused/)
  })

  it('get the latest of the changes made in the meantime when they return', async () => {
    for (const value of ['first', 'second', 'newest'])
      await plane.client.apply(faults.map((_, at) => definition(workOf(at), value)))
    const before = fronts.map(({ applied }) => applied.length)
    for (const [at, { end }] of faults.entries()) {
      const front = fronts[at]
      if (front !== undefined) await end(front)
      await plane.client.objects.reconcile({ kind: runtimeKind, name: runtimeOf(at) })
    }
    for (const at of faults.keys()) {
      const cluster = await clusterOf(plane, `behind-${at}`)
      const has = async (): Promise<true | undefined> => {
        const map = await cluster.get(`/api/v1/namespaces/shop/configmaps/${workOf(at)}`)
        return (map?.['data'] as { value?: string } | undefined)?.value === 'newest' ? true : undefined
      }
      expect(await eventually(has, { within: 60_000 })).toBe(true)
      await plane.ready('WorkloadInstance', workOf(at))
      await cluster.close()
      const applied = fronts[at]?.applied.slice(before[at]) ?? []
      expect(applied.filter((body) => /first|second/.test(body))).toEqual([])
    }
  })
})
