import { createHash } from 'node:crypto'
import { timestamp, type Settings } from '../context.ts'
import type { Behaviour } from '../objects/behaviour.ts'
import type { Container, ContainerState, ContainerStatus } from '../objects/kinds.ts'
import type { EventFact } from './events.ts'

/** The state of one simulated container and its start (in milliseconds, finer than a status has it). */
export interface ContainerLife {
  now: 'creating' | 'pull-failed' | 'pull-waiting' | 'running' | 'waiting-to-restart' | 'ended'
  since: number
  restarts: number
  /** Number of failed pulls of its image. */
  failedPulls: number
  startedAt: number
  last: ContainerState['terminated']
}

export interface Rules {
  behaviour: Behaviour
  settings: Settings
  /** Ends by itself with code 0. */
  completes: boolean
  restartPolicy: string
  /** For messages. */
  pod: { name: string; namespace: string; uid: string }
}

export function newLife(now: number): ContainerLife {
  return { now: 'creating', since: now, restarts: 0, failedPulls: 0, startedAt: 0, last: undefined }
}

/** A container met again after a restart of the simulator: it goes on from what its status says. */
export function lifeFrom(status: ContainerStatus, now: number): ContainerLife {
  const { state, lastState, restartCount } = status
  const life = { ...newLife(now), restarts: restartCount, last: state.terminated ?? lastState.terminated }
  if (state.running !== undefined) {
    const startedAt = Date.parse(state.running.startedAt)
    return { ...life, now: 'running', since: startedAt, startedAt }
  }
  if (state.terminated !== undefined)
    return { ...life, now: 'ended', startedAt: Date.parse(state.terminated.startedAt) }
  if (state.waiting?.reason === 'CrashLoopBackOff') return { ...life, now: 'waiting-to-restart' }
  return life
}

export interface Step {
  /** Milliseconds until something happens next. */
  next: number | undefined
  events: EventFact[]
}

/** Brings a container's life up to the present; in place. */
export function advance(
  life: ContainerLife,
  container: Container,
  { rules, now }: { rules: Rules; now: number },
): Step {
  const events: EventFact[] = []
  for (;;) {
    const due = dueIn(life, rules)
    if (due === undefined) return { next: undefined, events }
    const left = life.since + due - now
    if (left > 0) return { next: left, events }
    events.push(...move(life, container, { rules, now }))
  }
}

function dueIn(life: ContainerLife, { behaviour, settings, completes }: Rules): number | undefined {
  switch (life.now) {
    case 'creating':
      return settings.containerStartMs
    case 'pull-failed':
      return settings.containerStartMs
    case 'pull-waiting':
      return backOff(life.failedPulls, settings)
    case 'waiting-to-restart':
      return backOff(life.restarts - 1, settings)
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
  life: ContainerLife,
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
  const to = (next: ContainerLife['now']) => {
    life.now = next
    life.since = now
  }
  const start = () => {
    to('running')
    life.startedAt = now
    return [fact('Created', `Created container: ${name}`), fact('Started', `Started container ${name}`)]
  }
  switch (life.now) {
    case 'creating':
    case 'pull-waiting':
      if (rules.behaviour.imageMissing) {
        to('pull-failed')
        life.failedPulls += 1
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
      life.last = terminatedState(life, container, { rules, now })
      if (!restarts(rules, life.last.exitCode)) {
        to('ended')
        return []
      }
      life.restarts += 1
      // The first restart comes at once; from then on it has to wait longer and longer.
      if (life.restarts === 1) return start()
      to('waiting-to-restart')
      return [
        fact(
          'BackOff',
          `Back-off restarting failed container ${name} in pod ${rules.pod.name}_${rules.pod.namespace}(${rules.pod.uid})`,
          'Warning',
        ),
      ]
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
  life: ContainerLife,
  container: Container,
  { rules, now }: { rules: Rules; now: number },
): NonNullable<ContainerState['terminated']> {
  const exitCode = rules.behaviour.exitCode ?? 0
  return {
    exitCode,
    reason: rules.behaviour.reason ?? (exitCode === 0 ? 'Completed' : 'Error'),
    startedAt: timestamp(new Date(life.startedAt)),
    finishedAt: timestamp(new Date(now)),
    containerID: containerId(life, container, rules),
  }
}

/** Ends a container because its pod goes. */
export function stopLife(
  life: ContainerLife,
  container: Container,
  { rules, now }: { rules: Rules; now: number },
): void {
  if (life.now === 'running') {
    const calm = { ...rules, behaviour: { ...rules.behaviour, exitCode: 0, reason: undefined } }
    life.last = terminatedState(life, container, { rules: calm, now })
  }
  life.now = 'ended'
}

export function isReadyLife(life: ContainerLife, { behaviour }: Rules, now: number): boolean {
  return life.now === 'running' && !behaviour.neverReady && now >= life.startedAt + behaviour.readyAfterMs
}

/** Milliseconds until a running container becomes ready. */
export function readyIn(life: ContainerLife, { behaviour }: Rules, now: number): number | undefined {
  if (life.now !== 'running' || behaviour.neverReady) return undefined
  const left = life.startedAt + behaviour.readyAfterMs - now
  return left > 0 ? left : undefined
}

export function statusOfLife(
  life: ContainerLife,
  container: Container,
  { rules, now }: { rules: Rules; now: number },
): ContainerStatus {
  const hasRun = life.startedAt > 0
  return {
    name: container.name,
    image: container.image,
    imageID: hasRun ? `${container.image.replace(/[:@][^/]*$/, '')}@sha256:${digest(container.image)}` : '',
    ...(hasRun ? { containerID: containerId(life, container, rules) } : {}),
    ready: isReadyLife(life, rules, now),
    started: life.now === 'running',
    restartCount: life.restarts,
    state: stateOf(life, container, rules),
    lastState: life.now !== 'ended' && life.last !== undefined ? { terminated: life.last } : {},
  }
}

function stateOf(life: ContainerLife, { name, image }: Container, { settings, pod }: Rules): ContainerState {
  switch (life.now) {
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
    case 'running':
      return { running: { startedAt: timestamp(new Date(life.startedAt)) } }
    case 'waiting-to-restart': {
      const seconds = Math.ceil(backOff(life.restarts - 1, settings) / 1000)
      return {
        waiting: {
          reason: 'CrashLoopBackOff',
          message: `back-off ${seconds}s restarting failed container=${name} pod=${pod.name}_${pod.namespace}(${pod.uid})`,
        },
      }
    }
    case 'ended':
      return life.last === undefined ? { waiting: { reason: 'PodInitializing' } } : { terminated: life.last }
  }
}

function containerId(life: ContainerLife, { name }: Container, { pod }: Rules): string {
  return `simulated://${digest(`${pod.uid}/${name}/${life.restarts}`)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
