import { GetChangeCursorDocument } from '../../client-sdk/generated/documents.ts'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { errorTable, isPlatformError } from '../../schema/errors.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import { pendingConfirmation, confirmationFailure } from '../objects/confirmation.ts'
import { notFound } from '../objects/find.ts'
import { isReady, messageOf } from '../objects/record.ts'
import { formatTarget, type Target } from '../kind-names.ts'
import { showDuration } from '../terminal/time.ts'

export type Goal = 'ready' | 'deleted'

export interface Awaited extends Target {
  /** Told by somebody who knows it; without it any object of the name counts. */
  id?: string
}

export interface WaitOptions {
  client: Client
  goal: Goal
  /** Milliseconds. */
  timeout: number
  signal: AbortSignal
  /** Milliseconds that a cluster which does not answer gets of the timeout. @default all of it */
  unreachableTimeout?: number
  /** Called with each object when it has changed, and with undefined when it is gone. */
  onChange?: (target: Awaited, object: AnyObject | undefined) => void
}

/** Milliseconds between two looks, for clocks that run out and for a connection that has been cut. */
const lookEvery = 2000

/**
 * Waits until all objects are ready, or gone, and returns those that are there. Throws when time runs out, when one
 * cannot become ready without help or waits for a confirmation, and when one that shall become ready is not there.
 */
export async function waitFor(targets: readonly Awaited[], options: WaitOptions): Promise<AnyObject[]> {
  const wait = new Wait(targets, options)
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const deadline = performance.now() + options.timeout
  let following: Promise<void> | undefined
  try {
    const cursor = (await options.client.execute(GetChangeCursorDocument, {})).result
    await wait.look()
    following = wait.follow(cursor, signal)
    while (!wait.isOver()) {
      const left = deadline - performance.now()
      if (left <= 0) throw wait.outOfTime()
      await wait.nextChange(Math.min(lookEvery, left), options.signal)
      if (options.signal.aborted) throw new CommandFailure(exits.interrupted, 'interrupted')
      if (!wait.isOver()) await wait.look().catch(orAway)
    }
    return wait.objects()
  } finally {
    ended.abort()
    await following
  }
}

/** A server that is away for a moment is waited for, like everything else. */
function orAway(error: unknown): void {
  if (!isPlatformError(error) || !errorTable[error.code].retry) throw error
}

class Wait {
  readonly #targets: readonly Awaited[]
  readonly #options: WaitOptions
  readonly #found = new Map<Awaited, AnyObject | undefined>()
  /** Since when clusters do not answer, as far as this wait has seen it. */
  readonly #awaySince = new Map<Awaited, number>()
  #trigger: () => void = () => undefined
  #failed: unknown

  constructor(targets: readonly Awaited[], options: WaitOptions) {
    this.#targets = targets
    this.#options = options
  }

  isOver(): boolean {
    if (this.#failed !== undefined) throw this.#failed
    return this.#targets.every((target) => this.#isReached(target))
  }

  objects(): AnyObject[] {
    return [...this.#found.values()].filter((object) => object !== undefined)
  }

  /** Reads everything that has not reached the goal. */
  async look(): Promise<void> {
    const open = this.#targets.filter((target) => !this.#found.has(target) || !this.#isReached(target))
    for (const [kind, project, group] of byKind(open)) {
      const names = group.map(({ name }) => name)
      const scope = kind.scope === 'global' || project === undefined ? {} : { project }
      const objects = new Map<string, AnyObject>()
      for await (const object of this.#options.client.objects.list(kind.kind, {
        filter: { ...scope, names },
      }))
        objects.set(object.name, object)
      for (const target of group) this.#see(target, objects.get(target.name))
    }
  }

  /** Sees changes as they come. A connection that cannot be had leaves the looks. */
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
        if (operation === 'DELETE') this.#see(target, undefined)
        else if (object !== null) this.#see(target, object)
        this.#trigger()
      }
    } catch (error) {
      if (!signal.aborted) this.#failed ??= error
      this.#trigger()
    }
  }

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

  outOfTime(): CommandFailure {
    const open = this.#targets.filter((target) => !this.#isReached(target))
    const { goal, timeout } = this.#options
    const lines = open.map((target) => `${formatTarget(target)}: ${this.#stateOf(target)}`)
    const [line = ''] = lines
    const state = goal === 'ready' ? 'ready' : 'gone'
    const time = `after ${showDuration(timeout)}`
    const message =
      lines.length === 1
        ? `not ${state} ${time}: ${line}`
        : `${lines.length} objects are not ${state} ${time}:\n${lines.map((text) => `  ${text}`).join('\n')}`
    return new CommandFailure(exits.timeout, message, {
      objects: open.map((target) => this.#detailOf(target)),
    })
  }

  #isReached(target: Awaited): boolean {
    const object = this.#found.get(target)
    if (this.#options.goal === 'deleted') return this.#found.has(target) && object === undefined
    return object !== undefined && isReady(object)
  }

  #see(target: Awaited, object: AnyObject | undefined): void {
    const { goal, onChange } = this.#options
    const before = this.#found.get(target)
    if (
      before !== undefined &&
      object !== undefined &&
      before.id === object.id &&
      before.version > object.version
    )
      return
    // Deleted and made again under the same name: what was waited for is gone.
    const known = before?.id ?? target.id
    const isAnother = goal === 'deleted' && object !== undefined && known !== undefined && object.id !== known
    const seen = isAnother ? undefined : object
    if (goal === 'ready' && seen === undefined) {
      this.#failed ??= notFound(target.kind, [target.name], target.project)
      return
    }
    const isNews = !this.#found.has(target) || before?.version !== seen?.version
    this.#found.set(target, seen)
    if (isNews) onChange?.(target, seen)
    if (seen === undefined) return
    const confirmation = pendingConfirmation(seen)
    if (confirmation !== undefined) this.#failed ??= confirmationFailure(seen, confirmation)
    if (goal === 'ready' && (seen.status.stalled || this.#isAwayTooLong(target, seen)))
      this.#failed ??= this.#final(target, seen)
  }

  #isAwayTooLong(target: Awaited, { status, generation, observedGeneration }: AnyObject): boolean {
    const { unreachableTimeout = Infinity } = this.#options
    const now = performance.now()
    const isAway = status.phase === 'Unreachable' && observedGeneration >= generation
    const since = isAway ? (this.#awaySince.get(target) ?? now) : undefined
    if (since === undefined) this.#awaySince.delete(target)
    else this.#awaySince.set(target, since)
    return since !== undefined && now - since >= unreachableTimeout
  }

  #final(target: Awaited, object: AnyObject): CommandFailure {
    const noun = formatTarget(target)
    const message = `${noun} cannot become ready: ${messageOf(object)}\nMore: qleetctl describe ${noun}`
    return new CommandFailure(exits.failed, message, { objects: [this.#detailOf(target)] })
  }

  #stateOf(target: Awaited): string {
    const object = this.#found.get(target)
    if (object === undefined) return 'is not there'
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
