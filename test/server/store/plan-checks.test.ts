import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { PlannedResource } from '../../../schema/graphql/store-plans.ts'
import { PlatformError } from '../../../schema/errors.ts'
import { WorkloadToCheck } from '../../../schema/resource-checks.ts'
import { unpacked } from '../../../schema/packed-text.ts'
import { createQueryWorkers } from '../../../server/cluster-queries.ts'
import { checkedResources, type CheckTarget } from '../../../server/store/plans/cluster-checks.ts'
import { serveClusterQueries, type ServeOptions } from '../../../workers/cluster-queries/serve.ts'
import { useBroker } from '../../support/broker.ts'

/** What becomes of a plan when clusters do not answer. Server and worker are connected by a real broker. */

const broker = useBroker()
const { subject } = broker

const object = { kind: 'WorkloadInstance', project: 'default', name: 'shop' }
const names = ['ConfigMap/a', 'ConfigMap/b']
const resources = names.map((resource): PlannedResource => ({
  object,
  resource,
  action: 'create',
  pods: 'none',
  immutable: [],
  differences: [],
}))
const workload: WorkloadToCheck = {
  owner: { id: '1', kind: object.kind, project: 'default', name: 'shop', controlPlane: 'test' },
  replace: false,
  ignored: [],
  before: [],
  after: [],
  resources: names,
  arriving: { namespaces: [], kinds: [], software: false },
}
const target = (place: CheckTarget['place'], more: Partial<WorkloadToCheck> = {}): CheckTarget => ({
  object,
  runtime: 'space',
  place,
  workload: { ...workload, ...more },
})

async function checks(
  targets: CheckTarget[],
  handle?: ServeOptions['handle'],
  deadline = 60_000,
): Promise<string[]> {
  const queryWorkers = createQueryWorkers({ connection: broker.server, subject })
  const log = pino({ level: 'silent' })
  const end = handle && serveClusterQueries({ connection: broker.worker, subject, handle, log })
  await broker.worker.flush()
  const found = await checkedResources(queryWorkers, { resources, targets, deadline })
  await end?.()
  await broker.worker.flush()
  return found.flatMap(({ resource, checks: own = [] }) =>
    own.map(({ runtime, result, message }) => `${resource} in ${runtime}: ${result} ${message}`.trim()),
  )
}

const accepted = { result: 'accepted', reason: '', message: '', fields: [] }

describe('the checks of a plan', () => {
  it('are what workers find out', async () => {
    const handle: ServeOptions['handle'] = async function* (query) {
      const text = unpacked(query.about === 'dryRun' ? query.packed : '')
      const { resources: asked } = WorkloadToCheck.parse(JSON.parse(text))
      for (const resource of asked) yield [{ ...accepted, resource }]
    }
    expect(await checks([target({ id: 1n })], handle)).toEqual([
      'ConfigMap/a in space: accepted',
      'ConfigMap/b in space: accepted',
    ])
  })

  it('say that there is no worker, and why a worker could not find out', async () => {
    expect(await checks([target({ id: 1n })])).toEqual([
      expect.stringMatching(/^ConfigMap\/a in space: unchecked no worker is running/),
      expect.stringMatching(/^ConfigMap\/b in space: unchecked no worker is running/),
    ])
    const away: ServeOptions['handle'] = async function* () {
      yield [{ ...accepted, resource: 'ConfigMap/a' }]
      throw new PlatformError('UNAVAILABLE', 'the cluster refuses connections')
    }
    expect(await checks([target({ id: 1n })], away)).toEqual([
      'ConfigMap/a in space: accepted',
      'ConfigMap/b in space: unchecked the cluster refuses connections',
    ])
  })

  it('end at a deadline', async () => {
    const slow: ServeOptions['handle'] = async function* (_, signal) {
      yield [{ ...accepted, resource: 'ConfigMap/a' }]
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    expect(await checks([target({ id: 1n })], slow, 2000)).toEqual([
      'ConfigMap/a in space: accepted',
      'ConfigMap/b in space: unchecked the cluster did not answer within 2 seconds',
    ])
    const five = Array.from({ length: 5 }, () => target({ id: 1n }))
    expect(await checks(five, slow, 300)).toContain(
      'ConfigMap/a in space: unchecked the plan has waited for other clusters for 0.3 seconds',
    )
  })

  it('leave out what is too much, and what has no runtime', async () => {
    const noise = randomBytes(800_000).toString('base64')
    const large = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { noise } }
    expect(await checks([target({ id: 1n }, { after: [large] })])).toContain(
      'ConfigMap/a in space: unchecked the manifests are too large for a message to a worker',
    )
    const many = Array.from({ length: 1001 }, (_, index) =>
      index === 0 ? 'ConfigMap/a' : `ConfigMap/${index}`,
    )
    expect(await checks([target({ id: 1n }, { resources: many })])).toEqual([
      'ConfigMap/a in space: unchecked a plan has at most 1000 checks of resources in clusters',
    ])
    const missing = { reason: 'NoRuntime', message: 'the runtime does not exist yet' }
    expect(await checks([target(missing)])).toContain(
      'ConfigMap/a in space: unchecked the runtime does not exist yet',
    )
  })
})
