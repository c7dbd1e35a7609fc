import { controllerLabel, type ClusterContext } from '../context.ts'
import { keyOf, splitKey, type Controller } from '../controllers/controller.ts'
import { nanosOf, usageOf } from '../controllers/pod-usage.ts'
import { numberOf, stringOf, type JsonObject } from '../json.ts'
import type { ContainerStatus, Pod } from '../objects/kinds.ts'
import type { ContainerRun } from '../objects/log-lines.ts'
import { getKind, kindOf, listKind } from '../objects/stored.ts'
import { asObject, type KubeObject } from '../storage/object.ts'
import { isRunning } from './stand-in.ts'

/*
 * What software that collects data remembers of pods, also of those that are gone: the runs of their containers. A record is
 * removed with the Deployment of that software, as data is with its volume.
 */

/** A run of a container, with what a collector adds to it. */
export interface RecordedRun extends ContainerRun {
  labels: Readonly<Record<string, string>>
  isInit: boolean
  node: string
  /** Cores and bytes that it uses. */
  cpu: number
  memory: number
}

/** A collector of data about pods. */
interface Collector {
  /** The stand-in that remembers. */
  controller: string
  /** All stand-ins that have to run for a pod to be recorded. */
  requires: readonly string[]
}

/** The key of a reconcile of all pods. */
const everything = ''

/** Returns the controller that records the runs of containers for a collector. */
export function recorderOf(collector: Collector): Controller {
  const { controller, requires } = collector
  return {
    name: `${controller}-recorder`,
    component: controller,
    watches: {
      'deployments.apps': ({ object }) =>
        requires.includes(object.metadata.labels?.[controllerLabel] ?? '') ? [everything] : [],
      pods: ({ object, type }, context) => {
        // A pod that is gone can only be read from its event.
        if (type === 'DELETED' && isRecording(collector, context)) endRuns(collector, context, object)
        return [keyOf(object)]
      },
    },
    reconcile: async (key, { context }) => {
      if (!hasDeployment(controller, context)) {
        for (const { metadata } of context.store.list(resourceOf(controller)))
          context.store.remove({ resource: resourceOf(controller), namespace: '', name: metadata.name })
        return
      }
      if (!isRecording(collector, context)) return
      const pod = key === everything ? undefined : getKind(context.store, 'pods', splitKey(key))
      const pods = key === everything ? listKind(context.store, 'pods') : pod === undefined ? [] : [pod]
      for (const each of pods) recordPod(collector, context, each)
    },
  }
}

function resourceOf(controller: string): string {
  return `runs.${controller}.simulator.qleetos.io`
}

function isRecording({ requires }: Collector, context: ClusterContext): boolean {
  return requires.every((each) => isRunning(each, context))
}

function hasDeployment(controller: string, { store }: ClusterContext): boolean {
  return listKind(store, 'deployments.apps').some(
    ({ metadata }) => metadata.labels?.[controllerLabel] === controller,
  )
}

function recordPod({ controller }: Collector, context: ClusterContext, pod: Pod): void {
  for (const status of statusesOf(pod))
    for (const { startedAt, finishedAt } of runsOf(status)) {
      const name = `${pod.metadata.uid}.${status.name}.${startedAt}`
      const run = {
        ...factsOf(pod, status.name),
        start: startedAt,
        ...(finishedAt === undefined ? {} : { end: finishedAt }),
      }
      put(context, { resource: resourceOf(controller), name, run })
    }
}

function statusesOf({ status }: Pod): ContainerStatus[] {
  return [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])]
}

/** Returns the runs that a status tells of: the present one, and the one before it. */
function runsOf({ state, lastState }: ContainerStatus): { startedAt: string; finishedAt?: string }[] {
  const { running } = state
  return [lastState.terminated, state.terminated, running].flatMap((each) => each ?? [])
}

function factsOf(pod: Pod, container: string): JsonObject {
  const index = pod.spec.containers.findIndex(({ name }) => name === container)
  const usage = (resource: 'cpu' | 'memory'): number =>
    Number(nanosOf(usageOf(pod, resource)[index] ?? '0')) / 1e9
  const { name, namespace = '', labels = {} } = pod.metadata
  return {
    namespace,
    pod: name,
    container,
    labels: { ...labels },
    isInit: index < 0,
    node: pod.spec.nodeName ?? '',
    cpu: usage('cpu'),
    memory: usage('memory'),
  }
}

function put(
  { store }: ClusterContext,
  { resource, name, run }: { resource: string; name: string; run: JsonObject },
): void {
  const key = { resource, namespace: '', name }
  const known = store.get(key)?.['run']
  if (JSON.stringify(known) === JSON.stringify(run)) return
  store.put(key, asObject({ metadata: { name }, run }))
}

/** Ends the runs of a pod that is gone. */
function endRuns({ controller }: Collector, context: ClusterContext, object: KubeObject): void {
  const pod = kindOf('pods', object)
  const end = context.now().toISOString()
  for (const status of statusesOf(pod))
    for (const { startedAt, finishedAt = end } of runsOf(status)) {
      const run = { ...factsOf(pod, status.name), start: startedAt, end: finishedAt }
      const name = `${pod.metadata.uid}.${status.name}.${startedAt}`
      put(context, { resource: resourceOf(controller), name, run })
    }
}

/** Returns the runs that a collector has recorded. */
export function recordedRuns(controller: string, { store }: ClusterContext): RecordedRun[] {
  return store.list(resourceOf(controller)).map(({ run }) => {
    // Only `put` writes these objects.
    const { start, end, cpu, memory, ...facts } = run as Record<string, never>
    const given = facts as unknown as Pick<
      RecordedRun,
      'namespace' | 'pod' | 'container' | 'labels' | 'isInit' | 'node'
    >
    return {
      ...given,
      start: Date.parse(stringOf(start)),
      end: end === undefined ? undefined : Date.parse(stringOf(end)),
      cpu: numberOf(cpu),
      memory: numberOf(memory),
    }
  })
}
