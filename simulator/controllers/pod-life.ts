import { timestamp, type ClusterContext } from '../context.ts'
import { behaviourOfContainer } from '../objects/behaviour.ts'
import { conditionOf, withCondition } from '../objects/conditions.ts'
import type { Condition, Container, ContainerStatus, Pod, PodStatus } from '../objects/kinds.ts'
import {
  advance,
  isReadyLife,
  lifeFrom,
  newLife,
  readyIn,
  statusOfLife,
  stopLife,
  type ContainerLife,
  type Rules,
} from './container-life.ts'
import { controllerOf } from './controller.ts'
import type { EventFact } from './events.ts'
import { nodeAddress } from './nodes.ts'

/** The running containers of a pod; kept while the pod is there. */
export interface PodLife {
  uid: string
  containers: Map<string, ContainerLife>
  startTime: string
  ip: string | undefined
  stoppingSince: number | undefined
}

export interface PodStep {
  status: PodStatus
  next: number | undefined
  events: EventFact[]
}

export function newPodLife(pod: Pod, now: number): PodLife {
  const { status } = pod
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status
  const known = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses]
  return {
    uid: pod.metadata.uid,
    containers: new Map(known.map((each) => [each.name, lifeFrom(each, now)])),
    startTime: status.startTime ?? timestamp(new Date(now)),
    ip: status.podIP,
    stoppingSince: undefined,
  }
}

type Role = 'init' | 'main' | 'ephemeral'

interface Ran {
  container: Container
  life: ContainerLife
  rules: Rules
  role: Role
}

/** Advances a pod to the present; returns its status and the time of the next step. */
export function advancePod(
  context: ClusterContext,
  pod: Pod,
  { life, newAddress }: { life: PodLife; newAddress: () => string },
): PodStep {
  const now = context.now().getTime()
  const events: EventFact[] = []
  const waits: number[] = []
  const init: Ran[] = []
  let isInitialized = true
  for (const container of pod.spec.initContainers ?? []) {
    const ran = runOf(context, pod, { container, life, role: 'init' })
    init.push(ran)
    if (!isInitialized) continue
    step(ran)
    isInitialized = isDone(ran)
  }
  const main = pod.spec.containers.map((container) => runOf(context, pod, { container, life, role: 'main' }))
  const ephemeral = ephemeralOf(context, pod, life)
  if (isInitialized) for (const ran of [...main, ...ephemeral]) step(ran)
  if (life.ip === undefined && [...init, ...main].some((ran) => ran.life.startedAt > 0))
    life.ip = newAddress()
  const status = statusOf(pod, { init, main, ephemeral, life, isInitialized, now })
  return { status, next: waits.length === 0 ? undefined : Math.min(...waits), events }

  function step({ container, life: each, rules }: Ran): void {
    const { next, events: facts } = advance(each, container, { rules, now })
    events.push(...facts)
    for (const wait of [next, readyIn(each, rules, now)]) if (wait !== undefined) waits.push(wait)
  }
}

function runOf(
  context: ClusterContext,
  pod: Pod,
  { container, life, role }: { container: Container; life: PodLife; role: Role },
): Ran {
  const now = context.now().getTime()
  let own = life.containers.get(container.name)
  if (own === undefined) life.containers.set(container.name, (own = newLife(now)))
  // Not begun yet: its time starts when its turn comes.
  if (
    own.now === 'creating' &&
    role === 'main' &&
    own.since < now &&
    own.startedAt === 0 &&
    !hasStarted(pod, life)
  )
    own.since = now
  const isInit = role === 'init'
  const isSidecar = isInit && container.restartPolicy === 'Always'
  const behaviour = behaviourOfContainer(
    role === 'main' ? pod : { ...pod, metadata: { ...pod.metadata, annotations: {} } },
    container.image,
  )
  const policy = pod.spec.restartPolicy ?? 'Always'
  const rules: Rules = {
    behaviour,
    settings: context.settings,
    completes: isInit
      ? !isSidecar
      : role === 'main' && runsToCompletion(pod, container) && !behaviour.keepsRunning,
    restartPolicy:
      role === 'ephemeral'
        ? 'Never'
        : isSidecar
          ? 'Always'
          : isInit && policy === 'Always'
            ? 'OnFailure'
            : policy,
    pod: { name: pod.metadata.name, namespace: pod.metadata.namespace ?? '', uid: pod.metadata.uid },
  }
  return { container, life: own, rules, role }
}

/** A command that is started once ends at some time; one that reads what users type does not. */
function runsToCompletion(pod: Pod, container: Container): boolean {
  if (controllerOf(pod)?.kind === 'Job') return true
  return (pod.spec.restartPolicy ?? 'Always') !== 'Always' && container.stdin !== true
}

function ephemeralOf(context: ClusterContext, pod: Pod, life: PodLife): Ran[] {
  return (pod.spec.ephemeralContainers ?? []).map((container) =>
    runOf(context, pod, { container, life, role: 'ephemeral' }),
  )
}

/** True when the init containers are done, so that the others may start. */
function hasStarted(pod: Pod, life: PodLife): boolean {
  return (pod.spec.initContainers ?? []).every((container) => {
    const each = life.containers.get(container.name)
    return (
      each !== undefined &&
      (container.restartPolicy === 'Always' ? each.now === 'running' : each.now === 'ended')
    )
  })
}

function isDone({ container, life }: Ran): boolean {
  if (container.restartPolicy === 'Always') return life.now === 'running'
  return life.now === 'ended' && life.last?.exitCode === 0
}

