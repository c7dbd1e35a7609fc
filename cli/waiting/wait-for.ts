import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { errorTable, isPlatformError } from '../../schema/errors.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import { pendingConfirmation, confirmationFailure } from '../objects/confirmation.ts'
import { notFound } from '../objects/find.ts'
import { messageOf } from '../objects/record.ts'
import { formatTarget, type Target } from '../kind-names.ts'
import { showDuration } from '../terminal/time.ts'
import { goalName, needsObject, reaches, type Goal } from './goal.ts'

export interface Awaited extends Target {
  /** Id of the object, if known. Without it, any object of this name matches. */
  id?: string
}

export interface WaitOptions {
  client: Client
  goal: Goal
  /** Milliseconds. */
  timeout: number
  signal: AbortSignal
  /** Milliseconds after which an unreachable cluster fails the wait. @default the whole timeout */
  unreachableTimeout?: number
  /** Called with each object when it has changed, and with undefined when it is deleted. */
  onChange?: (target: Awaited, object: AnyObject | undefined) => void
}

/** Milliseconds between polls, which enforce timeouts and cover for an interrupted subscription. */
const pollInterval = 2000

/**
 * Waits until all objects reach the goal and returns those that exist. Throws on timeout, when an object is stalled or
 * waiting for confirmation, and when an object that should become ready does not exist.
 */
export async function waitFor(targets: readonly Awaited[], options: WaitOptions): Promise<AnyObject[]> {
  const wait = new Wait(targets, options)
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const deadline = performance.now() + options.timeout
  let following: Promise<void> | undefined
  try {
    const cursor = await options.client.changeCursor()
    await wait.poll()
    following = wait.follow(cursor, signal)
    while (!wait.isOver()) {
      const left = deadline - performance.now()
      if (left <= 0) throw wait.timeoutError()
      await wait.nextChange(Math.min(pollInterval, left), options.signal)
      if (options.signal.aborted) throw new CommandFailure(exits.interrupted, 'interrupted')
      if (!wait.isOver()) await wait.poll().catch(ignoreRetryable)
    }
    return wait.objects()
  } finally {
    ended.abort()
    await following
  }
}

/** Ignores retryable errors, such as those of a server that is temporarily unavailable. */
function ignoreRetryable(error: unknown): void {
  if (!isPlatformError(error) || !errorTable[error.code].retry) throw error
}

/** The state of one wait, updated by polls and by the subscription. */
class Wait {
  readonly #targets: readonly Awaited[]
  readonly #options: WaitOptions
  readonly #found = new Map<Awaited, AnyObject | undefined>()
  /** Time at which this wait first observed an object whose cluster is unreachable. */
  readonly #unreachableSince = new Map<Awaited, number>()
  /** Ends the current {@link nextChange}. */
  #trigger: () => void = () => undefined
  #error: unknown

  constructor(targets: readonly Awaited[], options: WaitOptions) {
    this.#targets = targets
    this.#options = options
  }

  isOver(): boolean {
    if (this.#error !== undefined) throw this.#error
    return this.#targets.every((target) => this.#isReached(target))
  }

  objects(): AnyObject[] {
    return [...this.#found.values()].filter((object) => object !== undefined)
  }

  /** Reads all objects that have not reached the goal. */
  async poll(): Promise<void> {
    const open = this.#targets.filter((target) => !this.#found.has(target) || !this.#isReached(target))
    for (const [kind, project, group] of byKind(open)) {
      const names = group.map(({ name }) => name)
      const scope = kind.scope === 'global' || project === undefined ? {} : { projects: [project] }
      const objects = new Map<string, AnyObject>()
      for await (const object of this.#options.client.objects.list(kind.kind, {
        filter: { ...scope, names },
      }))
        objects.set(object.name, object)
      for (const target of group) this.#observe(target, objects.get(target.name))
    }
  }

