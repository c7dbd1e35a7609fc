import { timestamp, type ClusterContext } from '../context.ts'
import { behaviourOfContainer } from '../objects/behaviour.ts'
import { conditionOf, withCondition } from '../objects/conditions.ts'
import type { Condition, Container, ContainerStatus, Pod, PodStatus } from '../objects/kinds.ts'
import {
  advance,
  isReadyContainer,
  restoreContainer,
  newSimulatedContainer,
  readyIn,
  containerStatusOf,
  stopContainer,
  type SimulatedContainer,
  type Rules,
} from './simulated-container.ts'
import { controllerOf } from './controller.ts'
import type { EventFact } from './events.ts'
import { nodeAddress } from './nodes.ts'
import { environmentProblem, mountProblems } from './pod-sources.ts'

/** The running containers of a pod, while it exists. */
export interface SimulatedPod {
  uid: string
  containers: Map<string, SimulatedContainer>
  startTime: string
  ip: string | undefined
  /** Its volumes are mounted: their sources are not read again. */
  isMounted: boolean
  /** The messages about volumes that could not be mounted, at the last attempt. */
  mountProblems: readonly string[]
  stoppingSince: number | undefined
}

export interface PodStep {
  status: PodStatus
  next: number | undefined
  /** A Secret or ConfigMap is missing, or a key of it: the next step follows once that exists. */
  isWaitingForSources: boolean
  events: EventFact[]
}

export function newSimulatedPod(pod: Pod, now: number): SimulatedPod {
  const { status } = pod
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status
  const known = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses]
  return {
    uid: pod.metadata.uid,
    containers: new Map(known.map((each) => [each.name, restoreContainer(each, now)])),
    startTime: status.startTime ?? timestamp(new Date(now)),
    ip: status.podIP,
    isMounted: status.podIP !== undefined,
    mountProblems: [],
    stoppingSince: undefined,
  }
}

type Role = 'init' | 'main' | 'ephemeral'

interface Ran {
  container: Container
  simulated: SimulatedContainer
  rules: Rules
  role: Role
}

/** Advances a pod to the present; returns its status and the time of the next step. */
export function advancePod(
  context: ClusterContext,
  pod: Pod,
  { simulated, newAddress }: { simulated: SimulatedPod; newAddress: () => string },
): PodStep {
  const now = context.now().getTime()
  const events: EventFact[] = []
  const waits: number[] = []
  const init: Ran[] = []
  const isMounted = mount(context, pod, { simulated, events })
  let isInitialized = true
  for (const container of pod.spec.initContainers ?? []) {
    const ran = runOf(context, pod, { container, simulated, role: 'init' })
    init.push(ran)
    if (!isInitialized) continue
    if (isMounted) step(ran)
    isInitialized = isDone(ran)
  }
  const main = pod.spec.containers.map((container) =>
    runOf(context, pod, { container, simulated, role: 'main' }),
  )
  const ephemeral = ephemeralOf(context, pod, simulated)
  if (isInitialized && isMounted) for (const ran of [...main, ...ephemeral]) step(ran)
  // Their time starts when the volumes are mounted.
  if (!isMounted) for (const ran of [...init, ...main]) ran.simulated.since = now
  if (simulated.ip === undefined && [...init, ...main].some((ran) => ran.simulated.startedAt > 0))
    simulated.ip = newAddress()
  const status = statusOf(pod, { init, main, ephemeral, simulated, isInitialized, now })
  return {
    status,
    next: waits.length === 0 ? undefined : Math.min(...waits),
    isWaitingForSources:
      !isMounted || [...init, ...main, ...ephemeral].some((ran) => ran.simulated.now === 'config-failed'),
    events,
  }

  function step({ container, simulated: each, rules }: Ran): void {
    const { next, events: facts } = advance(each, container, { rules, now })
    events.push(...facts)
    for (const wait of [next, readyIn(each, rules, now)]) if (wait !== undefined) waits.push(wait)
  }
}

/** Mounts the volumes of a pod before its first container starts. Reports whether they are mounted. */
function mount(
  context: ClusterContext,
  pod: Pod,
  { simulated, events }: { simulated: SimulatedPod; events: EventFact[] },
): boolean {
  if (simulated.isMounted) return true
  const problems = mountProblems(context, pod)
  for (const message of problems)
    if (!simulated.mountProblems.includes(message))
      events.push({ type: 'Warning', reason: 'FailedMount', message })
  simulated.mountProblems = problems
  simulated.isMounted = problems.length === 0
  return simulated.isMounted
}

function runOf(
  context: ClusterContext,
  pod: Pod,
  { container, simulated, role }: { container: Container; simulated: SimulatedPod; role: Role },
): Ran {
  const now = context.now().getTime()
  let own = simulated.containers.get(container.name)
  if (own === undefined) simulated.containers.set(container.name, (own = newSimulatedContainer(now)))
  // Not started yet: its time starts when the containers before it are done.
  if (
    own.now === 'creating' &&
    role === 'main' &&
    own.since < now &&
    own.startedAt === 0 &&
    !hasStarted(pod, simulated)
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
    configProblem: () => environmentProblem(context, pod, container),
    pod: { name: pod.metadata.name, namespace: pod.metadata.namespace ?? '', uid: pod.metadata.uid },
  }
  return { container, simulated: own, rules, role }
}

/** Reports whether the command ends without input; one that reads from stdin does not. */
function runsToCompletion(pod: Pod, container: Container): boolean {
  if (controllerOf(pod)?.kind === 'Job') return true
  return (pod.spec.restartPolicy ?? 'Always') !== 'Always' && container.stdin !== true
}

