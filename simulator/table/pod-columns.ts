import { at, numberOf, objectOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { field, none } from './cells.ts'
import { age, ageColumn, column, nameColumn, wide, type Column } from './column.ts'

export const podColumns: readonly Column[] = [
  nameColumn,
  column('Ready', formatReady),
  column('Status', formatStatus),
  column('Restarts', formatRestarts),
  ageColumn,
  wide('IP', field('status.podIP', none)),
  wide('Node', field('spec.nodeName', none)),
  wide('Nominated Node', field('status.nominatedNodeName', none)),
  wide('Readiness Gates', () => none),
]

function statuses(object: KubeObject, key: string): JsonObject[] {
  return objectsOf(at(object, 'status', key))
}

/** Returns init containers that keep running, which count like the others. */
function sidecars(object: KubeObject): JsonObject[] {
  const names = new Set(
    objectsOf(at(object, 'spec', 'initContainers'))
      .filter((container) => container['restartPolicy'] === 'Always')
      .map(({ name }) => name),
  )
  return statuses(object, 'initContainerStatuses').filter(({ name }) => names.has(name))
}

function formatReady(object: KubeObject): string {
  const total = objectsOf(at(object, 'spec', 'containers')).length + sidecars(object).length
  const ready = [...statuses(object, 'containerStatuses'), ...sidecars(object)].filter(
    (each) => each['ready'] === true,
  )
  return `${ready.length}/${total}`
}

function formatStatus(object: KubeObject): string {
  const reason = stringOf(at(object, 'status', 'reason'))
  let text = reason || stringOf(at(object, 'status', 'phase'))
  const scheduled = objectsOf(at(object, 'status', 'conditions')).find(({ type }) => type === 'PodScheduled')
  if (scheduled?.['reason'] === 'SchedulingGated') text = 'SchedulingGated'
  const initialization = initializationStatus(object)
  if (initialization !== undefined) text = initialization
  else {
    let hasRunning = false
    for (const status of statuses(object, 'containerStatuses').reverse()) {
      const problem = podProblem(status)
      if (problem !== undefined) text = problem
      else if (status['ready'] === true && at(status, 'state', 'running') !== undefined) hasRunning = true
    }
    if (text === 'Completed' && hasRunning) text = 'Running'
  }
  if (object.metadata.deletionTimestamp === undefined) return text
  return reason === 'NodeLost' ? 'Unknown' : 'Terminating'
}

function podProblem(status: JsonObject): string | undefined {
  const { waiting, terminated } = objectOf(status['state'])
  const waitingReason = stringOf(at(waiting, 'reason'))
  if (waitingReason !== '') return waitingReason
  if (terminated === undefined) return undefined
  const reason = stringOf(at(terminated, 'reason'))
  if (reason !== '') return reason
  const signal = numberOf(at(terminated, 'signal'))
  return signal === 0 ? `ExitCode:${numberOf(at(terminated, 'exitCode'))}` : `Signal:${signal}`
}

/** Returns the status of a pod that is initialising: `Init:1/2`, `Init:CrashLoopBackOff`. */
function initializationStatus(object: KubeObject): string | undefined {
  const all = statuses(object, 'initContainerStatuses')
  const stays = new Set(sidecars(object).map(({ name }) => name))
  for (const [index, status] of all.entries()) {
    const { waiting, terminated } = objectOf(status['state'])
    if (terminated !== undefined && numberOf(at(terminated, 'exitCode')) === 0) continue
    if (stays.has(status['name']) && status['started'] === true) continue
    if (terminated !== undefined) return `Init:${podProblem(status) ?? ''}`
    const reason = stringOf(at(waiting, 'reason'))
    if (reason !== '' && reason !== 'PodInitializing' && reason !== 'ContainerCreating')
      return `Init:${reason}`
    return `Init:${index}/${all.length}`
  }
  return undefined
}

function formatRestarts(object: KubeObject, now: Date): string {
  const all = [...statuses(object, 'containerStatuses'), ...sidecars(object)]
  const count = all.reduce((sum, status) => sum + numberOf(status['restartCount']), 0)
  const ends = all
    .map((status) => stringOf(at(status, 'lastState', 'terminated', 'finishedAt')))
    .filter((time) => time !== '')
  const last = ends.sort().at(-1)
  return count > 0 && last !== undefined ? `${count} (${age(last, now)} ago)` : String(count)
}
