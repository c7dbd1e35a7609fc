import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ListNextTriesDocument } from '../../../client-sdk/generated/documents.ts'
import type { ObjectStatus } from '../../../schema/status.ts'
import { ReportReconcileDocument } from '../../../workers/generated/documents.ts'
import { nextReconcile } from '../../../workers/engine/next-reconcile.ts'
import { failed, requeueAfter, waitingFor, type Outcome } from '../../../workers/engine/outcome.ts'
import { quarantineWhenExhausted } from '../../../workers/engine/quarantine.ts'
import { nextStatus } from '../../../workers/engine/status.ts'
import { createFakeWorker } from '../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { restartNamed, defaultRuntime, definition } from '../../support/store.ts'

const kind = 'WorkloadInstance'
const runtimeKind = 'KubernetesRuntimeInstance'
const name = 'web'

let server: TestServer
let worker: ReturnType<typeof createFakeWorker>
beforeAll(async () => {
  server = await createTestServer()
  worker = createFakeWorker(server)
  await server.store.apply(
    [...defaultRuntime, definition(name), { kind, name, spec: { definition: name } }],
    { actor: 'tester' },
  )
  await worker.report(runtimeKind, 'space', { phase: 'Failed' })
})
afterAll(() => server.stop())

/** Returns the report of a worker about the object, with the current state of the object that it waits for. */
async function outcomes(): Promise<[string, Outcome][]> {
  const space = await stored(runtimeKind, 'space')
  const object = { id: String(space.id), kind: runtimeKind, name: 'space', version: space.version }
  const away = { reason: 'ConnectionRefused', message: 'm', unreachable: true }
  const internal = failed({ reason: 'InternalError', message: 'm' })
  return [
    ['in progress', requeueAfter(30_000, { reason: 'RollingOut', message: 'm' })],
    ['waiting', waitingFor(object, 'is ready')],
    ['waiting since before a change', waitingFor({ ...object, version: 0 }, 'is ready')],
    ['failed', failed({ reason: 'Invalid', message: 'm' })],
    ['stalled', failed({ reason: 'Invalid', message: 'm' }, { retryable: false })],
    ['blocked', failed({ reason: 'R', message: 'm', blocked: true })],
    ['unconfirmed', failed({ reason: 'R', message: 'm', blocked: true, confirm: [] })],
    ['unreachable by its runtime', failed(away, { watching: object })],
    ['unreachable', failed(away)],
    ['throttled', failed({ ...away, reason: 'Throttled' }, { retryAfter: 40_000 })],
    ['quarantined', quarantineWhenExhausted(internal, 10, { kind, name, projectName: null })],
  ]
}

async function stored(ofKind: string, named: string) {
  const object = await server.store.find({ kind: ofKind, name: named })
  if (object === undefined) throw new Error(`no ${ofKind} ${named}`)
  return object
}

/** Reports as a worker does; `meanwhile` runs between the start and the report. */
async function reportOutcome(
  outcome: Outcome,
  { meanwhile = async () => undefined, retryAt }: Reporting = {},
) {
  const { id, epoch, triggers, generation, status } = await restartNamed(server.store, kind, name)
  await meanwhile()
  const { after, watching } = nextReconcile(outcome, 3)
  const subject = { kind, name, generation, deleting: false, status: status as unknown as ObjectStatus }
  const next = nextStatus(subject, { outcome, stalled: false }, new Date())
  const cause = next.cause && { ...next.cause, ...(retryAt === undefined ? {} : { retryAt }) }
  const report = {
    triggers,
    observedGeneration: generation,
    status: { ...next, ...(cause === undefined ? {} : { cause }) },
    failures: 3,
    events: [],
    ...(after === undefined ? {} : { requeueAfter: Math.round(after) }),
    ...(watching === undefined ? {} : { waitingFor: watching }),
  }
  await worker.worker.execute(ReportReconcileDocument, { id: String(id), epoch, report })
}

interface Reporting {
  meanwhile?: () => Promise<unknown>
  /** A status in the form of workers of 0.1.0, with times of their own clock. */
  retryAt?: string
}

const trigger = () => server.store.trigger({ kind, name }, { actor: 'tester' })

type Situation = (outcome: Outcome) => Promise<unknown>
const situations: [string, Situation][] = [
  ['is just reported', (outcome) => reportOutcome(outcome)],
  [
    'is reported by a worker of the previous release',
    (outcome) => reportOutcome(outcome, { retryAt: '2031-01-01T00:00:00.000Z' }),
  ],
  ['was triggered during its reconcile', (outcome) => reportOutcome(outcome, { meanwhile: trigger })],
  ['is triggered afterwards', async (outcome) => reportOutcome(outcome).then(trigger)],
  [
    'is triggered by its runtime',
    async (outcome) => {
      await reportOutcome(outcome)
      for (const phase of ['Unreachable', 'Failed'] as const)
        await worker.report(runtimeKind, 'space', { phase })
    },
  ],
  [
    'was claimed as due',
    async (outcome) => {
      await reportOutcome(outcome, { meanwhile: trigger })
      await server.store.takeDue({ kinds: [kind], max: 10, overdue: 0 })
    },
  ],
  [
    'is being reconciled again',
    async (outcome) => {
      await reportOutcome(outcome)
      await restartNamed(server.store, kind, name)
    },
  ],
]

describe('the displayed time of the next try', () => {
  it.each(situations)('is the stored one for an object that %s', async (_, situation) => {
    for (const [what, outcome] of await outcomes()) {
      await situation(outcome)
      const { id, nextReconcileAt, leaseExpiresAt, waitingForId } = await stored(kind, name)
      const shown = await worker.client.objects.get({ kind, name })
      expect(shown?.status.cause, what).not.toBeNull()
      expect(shown?.status.cause?.retryAt ?? null, what).toBe(nextReconcileAt?.toISOString() ?? null)
      // Every object that is not ready has a next try.
      expect(nextReconcileAt === null, what).toBe(leaseExpiresAt !== null)
      const { result } = await worker.client.execute(ListNextTriesDocument, { ids: [String(id)] })
      expect(result?.[0], what).toEqual({
        id: String(id),
        nextReconcileAt: nextReconcileAt?.toISOString() ?? null,
        reconciling: leaseExpiresAt !== null,
        waitingFor: waitingForId === null ? null : { kind: runtimeKind, name: 'space' },
      })
    }
  })
})
