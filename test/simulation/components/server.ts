import {
  getOperationAST,
  parse,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import { z } from 'zod'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import type { Actor } from '../../../schema/graphql/context.ts'
import { schema, workerSchema } from '../../../schema/graphql/schema.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import { Shutdown } from '../../../process/shutdown.ts'
import { createPolicy } from '../../../server/auth/policy.ts'
import { startChangeFeed, type ChangeFeed } from '../../../server/delivery/change-feed.ts'
import type { HeldLease, LeasedWork } from '../../../server/delivery/leader-leases.ts'
import { contextFor, type Services } from '../../../server/http/context.ts'
import { costOf } from '../../../server/http/cost.ts'
import { formatError } from '../../../server/http/graphql-errors.ts'
import { leasedWork, startLeasedWork } from '../../../server/leased-work.ts'
import { createAccess } from '../../../server/store/actor/access.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { storeBuiltIns } from '../../../server/store/built-in.ts'
import { createStore } from '../../../server/store/store.ts'
import type { Log } from '../../../telemetry/log.ts'
import type { ModelDatabase } from '../database/model-database.ts'
import type { World, Process } from '../world/world.ts'
import type { SimulatedBroker } from './broker.ts'

/** One server: the real schema, store, change feed and leased work, over a model of the database. */
export interface SimulatedServer {
  process: Process
  store: Store
  /** Returns the response to the body of a GraphQL request. */
  respond(body: string, actor: Actor): Promise<string>
  /** Shuts the server down in order, as SIGTERM does. */
  stop(): Promise<void>
}

export interface ServerOptions {
  world: World
  name: string
  log: Log
  broker: SimulatedBroker
  database: ModelDatabase
  /** Called when this server starts leased work, with the position from which it resumes. */
  onWork?: (work: string, position: bigint, process: Process) => void
  mutate?: ServerMutation
}

/** Replacements for leased work, of which one server at a time runs each, for mutants. */
export interface ServerMutation {
  work?: (work: LeasedWork) => LeasedWork
  feed?: (feed: ChangeFeed) => ChangeFeed
}

const Operation = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()) })

/** The retention of changes and events: short enough that some expire before the end. */
export const retention = { age: 120_000, maxEntries: 10_000 }

/**
 * Milliseconds between polls of the change log without a notification: each poll costs events, and no result depends on
 * it.
 */
const feedInterval = 2000

/** Starts a server, as `server/run.ts` builds it, without sockets. */
export function startServer({
  world,
  name,
  log,
  broker,
  database,
  onWork = () => undefined,
  mutate = {},
}: ServerOptions): SimulatedServer {
  const process = world.process(name)
  const { work: changedWork = (work) => work, feed: changedFeed = (feed) => feed } = mutate
  const encryption = createEncryption(Buffer.alloc(32, 7))
  const shutdown = new Shutdown({ log })
  let hintFeed: () => void = () => undefined
  const onChange = (): void => {
    hintFeed()
    broker.hintChanges()
  }
  const store = {
    ...createStore({ database: database.database, encryption, clusters: trustedPolicy, onChange }),
    ...database.reads,
  }

  const startLoops = async (): Promise<void> => {
    await storeBuiltIns(store)
    const pool = database.pool
    const feed = changedFeed(await startChangeFeed({ pool, log, interval: feedInterval }))
    shutdown.add({ step: 'end the change feed', run: () => feed.stop() })
    hintFeed = () => feed.hint()
    broker.onChangesHint(hintFeed)
    const works = leasedWork({ pool, store, feed, broker, encryption, retention, log })
    const observed = works.map(({ name: workName, work }) => ({
      name: workName,
      work: (lease: HeldLease) => {
        onWork(workName, lease.position, process)
        return work(lease)
      },
    }))
    shutdown.add(startLeasedWork(observed.map(changedWork), { pool, log }))
  }
  const started = world.within(process, startLoops)

  const services = servicesOf(store)
  return {
    process,
    store,
    respond: async (body, actor) => {
      const { query, variables } = Operation.parse(JSON.parse(body))
      const context = contextFor(services, { actor, headers: {} })
      const { schema: served, compiled, document, operation } = compiledOf(query, actor)
      costOf(served, { document, operation, variables }, context)
      const { data, errors } = await compiled.query(undefined, context, variables)
      const formatted = errors?.map((error) => formatError(error.toJSON(), error, log))
      return JSON.stringify({ data, ...(formatted === undefined ? {} : { errors: formatted }) })
    },
    stop: async () => {
      await started
      await shutdown.stop()
    },
  }
}

function servicesOf(store: Store): Services {
  const policy = createPolicy()
  const accesses = new Map<string, ReturnType<Services['fairness']['accessOf']>>()
  return {
    fairness: {
      requests: { acquire: async () => () => undefined },
      accessOf: (actor) => {
        const key = `${actor.kind} ${actor.name}`
        const known = accesses.get(key)
        if (known !== undefined) return known
        const access = {
          ...createAccess(store, { actor, policy }),
          limitFollowing: <T>(changes: T) => changes,
        }
        accesses.set(key, access)
        return access
      },
    },
    feed: { watermark: 0n } as Services['feed'],
    backups: {} as Services['backups'],
    modules: {} as Services['modules'],
    features: [],
    authenticator: {} as Services['authenticator'],
    sessions: {} as Services['sessions'],
    policy,
    webhooks: {} as Services['webhooks'],
    processes: {} as Services['processes'],
    queryWorkers: () => {
      throw new Error('not available in the simulation')
    },
  }
}

interface Compiled {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
  compiled: CompiledQuery
}

const seen = { ADMIN: new Map<string, Compiled>(), WORKER: new Map<string, Compiled>() }

/** As the server does it, which compiles what it has seen before. */
function compiledOf(query: string, { kind }: Actor): Compiled {
  const known = seen[kind].get(query)
  if (known !== undefined) return known
  const served = kind === 'WORKER' ? workerSchema : schema
  const document = parse(query)
  const operation = getOperationAST(document)
  const compiled = compileQuery(served, document)
  if (!isCompiledQuery(compiled) || operation == null) throw new Error(`cannot compile ${query}`)
  const made = { schema: served, document, operation, compiled }
  seen[kind].set(query, made)
  return made
}
