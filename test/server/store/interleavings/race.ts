import { isDeepStrictEqual, inspect } from 'node:util'
import pg, { type Pool } from 'pg'
import { trustedPolicy } from '../../../../schema/clusters/policy.ts'
import type { Store } from '../../../../schema/graphql/store.ts'
import { defined } from '../../../../schema/defined.ts'
import { createEncryption } from '../../../../server/store/encryption.ts'
import { createStore } from '../../../../server/store/store.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts'
import { createActor, type Actor, type Mutations } from './actor.ts'
import { brokenInvariants, describeOutcome, unexpectedError, readEndState } from './end-state.ts'
import { explore, sequentially, type ExploreOptions } from './explore.ts'
import { saveState } from './saved-state.ts'
import { runInOrder, type Choose } from './schedule.ts'

/** Concurrent operations, each on its own connection. */
export interface Race<Known> {
  /** Creates the initial state. */
  prepare(store: Store, sql: Pool): Promise<Known>
  /** The operations by name. */
  operations: Readonly<Record<string, Operation<Known>>>
  /** The maximum number of preemptions. @default 2 */
  preemptions?: number
  /** The statements before which the others may run. @default all */
  stops?: readonly string[]
  /** The connections of each operation. @default 2 */
  connections?: number
  /** The operations that every order refuses. Another one with which that happens tests nothing. @default none */
  refused?: readonly string[]
}

export type Operation<Known> = (on: { store: Store; sql: Pool }, known: Known) => Promise<unknown>

/** The result of all orders of statements of a race. */
export interface RaceResult {
  runs: number
  /** The different end states of the serial orders. */
  serialEndStates: number
  /** The operations that were refused in each serial order. */
  refused: string[]
  /**
   * The problems: an end state that no serial order has, a violated invariant, or a deadlock, which costs a second; the first with
   * the order of its statements.
   */
  problems: string[]
}

export interface RunOptions extends Pick<ExploreOptions, 'enough' | 'random'> {
  mutations?: Mutations
}

export interface Races {
  run<Known>(race: Race<Known>, options?: RunOptions): Promise<RaceResult>
  close(): Promise<void>
}

/** Sealed values are equal in all runs. */
export const encryption = createEncryption(Buffer.alloc(32, 1))

/** Creates a separate database for races, without synchronous commits and with immediate deadlock detection. */
export async function createRaces(): Promise<Races> {
  const database = await createTestDatabase()
  await database.sql.query(`
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database());
      EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = 20', current_database());
    END $$`)
  const observer = new pg.Client({ connectionString: database.url })
  await observer.connect()
  const empty = await saveState(database.sql, 'empty')
  return {
    run: (race, options = {}) => runRace({ database, observer, empty, options }, race),
    close: async () => {
      await observer.end()
      await database.drop()
    },
  }
}

interface Ground {
  database: TestDatabase
  observer: pg.Client
  /** Removes what the race before has left. */
  empty: () => Promise<void>
  options: RunOptions
}

async function runRace<Known>(
  { database, observer, empty, options: { mutations, ...exploring } }: Ground,
  race: Race<Known>,
): Promise<RaceResult> {
  const { sql } = database
  await empty()
  const known = await prepare(database, race)
  const restore = await saveState(sql, 'prepared')
  const names = Object.keys(race.operations)
  const actors = names.map((name) =>
    createActor({
      name,
      url: database.url,
      ...defined({ mutations, stops: race.stops, connections: race.connections }),
    }),
  )
  const runOnce = async (choose: Choose): Promise<void> => {
    await restore()
    for (const actor of actors) begin({ actor, database }, race.operations[actor.name], known)
    await runInOrder(actors, observer, choose)
  }
  const end = async (): Promise<unknown> => ({
    outcomes: Object.fromEntries(actors.map(({ name, outcome }) => [name, describeOutcome(outcome)])),
    state: await readEndState(sql),
  })
  try {
    const serial: unknown[] = []
    const done = new Set<string>()
    for (const order of permutations(names)) {
      await runOnce(sequentially(order))
      for (const { name, outcome } of actors) if (outcome !== undefined && 'value' in outcome) done.add(name)
      const found = await end()
      if (!serial.some((other) => isDeepStrictEqual(other, found))) serial.push(found)
    }
    const problems: string[] = []
    const runs = await explore(runOnce, {
      ...exploring,
      preemptions: race.preemptions ?? 2,
      check: async ({ describe }) => {
        const found = await end()
        const unexpected = actors.flatMap(({ name, outcome }) => {
          const error = unexpectedError(outcome)
          return error === undefined ? [] : [`${name} ended with ${error}`]
        })
        const wrong = [
          ...(actors.some(({ deadlocks }) => deadlocks > 0) ? ['it has led to a deadlock'] : []),
          ...(await brokenInvariants(sql)),
          ...unexpected,
          ...(serial.some((other) => isDeepStrictEqual(other, found))
            ? []
            : [
                `it ended in a state that no serial order of the operations has:\n${difference(found, serial)}`,
              ]),
        ]
        if (wrong.length > 0) problems.push(...wrong, describe())
        return wrong.length === 0
      },
    })
    const refused = names.filter((name) => !done.has(name))
    return { runs, serialEndStates: serial.length, refused, problems }
  } finally {
    await Promise.all(actors.map((actor) => actor.close()))
  }
}

async function prepare<Known>(database: TestDatabase, race: Race<Known>): Promise<Known> {
  const store = createStore({ database, encryption, clusters: trustedPolicy })
  await store.create({ kind: 'Project', name: 'default', spec: {} }, { actor: 'tester' })
  return race.prepare(store, database.sql)
}

function begin<Known>(
  { actor, database }: { actor: Actor; database: TestDatabase },
  operation: Operation<Known> | undefined,
  known: Known,
): void {
  actor.begin(async (sql) => {
    const store = createStore({ database: { ...database, sql }, encryption, clusters: trustedPolicy })
    return operation?.({ store, sql }, known)
  })
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

function difference(found: unknown, serial: readonly unknown[]): string {
  const shown = (value: unknown): string[] => inspect(value, { depth: 10, breakLength: 160 }).split('\n')
  const lines = shown(found)
  return serial
    .map((other, at) => {
      const theirs = shown(other)
      const ours = lines.filter((line) => !theirs.includes(line)).map((line) => `+ ${line}`)
      return [
        `compared with serial end state ${at + 1}:`,
        ...ours,
        ...theirs.filter((line) => !lines.includes(line)).map((line) => `- ${line}`),
      ].join('\n')
    })
    .join('\n')
}
