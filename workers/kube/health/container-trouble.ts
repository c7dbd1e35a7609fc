import { own } from '../../../schema/own.ts'
import type { KubeObject } from '../client/client.ts'
import { number, record, records, text, type Fields } from './fields.ts'
import { imageTrouble } from './image-trouble.ts'
import { lastWords, since, stableMessage } from './stable-message.ts'

/** What keeps one container from running; `message` says it without the name of the pod. */
export interface ContainerTrouble {
  reason: string
  message: string
  /** As {@link Health} has it. */
  grace?: number
}

const second = 1000

/** Reasons about images, as they are told, with their grace: a registry may be slow, a name does not get valid. */
const imageFailures: Readonly<Record<string, { reason?: string; grace?: number }>> = {
  ImagePullBackOff: { grace: 5 * second },
  // Kubelets go to and fro between trying and waiting.
  ErrImagePull: { reason: 'ImagePullBackOff', grace: 5 * second },
  InvalidImageName: { grace: 0 },
  ErrImageNeverPull: { grace: 0 },
  ImageInspectError: {},
  RegistryUnavailable: {},
}

/** Reasons of waiting containers that are told by what the kubelet says about them. */
const startFailures: Readonly<Record<string, { cannot: string; grace?: number }>> = {
  CreateContainerConfigError: { cannot: 'be configured', grace: 10 * second },
  CreateContainerError: { cannot: 'be created', grace: 10 * second },
  RunContainerError: { cannot: 'be started', grace: 10 * second },
  StartError: { cannot: 'be started' },
  ContainerCannotRun: { cannot: 'be started' },
}

/** Milliseconds for which a container may crash: what it depends on may be starting. */
const crashGrace = 20 * second

/** A container that has run this many milliseconds has left its crashes behind: kubelets count anew from here, too. */
const recovered = 10 * 60_000

export interface Container {
  pod: KubeObject
  /** Its entry in the status. */
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
 * Why a container does not run, or does not stay up. The same situation is told the same way each time: while it waits
 * for its next try, and while it tries.
 *
 * @param now Milliseconds since 1970.
 */
export function containerTrouble(
  container: Container,
  now: number,
  pullMessages: readonly string[] = [],
): ContainerTrouble | undefined {
  const { pod, status } = container
  const waiting = record(record(status['state'])['waiting'])
  const [reason, message] = [text(waiting['reason']), text(waiting['message'])]
  const imageFailure = own(imageFailures, reason)
  if (imageFailure !== undefined) {
    const image = imageOf(container) || text(status['image'])
    const began = since(text(record(pod['status'])['startTime']))
    const why = imageTrouble(reason, [message, ...pullMessages])
    return {
      reason,
      message: `image ${image} ${why}${began === '' ? '' : `, pulling ${began}`}`,
      ...imageFailure,
    }
  }
  const startFailure = own(startFailures, reason)
  if (startFailure !== undefined) {
    const { cannot, ...rest } = startFailure
    const why = stableMessage(message)
    return { reason, message: `${named(container)} cannot ${cannot}${why === '' ? '' : `: ${why}`}`, ...rest }
  }
  return crash(container, now)
}

function crash(container: Container, now: number): ContainerTrouble | undefined {
  const { status } = container
  const [state, lastState] = [record(status['state']), record(status['lastState'])]
  const ended = record(state['terminated'] ?? lastState['terminated'])
  const exitCode = number(ended['exitCode'])
  const restarts = number(status['restartCount']) ?? 0
  const waits = record(state['waiting'])['reason'] === 'CrashLoopBackOff'
  const started = Date.parse(text(record(state['running'])['startedAt']))
  const stays = status['ready'] === true || now - started > recovered
  const failsAgain = restarts >= 2 && exitCode !== undefined && exitCode !== 0 && !stays
  if (!waits && !failsAgain) return undefined
  const isOutOfMemory = ended['reason'] === 'OOMKilled'
  return {
    reason: isOutOfMemory ? 'OOMKilled' : 'CrashLoopBackOff',
    message: `${named(container)} ${isOutOfMemory ? 'runs out of memory' : 'crashes'} again and again${describeEnd(container, ended)}`,
    ...(isOutOfMemory ? {} : { grace: crashGrace }),
  }
}

/** How a container ended: `, last exit code 1: "cannot reach database"`. */
function describeEnd(container: Container, ended: Fields): string {
  const code = number(ended['exitCode'])
  const words = lastWords(text(ended['message']))
  const limit = ended['reason'] === 'OOMKilled' ? memoryLimitOf(container) : ''
  return [
    limit === '' ? '' : ` (limit ${limit})`,
    code === undefined ? '' : `, last exit code ${code}${signalOf(code)}`,
    words === '' ? '' : `: ${words}`,
  ].join('')
}

/** The end of a container that will not run again, for pods that have failed: `container web ended with exit code 3`. */
export function failedEnd(container: Container): string | undefined {
  const ended = record(record(container.status['state'])['terminated'])
  const code = number(ended['exitCode'])
  if (code === undefined || code === 0) return undefined
  const words = lastWords(text(ended['message']))
  const memory = ended['reason'] === 'OOMKilled' ? ' (out of memory)' : ''
  return `${named(container)} ended with exit code ${code}${memory === '' ? signalOf(code) : memory}${words === '' ? '' : `: ${words}`}`
}

/** Shells and runtimes add 128 to the signal that ended a program. */
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

export function named({ status, isInit }: Container): string {
  return `${isInit ? 'init container' : 'container'} ${text(status['name'])}`
}

function specOf({ pod, status, isInit }: Container): Fields {
  const containers = record(pod['spec'])[isInit ? 'initContainers' : 'containers']
  return record(records(containers).find(({ name }) => name === status['name']))
}

/** As it was asked for: the status may name it by its digest. */
function imageOf(container: Container): string {
  return text(specOf(container)['image'])
}

function memoryLimitOf(container: Container): string {
  return text(record(record(specOf(container)['resources'])['limits'])['memory'])
}
