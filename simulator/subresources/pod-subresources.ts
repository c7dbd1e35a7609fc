import { timestamp } from '../context.ts'
import { badRequest, conflict, StatusError } from '../errors/status-error.ts'
import { at, numberOf, objectOf, stringOf } from '../json.ts'
import { withCondition } from '../objects/conditions.ts'
import type { Pod } from '../objects/kinds.ts'
import { firstLineSince, lastLine, lineOf, type ContainerRun } from '../objects/log-lines.ts'
import { kindOf } from '../objects/stored.ts'
import { deleteObject } from '../operations/delete.ts'
import { getObject } from '../operations/read.ts'
import { matchesSelector } from '../selectors/selectors.ts'
import { keyOf } from '../target.ts'
import { success, type SubresourceHandler } from './subresource.ts'

/** Handles pods/binding: assigns the pod to a node. */
export const binding: SubresourceHandler = async (context, target, { body, options }) => {
  const pod = kindOf('pods', getObject(context, { ...target, subresource: '' }))
  const node = stringOf(at(body, 'target', 'name'))
  if (node === '') throw badRequest('target.name: Required value')
  if (pod.metadata.deletionTimestamp !== undefined)
    throw conflict(
      { group: '', plural: 'pods/binding' },
      target.name,
      `pod ${target.name} is being deleted, cannot be assigned to a host`,
    )
  if ((pod.spec.nodeName ?? '') !== '')
    throw conflict(
      { group: '', plural: 'pods/binding' },
      target.name,
      `pod ${target.name} is already assigned to node "${pod.spec.nodeName}"`,
    )
  const condition = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    observedGeneration: pod.metadata.generation,
  }
  if (!options.dryRun)
    context.store.put(keyOf(target), {
      ...pod,
      spec: { ...pod.spec, nodeName: node },
      status: {
        ...pod.status,
        conditions: withCondition(pod.status.conditions, condition, timestamp(context.now())),
      },
    })
  return { code: 201, object: { ...success, code: 201 } }
}

/** Handles pods/eviction: deletes the pod if its disruption budgets allow it. */
export const eviction: SubresourceHandler = async (context, target, { body, options }) => {
  const pod = getObject(context, { ...target, subresource: '' })
  const deletion = objectOf(at(body, 'deleteOptions'))
  const budgets = context.store
    .list('poddisruptionbudgets.policy', target.namespace)
    .filter((budget) => matchesSelector(at(budget, 'spec', 'selector'), pod.metadata.labels ?? {}))
  const phase = at(pod, 'status', 'phase')
  const isIdle = phase === 'Pending' || phase === 'Succeeded' || phase === 'Failed'
  const blocking = isIdle
    ? undefined
    : budgets.find((budget) => numberOf(at(budget, 'status', 'disruptionsAllowed')) <= 0)
  if (blocking !== undefined) {
    const { currentHealthy, desiredHealthy } = objectOf(blocking['status'])
    throw new StatusError({
      code: 429,
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: `The disruption budget ${blocking.metadata.name} needs ${numberOf(desiredHealthy)} healthy pods and has ${numberOf(currentHealthy)} currently`,
          },
        ],
      },
    })
  }
  const { uid, resourceVersion } = objectOf(deletion['preconditions'])
  await deleteObject(
    context,
    { ...target, subresource: '' },
    {
      actor: options.actor,
      dryRun: options.dryRun || Array.isArray(deletion['dryRun']),
      gracePeriodSeconds:
        typeof deletion['gracePeriodSeconds'] === 'number' ? deletion['gracePeriodSeconds'] : undefined,
      preconditions: {
        uid: typeof uid === 'string' ? uid : undefined,
        resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : undefined,
      },
    },
  )
  return { code: 201, object: { ...success, code: 201 } }
}

/** The number of lines that the kubelet keeps of a container. */
const longestLog = 1000

/** Handles pods/log: one line per second since the start of the container. */
export const log: SubresourceHandler = async (context, target, { query, stream }) => {
  const pod = kindOf('pods', getObject(context, { ...target, subresource: '' }))
  const container = chooseContainer(pod, query.get('container') ?? '')
  const isPrevious = query.get('previous') === 'true'
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = pod.status
  const status = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses].find(
    ({ name }) => name === container,
  )
  const run = isPrevious
    ? status?.lastState.terminated
    : (status?.state.terminated ?? status?.lastState.terminated)
  const startedAt = isPrevious ? run?.startedAt : (status?.state.running?.startedAt ?? run?.startedAt)
  if (startedAt === undefined)
    throw badRequest(
      isPrevious
        ? `previous terminated container "${container}" in pod "${target.name}" not found`
        : `container "${container}" in pod "${target.name}" is waiting to start: ${status?.state.waiting?.reason ?? 'ContainerCreating'}`,
    )
  const start = Date.parse(startedAt)
  const end =
    status?.state.running !== undefined && !isPrevious ? undefined : Date.parse(run?.finishedAt ?? startedAt)
  const written = { namespace: target.namespace, pod: target.name, container, start, end }
  const lines = linesOf(written, query, () => context.now().getTime())
  stream((response, onStop) => {
    response.write(lines.next())
    if (query.get('follow') !== 'true' || end !== undefined) {
      response.end()
      return
    }
    const unsubscribe = context.store.subscribe('pods', ({ object, type }) => {
      if (
        object.metadata.uid === pod.metadata.uid &&
        (type === 'DELETED' || kindOf('pods', object).status.phase !== 'Running')
      )
        over()
    })
    const timer = setInterval(() => response.write(lines.next()), 1000)
    const cancel = onStop(over)
    response.on('close', over)
    function over(): void {
      clearInterval(timer)
      unsubscribe()
      cancel()
      response.end()
    }
  })
  return undefined
}

/** Returns the name of the requested container of a pod, or of its only one. */
export function chooseContainer(pod: Pod, requested: string): string {
  const names = pod.spec.containers.map(({ name }) => name)
  const { initContainers = [], ephemeralContainers = [] } = pod.spec
  const all = [...[...initContainers, ...ephemeralContainers].map(({ name }) => name), ...names]
  if (requested !== '') {
    if (all.includes(requested)) return requested
    throw badRequest(`container ${requested} is not valid for pod ${pod.metadata.name}`)
  }
  const [only] = names
  if (names.length === 1 && only !== undefined) return only
  throw badRequest(
    `a container name must be specified for pod ${pod.metadata.name}, choose one of: [${names.join(' ')}]`,
  )
}

/** Returns a function that returns the lines since its last call. */
function linesOf(run: ContainerRun, query: URLSearchParams, now: () => number): { next(): string } {
  const requested = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined)
  const tail = requested('tailLines')
  const since = requested('sinceSeconds')
  const sinceTime = query.get('sinceTime')
  const from =
    sinceTime === null ? (since === undefined ? run.start : now() - since * 1000) : Date.parse(sinceTime)
  let next = Math.max(firstLineSince(run, from), lastLine(run, now()) + 1 - longestLog)
  if (tail !== undefined) next = Math.max(next, lastLine(run, now()) + 1 - tail)
  return {
    next() {
      let text = ''
      for (; next <= lastLine(run, now()); next++) {
        const line = lineOf(run, next)
        const stamp = `${new Date(line.time).toISOString().replace('Z', '000000Z')} `
        text += `${query.get('timestamps') === 'true' ? stamp : ''}${line.text}\n`
      }
      const limit = requested('limitBytes')
      return limit === undefined ? text : text.slice(0, limit)
    },
  }
}
