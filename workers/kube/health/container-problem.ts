import { own } from '../../../schema/own.ts'
import type { KubeObject } from '../client/client.ts'
import { number, record, records, string, type Fields } from './fields.ts'
import { describePullFailure } from './image-problem.ts'
import { terminationSummary, since, stableMessage } from './stable-message.ts'

/** A problem that keeps a container from running. */
export interface ContainerProblem {
  reason: string
  /** The message without the name of the pod. */
  message: string
  /** See {@link Health}. */
  grace?: number
}

const second = 1000

/** Image-related reasons of waiting containers, with the reported reason and grace: registries recover, invalid names do not. */
const imageFailures: Readonly<Record<string, { reason?: string; grace?: number }>> = {
  ImagePullBackOff: { grace: 5 * second },
  // Kubelets alternate between this reason and ImagePullBackOff.
  ErrImagePull: { reason: 'ImagePullBackOff', grace: 5 * second },
  InvalidImageName: { grace: 0 },
  ErrImageNeverPull: { grace: 0 },
  ImageInspectError: {},
  RegistryUnavailable: {},
}

/** Reasons of waiting containers that are reported with the message of the kubelet; `cannot` completes "container web cannot …". */
const startFailures: Readonly<Record<string, { cannot: string; grace?: number }>> = {
  CreateContainerConfigError: { cannot: 'be configured', grace: 10 * second },
  CreateContainerError: { cannot: 'be created', grace: 10 * second },
  RunContainerError: { cannot: 'be started', grace: 10 * second },
  StartError: { cannot: 'be started' },
  ContainerCannotRun: { cannot: 'be started' },
}

/** Milliseconds for which crashes are tolerated, because dependencies may still be starting. */
const crashGrace = 20 * second

/** Milliseconds after which a running container counts as recovered; kubelets reset their crash backoff after the same time. */
const recoveredAfter = 10 * 60_000

export interface Container {
  pod: KubeObject
  /** The entry of the container in the status of its pod. */
  status: Fields
  isInit: boolean
}

export function containersOf(pod: KubeObject): Container[] {
  const status = record(pod['status'])
  const all = (field: string, isInit: boolean): Container[] =>
    records(status[field]).map((each) => ({ pod, status: each, isInit }))
  return [...all('initContainerStatuses', true), ...all('containerStatuses', false)]
}

/**
 * Returns the problem of a container that does not start or keeps crashing; undefined if it has none. The result is stable:
 * it is the same during backoff and during a retry.
 *
 * @param now Milliseconds since 1970.
 */
export function containerProblem(
  container: Container,
  now: number,
  pullMessages: readonly string[] = [],
): ContainerProblem | undefined {
  const { pod, status } = container
  const waiting = record(record(status['state'])['waiting'])
  const [reason, message] = [string(waiting['reason']), string(waiting['message'])]
  const imageFailure = own(imageFailures, reason)
  if (imageFailure !== undefined) {
    const image = imageOf(container) || string(status['image'])
    const startedAt = since(string(record(pod['status'])['startTime']))
    const why = describePullFailure(reason, [message, ...pullMessages])
    return {
      reason,
      message: `image ${image} ${why}${startedAt === '' ? '' : `, pulling ${startedAt}`}`,
      ...imageFailure,
    }
  }
  const startFailure = own(startFailures, reason)
  if (startFailure !== undefined) {
    const { cannot, ...rest } = startFailure
    const why = stableMessage(message)
    return {
      reason,
      message: `${describeContainer(container)} cannot ${cannot}${why === '' ? '' : `: ${why}`}`,
      ...rest,
    }
  }
  return crash(container, now)
}

function crash(container: Container, now: number): ContainerProblem | undefined {
  const { status } = container
  const [state, lastState] = [record(status['state']), record(status['lastState'])]
  const terminated = record(state['terminated'] ?? lastState['terminated'])
  const exitCode = number(terminated['exitCode'])
  const restarts = number(status['restartCount']) ?? 0
  const isBackingOff = record(state['waiting'])['reason'] === 'CrashLoopBackOff'
  const startedAt = Date.parse(string(record(state['running'])['startedAt']))
  const hasRecovered = status['ready'] === true || now - startedAt > recoveredAfter
  const isCrashing = restarts >= 2 && exitCode !== undefined && exitCode !== 0 && !hasRecovered
  if (!isBackingOff && !isCrashing) return undefined
  const isOutOfMemory = terminated['reason'] === 'OOMKilled'
  const symptom = isOutOfMemory ? 'repeatedly runs out of memory' : 'crashes repeatedly'
  return {
    reason: isOutOfMemory ? 'OOMKilled' : 'CrashLoopBackOff',
    message: `${describeContainer(container)} ${symptom}${describeTermination(container, terminated)}`,
    ...(isOutOfMemory ? {} : { grace: crashGrace }),
  }
}

/** Describes the last termination, for example `, last exit code 1: "cannot reach database"`. */
function describeTermination(container: Container, terminated: Fields): string {
  const code = number(terminated['exitCode'])
  const output = terminationSummary(string(terminated['message']))
  const limit = terminated['reason'] === 'OOMKilled' ? memoryLimitOf(container) : ''
  return [
    limit === '' ? '' : ` (limit ${limit})`,
    code === undefined ? '' : `, last exit code ${code}${signalOf(code)}`,
    output === '' ? '' : `: ${output}`,
  ].join('')
}

/** Describes the final termination in a failed pod, for example `container web terminated with exit code 3`. */
export function describeFailure(container: Container): string | undefined {
  const terminated = record(record(container.status['state'])['terminated'])
  const code = number(terminated['exitCode'])
  if (code === undefined || code === 0) return undefined
  const output = terminationSummary(string(terminated['message']))
  const cause = terminated['reason'] === 'OOMKilled' ? ' (out of memory)' : signalOf(code)
  return `${describeContainer(container)} terminated with exit code ${code}${cause}${output === '' ? '' : `: ${output}`}`
}

/** Returns the signal of an exit code: shells and container runtimes report 128 plus the signal number. */
function signalOf(code: number): string {
  const names: Record<number, string> = {
    132: 'SIGILL',
    134: 'SIGABRT',
    137: 'SIGKILL',
    139: 'SIGSEGV',
    143: 'SIGTERM',
  }
  const name = names[code]
  return name === undefined ? '' : ` (${name})`
}

/** Returns the container as messages name it, for example `init container migrate`. */
export function describeContainer({ status, isInit }: Container): string {
  return `${isInit ? 'init container' : 'container'} ${string(status['name'])}`
}

function specOf({ pod, status, isInit }: Container): Fields {
  const containers = record(pod['spec'])[isInit ? 'initContainers' : 'containers']
  return record(records(containers).find(({ name }) => name === status['name']))
}

/** Returns the image as declared; the status may name it by its digest. */
function imageOf(container: Container): string {
  return string(specOf(container)['image'])
}

function memoryLimitOf(container: Container): string {
  return string(record(record(specOf(container)['resources'])['limits'])['memory'])
}