/** Ends what runs. */
export function stopPodLife(context: ClusterContext, pod: Pod, life: PodLife): PodStatus {
  const now = context.now().getTime()
  const ran = (role: Role) => (container: Container) => runOf(context, pod, { container, life, role })
  const init = (pod.spec.initContainers ?? []).map(ran('init'))
  const main = pod.spec.containers.map(ran('main'))
  const ephemeral = ephemeralOf(context, pod, life)
  for (const { container, life: each, rules } of [...init, ...main, ...ephemeral])
    stopLife(each, container, { rules, now })
  return statusOf(pod, { init, main, ephemeral, life, isInitialized: true, now })
}

interface Snapshot {
  init: readonly Ran[]
  main: readonly Ran[]
  ephemeral: readonly Ran[]
  life: PodLife
  isInitialized: boolean
  now: number
}

function statusOf(pod: Pod, snapshot: Snapshot): PodStatus {
  const { init, main, ephemeral, life, now } = snapshot
  const statusOfContainer = ({ container, life: each, rules, role }: Ran): ContainerStatus => {
    const status = statusOfLife(each, container, { rules, now })
    if (role === 'ephemeral') return { ...status, ready: false }
    if (role === 'init' && container.restartPolicy !== 'Always')
      return { ...status, ready: each.last?.exitCode === 0 && each.now === 'ended' }
    if (!snapshot.isInitialized && role === 'main' && each.startedAt === 0)
      return { ...status, state: { waiting: { reason: 'PodInitializing' } } }
    return status
  }
  const host = nodeAddress(pod.spec.nodeName ?? '')
  const phase = phaseOf(pod, snapshot)
  return {
    ...pod.status,
    phase,
    observedGeneration: pod.metadata.generation,
    startTime: life.startTime,
    hostIP: host,
    hostIPs: [{ ip: host }],
    ...(life.ip === undefined ? {} : { podIP: life.ip, podIPs: [{ ip: life.ip }] }),
    conditions: conditionsOf(pod, snapshot, phase),
    containerStatuses: main.map(statusOfContainer),
    ...(init.length === 0 ? {} : { initContainerStatuses: init.map(statusOfContainer) }),
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral.map(statusOfContainer) }),
  }
}

function phaseOf(pod: Pod, { init, main, isInitialized }: Snapshot): string {
  const failedInit = init.some(
    ({ container, life }) =>
      container.restartPolicy !== 'Always' && life.now === 'ended' && life.last?.exitCode !== 0,
  )
  if (failedInit && pod.spec.restartPolicy === 'Never') return 'Failed'
  if (!isInitialized) return 'Pending'
  if (main.every(({ life }) => life.now === 'ended' && life.last !== undefined))
    return main.every(({ life }) => life.last?.exitCode === 0) ? 'Succeeded' : 'Failed'
  // Once every container has been started, a pod is running, also while one of them waits to be started again.
  return main.every(({ life }) => life.startedAt > 0) ? 'Running' : 'Pending'
}

function conditionsOf(pod: Pod, { init, main, isInitialized, now }: Snapshot, phase: string): Condition[] {
  const time = timestamp(new Date(now))
  const isOver = phase === 'Succeeded' || phase === 'Failed'
  const sidecars = init.filter(({ container }) => container.restartPolicy === 'Always')
  const unready = [...sidecars, ...main]
    .filter(({ life, rules }) => !isReadyLife(life, rules, now))
    .map(({ container }) => container.name)
  const undone = init.filter((ran) => !isDone(ran)).map(({ container }) => container.name)
  const hasSandbox = [...init, ...main].some(({ life }) => life.startedAt > 0)
  const made = (type: string, problem: { reason: string; message?: string } | undefined): Condition => ({
    type,
    status: problem === undefined ? 'True' : 'False',
    ...problem,
    observedGeneration: pod.metadata.generation,
    lastProbeTime: null,
  })
  const notReady = isOver
    ? { reason: phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed' }
    : unready.length === 0
      ? undefined
      : { reason: 'ContainersNotReady', message: `containers with unready status: [${unready.join(' ')}]` }
  const notInitialized =
    isInitialized || isOver
      ? undefined
      : {
          reason: 'ContainersNotInitialized',
          message: `containers with incomplete status: [${undone.join(' ')}]`,
        }
  const gate = notReady ?? gateProblem(pod)
  const own = [
    made(
      'PodReadyToStartContainers',
      hasSandbox && !isOver
        ? undefined
        : isOver
          ? { reason: 'PodCompleted' }
          : { reason: 'PodSandboxNotReady' },
    ),
    made(
      'Initialized',
      notInitialized === undefined && isOver && phase === 'Succeeded' ? undefined : notInitialized,
    ),
    made('Ready', gate),
    made('ContainersReady', notReady),
  ]

  const types = new Set(own.map(({ type }) => type))
  const others = (pod.status.conditions ?? []).filter(({ type }) => !types.has(type))
  return [
    ...own.flatMap((condition) =>
      withCondition(pod.status.conditions, condition, time).filter(({ type }) => type === condition.type),
    ),
    ...others,
  ]
}

/** Others may have a say in whether a pod is ready, by conditions named in its readiness gates. */
function gateProblem({ spec, status }: Pod): { reason: string; message: string } | undefined {
  const gates = spec.readinessGates ?? []
  const open = gates.filter(
    ({ conditionType }) => conditionOf(status.conditions, conditionType)?.status !== 'True',
  )
  if (open.length === 0) return undefined
  return {
    reason: 'ReadinessGatesNotReady',
    message: open
      .map(
        ({ conditionType }) => `the status of pod readiness gate "${conditionType}" is not "True", but False`,
      )
      .join(', '),
  }
}
