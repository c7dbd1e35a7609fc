import { createHash } from 'node:crypto'
import { timestamp, type Settings } from '../context.ts'
import type { Behaviour } from '../objects/behaviour.ts'
import { lastLine, lineOf } from '../objects/log-lines.ts'
import type { Container, ContainerState, ContainerStatus } from '../objects/kinds.ts'
import type { EventFact } from './events.ts'

/** The state of one simulated container and its start (in milliseconds, finer than a status has it). */
export interface SimulatedContainer {
  now:
    'creating' | 'pull-failed' | 'pull-waiting' | 'config-failed' | 'running' | 'waiting-to-restart' | 'ended'
  since: number
  restarts: number
  /** The number of failed pulls of its image. */
  failedPulls: number
  /** Why its environment could not be made, at the last attempt. */
  configProblem: string | undefined
  startedAt: number
  last: ContainerState['terminated']
}

export interface Rules {
  behaviour: Behaviour
  settings: Settings
  /** The container ends without an error after a while. */
  completes: boolean
  restartPolicy: string
  /** Returns why the environment of the container cannot be made. */
  configProblem: () => string | undefined
  /** The pod, for messages. */
  pod: { name: string; namespace: string; uid: string }
}

export function newSimulatedContainer(now: number): SimulatedContainer {
  return {
    now: 'creating',
    since: now,
    restarts: 0,
    failedPulls: 0,
    configProblem: undefined,
    startedAt: 0,
    last: undefined,
  }
}

/** Restores the state of a container from its status after a restart of the simulator. */
export function restoreContainer(status: ContainerStatus, now: number): SimulatedContainer {
  const { state, lastState, restartCount } = status
  const simulated = {
    ...newSimulatedContainer(now),
    restarts: restartCount,
    last: state.terminated ?? lastState.terminated,
  }
  if (state.running !== undefined) {
    const startedAt = Date.parse(state.running.startedAt)
    return { ...simulated, now: 'running', since: startedAt, startedAt }
  }
  if (state.terminated !== undefined)
    return { ...simulated, now: 'ended', startedAt: Date.parse(state.terminated.startedAt) }
  if (state.waiting?.reason === 'CrashLoopBackOff') return { ...simulated, now: 'waiting-to-restart' }
  return simulated
}

export interface Step {
  /** Milliseconds until the next change. */
  next: number | undefined
  events: EventFact[]
}

/** Advances the state of a container to the present, in place. */
export function advance(
  simulated: SimulatedContainer,
  container: Container,
  { rules, now }: { rules: Rules; now: number },
): Step {
  const events: EventFact[] = []
  for (;;) {
    const due = dueIn(simulated, rules)
    if (due === undefined) return { next: undefined, events }
    const left = simulated.since + due - now
    if (left > 0) return { next: left, events }
    events.push(...move(simulated, container, { rules, now }))
  }
}

function dueIn(simulated: SimulatedContainer, rules: Rules): number | undefined {
  const { behaviour, settings, completes } = rules
  switch (simulated.now) {
    case 'creating':
      return settings.containerStartMs
    case 'pull-failed':
      return settings.containerStartMs
    case 'pull-waiting':
      return backOff(simulated.failedPulls, settings)
    case 'config-failed':
      return rules.configProblem() === simulated.configProblem ? undefined : 0
    case 'waiting-to-restart':
      return backOff(simulated.restarts - 1, settings)
    case 'running':
      if (behaviour.exitCode !== undefined && behaviour.exitCode !== 0)
        return Math.max(behaviour.runMs ?? 0, settings.containerStartMs)
      return completes || behaviour.exitCode === 0 ? (behaviour.runMs ?? settings.jobRunMs) : undefined
    case 'ended':
      return undefined
  }
}

function backOff(times: number, { backOffMs, backOffMaxMs }: Settings): number {
  return Math.min(backOffMs * 2 ** Math.max(0, times), backOffMaxMs)
}

function move(
  simulated: SimulatedContainer,
  container: Container,
  { rules, now }: { rules: Rules; now: number },
): EventFact[] {
  const fact = (reason: string, message: string, type: EventFact['type'] = 'Normal') => ({
    type,
    reason,
    message,
    fieldPath: `spec.containers{${container.name}}`,
  })
  const { image, name } = container
  const to = (next: SimulatedContainer['now']) => {
    simulated.now = next
    simulated.since = now
  }
  const start = () => {
    simulated.configProblem = rules.configProblem()
    if (simulated.configProblem !== undefined) {
      to('config-failed')
      return [fact('Failed', `Error: ${simulated.configProblem}`, 'Warning')]
    }
    to('running')
    simulated.startedAt = now
    return [fact('Created', `Created container: ${name}`), fact('Started', `Started container ${name}`)]
  }
  switch (simulated.now) {
    case 'creating':
    case 'pull-waiting':
      if (rules.behaviour.imageMissing) {
        to('pull-failed')
        simulated.failedPulls += 1
        return [
          fact('Pulling', `Pulling image "${image}"`),
          fact('Failed', pullError(image), 'Warning'),
          fact('Failed', 'Error: ErrImagePull', 'Warning'),
        ]
      }
      return [fact('Pulled', `Container image "${image}" already present on machine`), ...start()]
    case 'pull-failed':
      to('pull-waiting')
      return [
        fact('BackOff', `Back-off pulling image "${image}"`),
        fact('Failed', 'Error: ImagePullBackOff', 'Warning'),
      ]
    case 'running':
      simulated.last = terminatedState(simulated, container, { rules, now })
      if (!restarts(rules, simulated.last.exitCode)) {
        to('ended')
        return []
      }
      simulated.restarts += 1
      // The first restart follows at once; later ones wait with increasing delays.
      if (simulated.restarts === 1) return start()
      to('waiting-to-restart')
      return [
        fact(
          'BackOff',
          `Back-off restarting failed container ${name} in pod ${rules.pod.name}_${rules.pod.namespace}(${rules.pod.uid})`,
          'Warning',
        ),
      ]
    case 'config-failed':
    case 'waiting-to-restart':
      return [fact('Pulled', `Container image "${image}" already present on machine`), ...start()]
    case 'ended':
      return []
  }
}

