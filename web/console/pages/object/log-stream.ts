import { anyReference, type NameTarget } from '../../../../client-sdk/index.ts'
import { ReadLogsDocument, type ReadLogsSubscription } from '../../../../client-sdk/generated/documents.ts'
import { errorTable, isPlatformError } from '../../../../schema/errors.ts'
import { pause } from '../../../../schema/retry.ts'
import { errorOf } from '../../data/error-of.ts'
import { client } from '../../data/session.ts'

type ReceivedLine = ReadLogsSubscription['result'][number]

export interface LogLine extends ReceivedLine {
  /** Its number since the stream was opened. */
  id: number
}

export interface LogState {
  lines: readonly LogLine[]
  /** Containers as `pod/container`, in the order of their first lines. */
  sources: readonly string[]
  /** Why nothing arrives at the moment. */
  problem?: string
  hasEnded: boolean
}

/** The most lines that are kept; the oldest go first. */
export const maxLines = 5000

/** The lines of each container that are read from before the stream was opened. */
const tail = 500

/** Milliseconds between two changes of what is shown, and before an interrupted stream is opened again. */
const pace = 200
const retryDelay = 1000

/** The newest lines that are compared with those of a stream that was opened again, which overlap. */
const overlap = 1000

/** Follows the lines of all containers of an object, and keeps the newest. */
export class LogStream {
  #state: LogState = { lines: [], sources: [], hasEnded: false }
  #pending: LogLine[] = []
  #count = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  readonly #abort = new AbortController()

  readonly read = (): LogState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(target: NameTarget, isPrevious: boolean): void {
    void this.#follow(target, isPrevious)
  }

  stop(): void {
    this.#abort.abort()
    clearTimeout(this.#timer)
  }

  clear(): void {
    this.#pending = []
    this.#set({ ...this.#state, lines: [] })
  }

  async #follow(target: NameTarget, isPrevious: boolean): Promise<void> {
    const { signal } = this.#abort
    let last: string | undefined
    while (!signal.aborted) {
      try {
        const variables = {
          by: anyReference(target),
          follow: !isPrevious,
          previous: isPrevious,
          since: last ?? null,
          tail: last === undefined ? tail : null,
          container: null,
        }
        const seen = new Set([...this.#state.lines, ...this.#pending].slice(-overlap).map(keyOf))
        for await (const { result } of client.subscribe(ReadLogsDocument, variables, { signal })) {
          for (const line of result) {
            if (last !== undefined && seen.has(keyOf(line))) continue
            this.#add(line)
          }
          last = result.at(-1)?.time ?? last
        }
        this.#flush()
        this.#set({ ...this.#state, hasEnded: true })
        return
      } catch (error) {
        if (signal.aborted) return
        const problem = errorOf(error).message
        this.#flush()
        this.#set({ ...this.#state, problem })
        if (!isPlatformError(error) || !errorTable[error.code].retry) return
      }
      await pause(retryDelay, signal)
    }
  }

  #add(line: ReceivedLine): void {
    this.#count += 1
    this.#pending.push({ ...line, id: this.#count })
    this.#timer ??= setTimeout(() => this.#flush(), pace)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.length === 0) return
    const lines = [...this.#state.lines, ...this.#pending].slice(-maxLines)
    const sources = [
      ...new Set([...this.#state.sources, ...this.#pending.filter(({ pod }) => pod !== '').map(sourceOf)]),
    ]
    this.#pending = []
    this.#set({ lines, sources, hasEnded: false })
  }

  #set(state: LogState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

export function sourceOf({ pod, container }: Pick<ReceivedLine, 'pod' | 'container'>): string {
  return `${pod}/${container}`
}

function keyOf({ time, pod, container, text }: ReceivedLine): string {
  return `${time} ${pod} ${container} ${text}`
}