  /** Observes changes as they happen. While there is no connection, polls continue alone. */
  async follow(after: string, signal: AbortSignal): Promise<void> {
    const kinds = [...new Set(this.#targets.map(({ kind }) => kind.kind))]
    try {
      for await (const { object, operation, kind, name, objectId } of this.#options.client.follow({
        after,
        kinds,
        signal,
      })) {
        const target = this.#targets.find((each) => {
          const id = this.#found.get(each)?.id ?? each.id
          return id === undefined ? each.kind.kind === kind && each.name === name : id === objectId
        })
        if (target === undefined) continue
        if (operation === 'DELETE') this.#observe(target, undefined)
        else if (object !== null) this.#observe(target, object)
        this.#trigger()
      }
    } catch (error) {
      if (!signal.aborted) this.#error ??= error
      this.#trigger()
    }
  }

  /** Waits for an observed change, the given time, or an abort. */
  async nextChange(milliseconds: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      signal.addEventListener('abort', end)
      this.#trigger = end
      if (signal.aborted) end()
    })
  }

  timeoutError(): CommandFailure {
    const open = this.#targets.filter((target) => !this.#isReached(target))
    const { goal, timeout } = this.#options
    const lines = open.map((target) => `${formatTarget(target)}: ${this.#stateOf(target)}`)
    const [line = ''] = lines
    const time = `after ${showDuration(timeout)}`
    const message =
      lines.length === 1
        ? `not ${goalName(goal)} ${time}: ${line}`
        : `${lines.length} objects are not ${goalName(goal)} ${time}:\n${lines.map((text) => `  ${text}`).join('\n')}`
    return new CommandFailure(exits.timeout, message, {
      objects: open.map((target) => this.#detailOf(target)),
    })
  }

  #isReached(target: Awaited): boolean {
    return this.#found.has(target) && reaches(this.#options.goal, this.#found.get(target))
  }

  #observe(target: Awaited, object: AnyObject | undefined): void {
    const { goal, onChange } = this.#options
    const before = this.#found.get(target)
    if (
      before !== undefined &&
      object !== undefined &&
      before.id === object.id &&
      before.version > object.version
    )
      return
    // An object recreated under the same name has another id: the awaited one is deleted.
    const id = before?.id ?? target.id
    const isRecreated = goal === 'deleted' && object !== undefined && id !== undefined && object.id !== id
    const observed = isRecreated ? undefined : object
    if (needsObject(goal) && observed === undefined) {
      this.#error ??= notFound(target.kind, [target.name], target.project)
      return
    }
    const isChanged = !this.#found.has(target) || before?.version !== observed?.version
    this.#found.set(target, observed)
    if (isChanged) onChange?.(target, observed)
    if (observed === undefined) return
    const isLifecycle = goal === 'ready' || goal === 'deleted'
    const confirmation = isLifecycle ? pendingConfirmation(observed) : undefined
    if (confirmation !== undefined) this.#error ??= confirmationFailure(observed, confirmation)
    if (goal === 'ready' && (observed.status.stalled || this.#isUnreachableTooLong(target, observed)))
      this.#error ??= this.#stalledError(target, observed)
  }

  #isUnreachableTooLong(target: Awaited, { status, generation, observedGeneration }: AnyObject): boolean {
    const { unreachableTimeout = Infinity } = this.#options
    const now = performance.now()
    const isUnreachable = status.phase === 'Unreachable' && observedGeneration >= generation
    const since = isUnreachable ? (this.#unreachableSince.get(target) ?? now) : undefined
    if (since === undefined) this.#unreachableSince.delete(target)
    else this.#unreachableSince.set(target, since)
    return since !== undefined && now - since >= unreachableTimeout
  }

  #stalledError(target: Awaited, object: AnyObject): CommandFailure {
    const noun = formatTarget(target)
    const message = `${noun} cannot become ready: ${messageOf(object)}\nSee: qleetctl describe ${noun}`
    return new CommandFailure(exits.failed, message, { objects: [this.#detailOf(target)] })
  }

  #stateOf(target: Awaited): string {
    const object = this.#found.get(target)
    if (object === undefined) return 'not found'
    const message = messageOf(object)
    return `${object.status.phase}${message === '' ? '' : `: ${message}`}`
  }

  #detailOf(target: Awaited): Record<string, unknown> {
    const object = this.#found.get(target)
    return {
      kind: target.kind.kind,
      name: target.name,
      ...(object === undefined ? {} : { phase: object.status.phase }),
      ...(object?.status.cause == null ? {} : { cause: object.status.cause }),
    }
  }
}

function byKind(targets: readonly Awaited[]): [Target['kind'], string | undefined, Awaited[]][] {
  const groups = new Map<string, [Target['kind'], string | undefined, Awaited[]]>()
  for (const target of targets) {
    const key = JSON.stringify([target.kind.kind, target.project])
    const group = groups.get(key) ?? [target.kind, target.project, []]
    group[2].push(target)
    groups.set(key, group)
  }
  return [...groups.values()]
}
