import pg, { type Pool, type PoolClient } from 'pg'
import { storePlanner } from '../../../../prisma/client.ts'
import type { Statement } from '../../../../server/store/sql.ts'
import { isRecord } from '../../../../schema/manifests.ts'

/** Changes of the text of statements, by name: each creates a mutant of the store. */
export type Mutations = Readonly<Record<string, (text: string) => string>>

/**
 * One of several actors that use a database concurrently. It stops before each statement until it is released, and does
 * everything else by itself, so the caller of `release` determines the order of the statements.
 */
export interface Actor {
  readonly name: string
  /** The Postgres process that executes its statement. */
  readonly pid: number | undefined
  /** The statement that it stops before; undefined while it runs, and once it is done. */
  readonly next: string | undefined
  readonly state: 'stopped' | 'running' | 'done'
  readonly outcome: Outcome | undefined
  /** The number of its statements that Postgres has ended because of a deadlock. The store repeats their transactions. */
  readonly deadlocks: number
  /** Starts the work, which stops before its first statement. */
  begin(work: (sql: Pool) => Promise<unknown>): void
  /** Executes the statement that it stops before, and continues to the next. */
  release(): void
  /** Resolves when the state changes. */
  changed(): Promise<void>
  close(): Promise<void>
}

/** The outcome of the work. */
export type Outcome = { value: unknown } | { error: unknown }

export interface ActorOptions {
  name: string
  url: string
  mutations?: Mutations
  /** The statements before which it stops. @default all */
  stops?: readonly string[]
  /** The most connections; one for work that would execute several statements at the same time. @default 2 */
  connections?: number
}

export function createActor({ name, url, mutations = {}, stops, connections = 2 }: ActorOptions): Actor {
  const real = new pg.Pool({
    connectionString: url,
    max: connections,
    types: bigints,
    options: storePlanner,
  })
  // Postgres ends a connection that is being closed when the database is dropped.
  real.on('connect', (client) => client.on('error', () => undefined))
  const busy = new Set<PoolClient>()
  let state: Actor['state'] = 'done'
  let pid: number | undefined
  let next: string | undefined
  let outcome: Outcome | undefined
  let deadlocks = 0
  let resume: () => void = () => undefined
  let change = Promise.withResolvers<void>()

  const become = (now: Actor['state']): void => {
    state = now
    const { resolve } = change
    change = Promise.withResolvers()
    resolve()
  }

  const stopBefore = (label: string): Promise<void> =>
    new Promise((resolve) => {
      next = label
      resume = resolve
      become('stopped')
    })

  /** Reports whether to stop before a statement: not before those that neither read nor change shared state. */
  const stopsBefore = (label: string): boolean =>
    !/^(?:BEGIN|ROLLBACK|SAVEPOINT)/.test(label) && (stops === undefined || stops.includes(label))

  const query = async (client: PoolClient, input: unknown, values?: unknown[]): Promise<unknown> => {
    const label = isRecord(input) ? String(input['name']) : String(input).trim()
    if (stopsBefore(label)) await stopBefore(label)
    // The types of pg lack the id of the process, which the first message of Postgres contains.
    pid = (client as unknown as { processID: number }).processID
    const sent = isRecord(input)
      ? client.query(replaced(input as unknown as Statement, mutations))
      : client.query(String(input), values)
    return sent.catch((error: unknown) => {
      if (isRecord(error) && error['code'] === '40P01') deadlocks += 1
      throw error
    })
  }

  const connect = async (): Promise<PoolClient> => {
    const client = await real.connect()
    busy.add(client)
    // Statements that the store sends together are executed one after the other.
    let before: Promise<unknown> = Promise.resolve()
    return {
      query: (input: unknown, values?: unknown[]) => {
        const executed = before.then(() => query(client, input, values))
        before = executed.catch(() => undefined)
        return executed
      },
      release: (error?: Error | boolean) => {
        busy.delete(client)
        client.release(error)
      },
      on: client.on.bind(client),
      off: client.off.bind(client),
      // The store uses only these methods of a connection.
    } as unknown as PoolClient
  }

  const pool = {
    connect,
    query: async (input: unknown) => {
      const client = await connect()
      try {
        return await client.query(input as string)
      } finally {
        client.release()
      }
    },
    // The store uses only these methods of a pool.
  } as unknown as Pool

  return {
    name,
    get pid() {
      return pid
    },
    get next() {
      return state === 'stopped' ? next : undefined
    },
    get state() {
      return state
    },
    get outcome() {
      return outcome
    },
    get deadlocks() {
      return deadlocks
    },
    begin: (work) => {
      outcome = undefined
      deadlocks = 0
      become('running')
      work(pool)
        .then(
          (value) => (outcome = { value }),
          (error: unknown) => (outcome = { error }),
        )
        .finally(() => become('done'))
    },
    release: () => {
      become('running')
      resume()
    },
    changed: () => change.promise,
    close: async () => {
      // After an error, an actor may be stopped in a transaction, whose locks would hold up the next race.
      for (const client of busy) client.release(true)
      await real.end()
    },
  }
}

/** Parses integers as the server's own connections do. */
const bigints: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8
      ? (text: string) => BigInt(text)
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
}

function replaced(statement: Statement, mutations: Mutations): Statement {
  const mutate = mutations[statement.name]
  if (mutate === undefined) return statement
  const text = mutate(statement.text)
  if (text === statement.text) throw new Error(`the mutation changes nothing in ${statement.name}`)
  return { ...statement, text }
}
