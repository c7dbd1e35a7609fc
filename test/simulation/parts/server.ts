import { parse } from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import { z } from 'zod'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import { createClient, type Client, type Post } from '../../../client-sdk/index.ts'
import type { Actor } from '../../../schema/graphql/context.ts'
import { schema } from '../../../schema/graphql/schema.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import type { Trigger } from '../../../schema/events.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import { createPolicy } from '../../../server/auth/policy.ts'
import { contextFor, type Services } from '../../../server/http/context.ts'
import { formatError } from '../../../server/http/graphql.ts'
import { createPass } from '../../../server/delivery/relay.ts'
import { createAccess } from '../../../server/store/actor/access.ts'
import { createDueQueue, type DueObject } from '../../../server/store/due.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { createStore } from '../../../server/store/store.ts'
import type { Log } from '../../../telemetry/log.ts'
import { createModelDatabase, type ModelDatabase, type ModelOptions } from '../database/model-database.ts'
import type { World, Process } from '../world/world.ts'
import type { SimulatedBroker } from './broker.ts'
import { ConnectionError, type Network } from './network.ts'

/** The server: the real schema and store, over a model of the database. */
export interface SimulatedServer {
  process: Process
  database: ModelDatabase
  store: Store
  /** A client over the network, as workers and people have it. */
  client(actor: Actor, options?: { retryFor?: number }): Client
  /** Begins relay and resync. */
  start(): void
}

export interface ServerOptions {
  world: World
  network: Network
  log: Log
  /** Publishes triggers; throws when the broker is away. */
  publish(triggers: readonly Trigger[]): void
  queued: SimulatedBroker['queued']
  /** Replacements of statements, for mutants. */
  instead?: ModelOptions['instead']
  onStatement: NonNullable<ModelOptions['onStatement']>
}

const Operation = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()) })

const compiled = new Map<string, CompiledQuery>()

/** As the server does it, which compiles what it has seen before. */
function compiledOf(query: string): CompiledQuery {
  const known = compiled.get(query)
  if (known !== undefined) return known
  const made = compileQuery(schema, parse(query))
  if (!isCompiledQuery(made)) throw new Error(`cannot compile ${query}`)
  compiled.set(query, made)
  return made
}

export function createServer({
  world,
  network,
  log,
  publish,
  queued,
  instead,
  onStatement,
}: ServerOptions): SimulatedServer {
  const process = world.process('server')
  const random = world.random.fork()
  const reconciled = allKinds.filter((each) => each.reconciled).map(({ kind }) => kind)
  let grown: () => void = () => undefined
  const database = createModelDatabase({
    turn: () => world.wait(0.05 + random.next() / 2, ''),
    onStatement,
    ...(instead === undefined ? {} : { instead }),
  })
  const encryption = createEncryption(Buffer.alloc(32, 7))
  const store = {
    ...createStore({
      database: database.database,
      encryption,
      clusters: trustedPolicy,
      onChange: () => grown(),
    }),
    ...database.reads,
  }
  const policy = createPolicy()
  const services: Services = {
    fairness: {
      requests: { begin: async () => () => undefined },
      accessOf: (actor) => ({ ...createAccess(store, { actor, policy }), following: (changes) => changes }),
    },
    feed: { watermark: 0n } as Services['feed'],
    backups: {} as Services['backups'],
    authenticator: { authenticate: () => Promise.reject(new Error('nobody asks')) },
    policy,
    askWorkers: () => {
      throw new Error('nobody asks')
    },
  }

  const answer = async (body: string, actor: Actor): Promise<{ status: number; text: string }> => {
    const { query, variables } = Operation.parse(JSON.parse(body))
    const context = contextFor(services, { actor, headers: {} })
    const { data, errors } = await compiledOf(query).query(undefined, context, variables)
    const told = errors?.map((error) => formatError(error.toJSON(), error, log))
    return { status: 200, text: JSON.stringify({ data, ...(told === undefined ? {} : { errors: told }) }) }
  }

  const postAs =
    (actor: Actor): Post =>
    (_, { body, timeout, signal }) => {
      const label = /(?:query|mutation) (\w+)/.exec(body)?.[1] ?? 'operation'
      const answered = network.call({ to: process, label, signal, effect: () => answer(body, actor) })
      return new Promise((resolve, reject) => {
        const stop = world.after(timeout, '', () => reject(new ConnectionError('ETIMEDOUT')))
        answered.then(resolve, reject).finally(stop)
      })
    }

  /** The relay: goes on from a place that it remembers now and then, so what it published may come twice. */
  const relay = (): void => {
    const pass = createPass(database.pool, {
      publish: async (triggers) => publish(triggers),
      queued: async (kind) => queued(kind),
    })
    let place = 0
    let isDue = false
    const publishNext = async (): Promise<void> => {
      isDue = false
      const changes = database.tables.changes.slice(place, place + 20)
      if (changes.length === 0) return
      try {
        await pass(changes)
        place = random.chance(0.02) ? Math.max(0, place - random.below(5)) : place + changes.length
        soon(0.5)
      } catch {
        soon(250)
      }
    }
    const soon = (milliseconds: number): void => {
      if (isDue) return
      isDue = true
      world.after(milliseconds, '', () => void publishNext(), process)
    }
    grown = () => soon(random.next() * 3)
    grown()
  }

  const nextDue = (): number => {
    const times = [...database.tables.objects.values()].flatMap(({ nextReconcileAt, leaseExpiresAt }) =>
      [nextReconcileAt, leaseExpiresAt].flatMap((time) => (time === null ? [] : [time.getTime()])),
    )
    return Math.min(...times)
  }

  /** Resync looks when something is due, up to half a second late, as the real one does. */
  const resync = async (): Promise<void> => {
    const due = createDueQueue(database.pool, { kinds: reconciled })
    const trigger = async (objects: readonly DueObject[]): Promise<void> =>
      publish(objects.map(({ id, kind }) => ({ v: 1, kind, id: String(id) })))
    for (;;) {
      const next = Math.min(nextDue(), world.now() + 1000)
      await world.wait(Math.max(0, next - world.now()) + 5 + random.next() * 500, '')
      if (nextDue() > world.now()) continue
      try {
        await due.take(50, trigger)
      } catch {
        await world.wait(500, '')
      }
    }
  }

  return {
    process,
    database,
    store,
    client: (actor, options = {}) =>
      createClient({ url: 'http://server', token: actor.name, post: postAs(actor), ...options }),
    start: () =>
      world.within(process, () => {
        relay()
        void resync()
      }),
  }
}
