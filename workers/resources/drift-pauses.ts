import { createHash } from 'node:crypto'
import { storedTime } from '../../schema/reconciler-state.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Corrections } from '../kube/apply/sync-context.ts'

/** The number of corrections of one resource that are made at once: people who experiment, and accidents, need no more. */
const free = 10
/** The pause in milliseconds before the first correction after these; each further one doubles it. */
const firstPause = 5000
const longestPause = 5 * 60_000
/** Milliseconds without a correction after which earlier ones no longer count; longer than the longest pause. */
const quietTime = 10 * 60_000

const prefix = 'drift '

interface Past {
  count: number
  at: number
}

/** The corrections of the resources of an object, and what the next reconcile has to know of them. */
export interface DriftPauses extends Corrections {
  /** Passes the corrections on to the next reconcile. */
  store(): void
  /** Returns the milliseconds until the first correction that has to wait is due; undefined if none has to. */
  nextDue(): number | undefined
}

/**
 * Paces the corrections of resources that something in the cluster changes again each time: without pauses, both would undo each other
 * several times a second. The counts are part of the state of the object, because its reconciles run in several threads and workers.
 */
export function driftPausesOf({
  state,
  now,
  updateState,
}: Pick<ReconcileContext, 'state' | 'now' | 'updateState'>): DriftPauses {
  const made = new Map<string, Past>()
  let next: number | undefined
  const pastOf = (id: string): Past => {
    const past = made.get(id) ?? parsed(state[id], now())
    return now() - past.at > quietTime ? { count: 0, at: 0 } : past
  }
  return {
    pauseBefore: (key) => {
      const { count, at } = pastOf(idOf(key))
      if (count < free) return 0
      const pause = Math.min(firstPause * 2 ** (count - free), longestPause)
      const left = Math.max(0, at + pause - now())
      if (left > 0) next = Math.min(next ?? Infinity, left)
      return left
    },
    isRecurring: (key) => pastOf(idOf(key)).count >= free,
    corrected: (key) => {
      const id = idOf(key)
      made.set(id, { count: pastOf(id).count + 1, at: now() })
    },
    store: () => {
      const outdated = Object.keys(state).filter((id) => id.startsWith(prefix) && pastOf(id).count === 0)
      const changes = [...made].map(([id, { count, at }]): [string, string] => [id, `${count} ${at}`])
      if (outdated.length === 0 && changes.length === 0) return
      updateState({
        ...Object.fromEntries(outdated.map((id) => [id, undefined])),
        ...Object.fromEntries(changes),
      })
    },
    nextDue: () => next,
  }
}

/** Keys of the state are short, and keys of resources need not be. */
function idOf(key: string): string {
  return `${prefix}${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
}

function parsed(value: ReconcileContext['state'][string] | undefined, now: number): Past {
  const [count, at] = String(value ?? '')
    .split(' ')
    .map(Number)
  if (count === undefined || at === undefined || !Number.isFinite(count + at)) return { count: 0, at: 0 }
  return { count, at: storedTime(at, now) ?? 0 }
}
