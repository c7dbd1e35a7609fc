import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Actor } from './actor.ts'

/** Chooses which of the ready actors continues; `last` is the one that did before. */
export type Choose = (ready: readonly Actor[], last: Actor | undefined) => Actor

/** Milliseconds after which Postgres is queried whether an unfinished statement waits for a lock. */
const glance = 3

/** Runs started actors one statement at a time until all are done, in the chosen order. */
export async function runInOrder(
  actors: readonly Actor[],
  observer: pg.Client,
  choose: Choose,
): Promise<void> {
  let last: Actor | undefined
  for (;;) {
    await settled(actors, observer)
    const ready = actors.filter(({ state }) => state === 'stopped')
    if (ready.length === 0) return
    last = choose(ready, last)
    last.release()
  }
}

/**
 * Resolves when each actor is done, has stopped, or waits for a lock of a stopped one. Actors that wait only for each
 * other remain until Postgres ends one of them.
 */
async function settled(actors: readonly Actor[], observer: pg.Client): Promise<void> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const running = actors.filter(({ state }) => state === 'running')
    if (running.length === 0) return
    const change = Promise.race(running.map((actor) => actor.changed()))
    if ((await Promise.race([change.then(() => 'changed'), sleep(glance, 'late')])) === 'changed') continue
    const blockers = await findBlockers(observer, running)
    const stopped = new Set(actors.flatMap(({ state, pid }) => (state === 'stopped' ? (pid ?? []) : [])))
    const isHeldUp = ({ pid = 0 }: Actor): boolean =>
      [...reached(blockers, pid)].some((each) => stopped.has(each))
    if (running.every((actor) => actor.state === 'running' && isHeldUp(actor))) return
    if (Date.now() > deadline) throw new Error(`${running.map(({ name }) => name).join()} continues forever`)
  }
}

type Blockers = ReadonlyMap<number, readonly number[]>

async function findBlockers(observer: pg.Client, running: readonly Actor[]): Promise<Blockers> {
  const { rows } = await observer.query<{ pid: number; blockers: number[] }>(
    'SELECT pid, pg_blocking_pids(pid) AS blockers FROM unnest($1::int[]) AS running (pid)',
    [running.map(({ pid = 0 }) => pid)],
  )
  return new Map(rows.map(({ pid, blockers }) => [pid, blockers]))
}

/** Returns the processes that a process waits for, and those that they wait for. */
function reached(blockers: Blockers, from: number): Set<number> {
  const found = new Set(blockers.get(from))
  for (const pid of found) for (const next of blockers.get(pid) ?? []) found.add(next)
  return found
}
