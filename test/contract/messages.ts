/* Examples of the messages between servers, workers and clients, before any schema has parsed them. */

const time = '2026-01-01T00:00:00.000Z'
const content = { reason: 'Recorded', message: 'As it was recorded.' }
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

const trigger = { v: 1, kind: 'WorkloadInstance', id: '42' }

/** Triggers that servers send to workers. */
export const triggers: readonly object[] = [trigger, { ...trigger, traceparent }]

const tree = { about: 'tree', objectId: '42', follow: true }
const logs = { about: 'logs', objectId: '42', follow: false, previous: true }

const exec = {
  about: 'exec',
  objectId: '42',
  runtimeId: '7',
  namespace: 'shop',
  pod: 'shop-1',
  container: 'main',
  commands: [['bash'], ['sh']],
  size: { columns: 80, rows: 24 },
}

/** Queries that servers send to workers. */
export const clusterQueries: readonly object[] = [
  tree,
  logs,
  { ...logs, since: time, tail: 10, container: 'main' },
  { about: 'pods', objectId: '42' },
  exec,
].map((question) => ({ v: 1, question, credit: 8, traceparent }))

const phases = { True: 'Ready', False: 'Failed', Unknown: 'Unreachable' }

/** Statuses that workers report, and clients read. */
export function statuses(conditionTypes: readonly string[]): object[] {
  return Object.entries(phases).map(([status, phase]) => {
    const shared = { status, ...content, observedGeneration: 1, lastTransitionTime: time }
    const cause = { kind: 'KubernetesRuntimeInstance', name: 'space', ...content, since: time, retryAt: time }
    return {
      phase,
      conditions: conditionTypes.map((type) => ({ type, ...shared })),
      ...(phase === 'Ready' ? {} : { cause }),
      outputs: { namespace: 'recorded' },
    }
  })
}