function restarts({ restartPolicy }: Rules, exitCode: number): boolean {
  return restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && exitCode !== 0)
}

function pullError(image: string): string {
  return `Failed to pull image "${image}": rpc error: code = NotFound desc = failed to pull and unpack image "${image}": not found`
}

function terminatedState(
  simulated: SimulatedContainer,
  container: Container,
  { rules, now }: { rules: Rules; now: number },
): NonNullable<ContainerState['terminated']> {
  const exitCode = rules.behaviour.exitCode ?? 0
  return {
    exitCode,
    reason: rules.behaviour.reason ?? (exitCode === 0 ? 'Completed' : 'Error'),
    startedAt: timestamp(new Date(simulated.startedAt)),
    finishedAt: timestamp(new Date(now)),
    containerID: containerId(simulated, container, rules),
    ...terminationMessage(simulated, container, { rules, now }),
  }
}

/** Returns the last line that a container has written, if that explains its failure. */
function terminationMessage(
  { startedAt }: SimulatedContainer,
  { name, terminationMessagePolicy }: Container,
  { rules: { behaviour, pod }, now }: { rules: Rules; now: number },
): { message?: string } {
  if ((behaviour.exitCode ?? 0) === 0 || terminationMessagePolicy !== 'FallbackToLogsOnError') return {}
  const run = { namespace: pod.namespace, pod: pod.name, container: name, start: startedAt, end: now }
  return { message: lineOf(run, lastLine(run, now)).text }
}

/** Ends a container because its pod is being deleted. */
export function stopContainer(
  simulated: SimulatedContainer,
  container: Container,
  { rules, now }: { rules: Rules; now: number },
): void {
  if (simulated.now === 'running') {
    const calm = { ...rules, behaviour: { ...rules.behaviour, exitCode: 0, reason: undefined } }
    simulated.last = terminatedState(simulated, container, { rules: calm, now })
  }
  simulated.now = 'ended'
}

export function isReadyContainer(simulated: SimulatedContainer, { behaviour }: Rules, now: number): boolean {
  return (
    simulated.now === 'running' &&
    !behaviour.neverReady &&
    now >= simulated.startedAt + behaviour.readyAfterMs
  )
}

/** Returns the milliseconds until a running container becomes ready. */
export function readyIn(
  simulated: SimulatedContainer,
  { behaviour }: Rules,
  now: number,
): number | undefined {
  if (simulated.now !== 'running' || behaviour.neverReady) return undefined
  const left = simulated.startedAt + behaviour.readyAfterMs - now
  return left > 0 ? left : undefined
}

export function containerStatusOf(
  simulated: SimulatedContainer,
  container: Container,
  { rules, now }: { rules: Rules; now: number },
): ContainerStatus {
  const hasRun = simulated.startedAt > 0
  return {
    name: container.name,
    image: container.image,
    imageID: hasRun ? `${container.image.replace(/[:@][^/]*$/, '')}@sha256:${digest(container.image)}` : '',
    ...(hasRun ? { containerID: containerId(simulated, container, rules) } : {}),
    ready: isReadyContainer(simulated, rules, now),
    started: simulated.now === 'running',
    restartCount: simulated.restarts,
    state: stateOf(simulated, container, rules),
    lastState:
      simulated.now !== 'ended' && simulated.last !== undefined ? { terminated: simulated.last } : {},
  }
}

function stateOf(
  simulated: SimulatedContainer,
  { name, image }: Container,
  { settings, pod }: Rules,
): ContainerState {
  switch (simulated.now) {
    case 'creating':
      return { waiting: { reason: 'ContainerCreating' } }
    case 'pull-failed':
      return {
        waiting: {
          reason: 'ErrImagePull',
          message: pullError(image).replace(/^Failed to pull image "[^"]*": /, ''),
        },
      }
    case 'pull-waiting':
      return {
        waiting: {
          reason: 'ImagePullBackOff',
          message: `Back-off pulling image "${image}": ErrImagePull: ${pullError(image).replace(/^Failed to pull image "[^"]*": /, '')}`,
        },
      }
    case 'config-failed':
      return { waiting: { reason: 'CreateContainerConfigError', message: simulated.configProblem } }
    case 'running':
      return { running: { startedAt: timestamp(new Date(simulated.startedAt)) } }
    case 'waiting-to-restart': {
      const seconds = Math.ceil(backOff(simulated.restarts - 1, settings) / 1000)
      return {
        waiting: {
          reason: 'CrashLoopBackOff',
          message: `back-off ${seconds}s restarting failed container=${name} pod=${pod.name}_${pod.namespace}(${pod.uid})`,
        },
      }
    }
    case 'ended':
      return simulated.last === undefined
        ? { waiting: { reason: 'PodInitializing' } }
        : { terminated: simulated.last }
  }
}

function containerId(simulated: SimulatedContainer, { name }: Container, { pod }: Rules): string {
  return `simulated://${digest(`${pod.uid}/${name}/${simulated.restarts}`)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