function ephemeralOf(context: ClusterContext, pod: Pod, simulated: SimulatedPod): Ran[] {
  return (pod.spec.ephemeralContainers ?? []).map((container) =>
    runOf(context, pod, { container, simulated, role: 'ephemeral' }),
  )
}

/** Reports whether the init containers are done, so that the others may start. */
function hasStarted(pod: Pod, simulated: SimulatedPod): boolean {
  return (pod.spec.initContainers ?? []).every((container) => {
    const each = simulated.containers.get(container.name)
    return (
      each !== undefined &&
      (container.restartPolicy === 'Always' ? each.now === 'running' : each.now === 'ended')
    )
  })
}

function isDone({ container, simulated }: Ran): boolean {
  if (container.restartPolicy === 'Always') return simulated.now === 'running'
  return simulated.now === 'ended' && simulated.last?.exitCode === 0
}

/** Ends the running containers. */
export function stopSimulatedPod(context: ClusterContext, pod: Pod, simulated: SimulatedPod): PodStatus {
  const now = context.now().getTime()
  const ran = (role: Role) => (container: Container) => runOf(context, pod, { container, simulated, role })
  const init = (pod.spec.initContainers ?? []).map(ran('init'))
  const main = pod.spec.containers.map(ran('main'))
  const ephemeral = ephemeralOf(context, pod, simulated)
  for (const { container, simulated: each, rules } of [...init, ...main, ...ephemeral])
    stopContainer(each, container, { rules, now })
  return statusOf(pod, { init, main, ephemeral, simulated, isInitialized: true, now })
}

interface Snapshot {
  init: readonly Ran[]
  main: readonly Ran[]
  ephemeral: readonly Ran[]
  simulated: SimulatedPod
  isInitialized: boolean
  now: number
}

function statusOf(pod: Pod, snapshot: Snapshot): PodStatus {
  const { init, main, ephemeral, simulated, now } = snapshot
  const statusOfContainer = ({ container, simulated: each, rules, role }: Ran): ContainerStatus => {
    const status = containerStatusOf(each, container, { rules, now })
    if (role === 'ephemeral') return { ...status, ready: false }
    if (role === 'init' && each.now === 'creating')
      return { ...status, state: { waiting: { reason: 'PodInitializing' } } }
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
    startTime: simulated.startTime,
    hostIP: host,
    hostIPs: [{ ip: host }],
    ...(simulated.ip === undefined ? {} : { podIP: simulated.ip, podIPs: [{ ip: simulated.ip }] }),
    conditions: conditionsOf(pod, snapshot, phase),
    containerStatuses: main.map(statusOfContainer),
    ...(init.length === 0 ? {} : { initContainerStatuses: init.map(statusOfContainer) }),
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral.map(statusOfContainer) }),
  }
}

function phaseOf(pod: Pod, { init, main, isInitialized }: Snapshot): string {
  const failedInit = init.some(
    ({ container, simulated }) =>
      container.restartPolicy !== 'Always' && simulated.now === 'ended' && simulated.last?.exitCode !== 0,
  )
  if (failedInit && pod.spec.restartPolicy === 'Never') return 'Failed'
  if (!isInitialized) return 'Pending'
  if (main.every(({ simulated }) => simulated.now === 'ended' && simulated.last !== undefined))
    return main.every(({ simulated }) => simulated.last?.exitCode === 0) ? 'Succeeded' : 'Failed'
  // Once every container has been started, a pod is running, even while one of them waits for a restart.
  return main.every(({ simulated }) => simulated.startedAt > 0) ? 'Running' : 'Pending'
}

function conditionsOf(pod: Pod, { init, main, isInitialized, now }: Snapshot, phase: string): Condition[] {
  const time = timestamp(new Date(now))
  const isFinished = phase === 'Succeeded' || phase === 'Failed'
  const sidecars = init.filter(({ container }) => container.restartPolicy === 'Always')
  const unready = [...sidecars, ...main]
    .filter(({ simulated, rules }) => !isReadyContainer(simulated, rules, now))
    .map(({ container }) => container.name)
  const undone = init.filter((ran) => !isDone(ran)).map(({ container }) => container.name)
  const hasSandbox = [...init, ...main].some(({ simulated }) => simulated.startedAt > 0)
  const result = (type: string, problem: { reason: string; message?: string } | undefined): Condition => ({
    type,
    status: problem === undefined ? 'True' : 'False',
    ...problem,
    observedGeneration: pod.metadata.generation,
    lastProbeTime: null,
  })
  const notReady = isFinished
    ? { reason: phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed' }
    : unready.length === 0
      ? undefined
      : { reason: 'ContainersNotReady', message: `containers with unready status: [${unready.join(' ')}]` }
  const notInitialized =
    isInitialized || isFinished
      ? undefined
      : {
          reason: 'ContainersNotInitialized',
          message: `containers with incomplete status: [${undone.join(' ')}]`,
        }
  const gate = notReady ?? gateProblem(pod)
  const own = [
    result(
      'PodReadyToStartContainers',
      hasSandbox && !isFinished
        ? undefined
        : isFinished
          ? { reason: 'PodCompleted' }
          : { reason: 'PodSandboxNotReady' },
    ),
    result(
      'Initialized',
      notInitialized === undefined && isFinished && phase === 'Succeeded' ? undefined : notInitialized,
    ),
    result('Ready', gate),
    result('ContainersReady', notReady),
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

/** Returns the problem of the pod's readiness gates: conditions that other components set. */
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
