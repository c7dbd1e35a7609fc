import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  jetstream,
  jetstreamManager,
  type JetStreamClient,
} from '@nats-io/jetstream'
import { nanos, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { PlatformError } from '../../schema/errors.ts'
import { brokerNames, type BrokerNames, type Trigger } from '../../schema/events.ts'
import type { ProcessReport } from '../../schema/processes.ts'
import type { QueryWorkers } from '../../schema/cluster-queries.ts'
import { reconciledKindNames } from '../../schema/kinds/index.ts'
import type { Log } from '../../telemetry/log.ts'
import { linkNats } from '../../process/nats-link.ts'
import { createQueryWorkers } from '../cluster-queries.ts'
import { SpanKind, currentTraceparent, inSpan, isTracing } from '../../telemetry/tracing.ts'

/**
 * The server's side of JetStream. It publishes triggers, and creates the stream and its consumers whenever they are missing.
 * While NATS is unavailable, workers take due objects from the server instead.
 */
export interface Broker {
  readonly connected: boolean
  /** Publishes triggers; resolves once JetStream has stored all of them, and throws when it cannot. */
  publish(triggers: readonly Trigger[]): Promise<void>
  /**
   * Counts the triggers that no worker has taken yet. NATS counts them when it is asked, so that all kinds take a millisecond.
   *
   * @param of Kinds. @default all
   */
  queued(of?: readonly string[]): Promise<QueuedByKind>
  /** Notifies other servers that the change log has grown. */
  hintChanges(): void
  /** Registers a callback for such notifications from other servers. */
  onChangesHint(hint: () => void): void
  /** Passes on to other servers what a process reports. */
  shareReport(report: ProcessReport): void
  /** Registers a callback for what other servers pass on. */
  onReport(adopt: (report: unknown) => void): void
  /** Sends a cluster query to any worker. */
  queryWorkers: QueryWorkers
  close(): Promise<void>
}

/** Triggers in the queue, by kind. */
export type QueuedByKind = ReadonlyMap<string, number>

export interface BrokerOptions {
  url: string
  token?: string | undefined
  prefix: string
  log: Log
  /** Kinds that have a consumer. @default all kinds with a reconciler */
  kinds?: readonly string[]
}

export async function connectBroker({
  url,
  token,
  prefix,
  log,
  kinds = reconciledKindNames,
}: BrokerOptions): Promise<Broker> {
  const names = brokerNames(prefix)
  // Hints are for other servers: this server notifies its own change feed directly.
  const link = linkNats({ url, token, name: 'qleetos-server', noEcho: true, log })
  /** The preparation of the stream; undefined once NATS may have lost it, or if it was not completed. */
  let prepared: Promise<void> | undefined
  const prepare = (connection: NatsConnection): Promise<void> => {
    if (prepared !== undefined) return prepared
    const preparing = ensureStream(connection, names, kinds)
    preparing.catch(() => {
      if (prepared === preparing) prepared = undefined
    })
    return (prepared = preparing)
  }
  const prepareEarly = (connection: NatsConnection): Promise<void> =>
    prepare(connection).catch((error: unknown) => log.warn({ err: error }, 'cannot prepare JetStream yet'))
  link.onceConnected(prepareEarly)
  // NATS may have lost its volume. Another server may then have created the stream, and have died before its consumers.
  link.onReconnected(() => {
    prepared = undefined
    void prepareEarly(link.connection())
  })
  await link.waitFor(2000)
  return {
    get connected() {
      return link.isConnected
    },
    publish: async (triggers) => {
      const connection = link.connection()
      const js = jetstream(connection, { timeout: 5000 })
      const used = prepare(connection)
      await used
      await publishAll(js, names, triggers).catch(async (error: unknown) => {
        // The stream was lost meanwhile: create it and retry once.
        if (prepared === used) prepared = undefined
        await prepare(connection)
        await publishAll(js, names, triggers)
        log.warn({ err: error }, 'recreated the stream')
      })
    },
    queued: async (of = kinds) => {
      const { consumers } = await jetstreamManager(link.connection(), { timeout: 5000, checkAPI: false })
      const counted =
        of.length < fewKinds
          ? await Promise.all(of.map((kind) => consumers.info(names.stream, names.consumer(kind))))
          : // One page holds up to 256 consumers, so one request covers all kinds.
            await consumers.list(names.stream).next()
      const pending = new Map(counted.map((each) => [each.name, each.num_pending]))
      return new Map(of.map((kind) => [kind, pendingOf(pending, names.consumer(kind))]))
    },
    hintChanges: () => {
      if (link.isConnected) link.connection().publish(names.changesHint)
    },
    onChangesHint: (hint) => {
      link.onceConnected(
        (connection) => void connection.subscribe(names.changesHint, { callback: () => hint() }),
      )
    },
    shareReport: (report) => {
      if (link.isConnected) link.connection().publish(names.processes, JSON.stringify(report))
    },
    onReport: (adopt) => {
      link.onceConnected(
        (connection) =>
          void connection.subscribe(names.processes, {
            callback: (error, message) => {
              if (error === null) adopt(jsonOf(message))
            },
          }),
      )
    },
    queryWorkers: (query, inputs) =>
      createQueryWorkers({ connection: link.connection(), subject: names.questions })(query, inputs),
    close: () => link.close(),
  }
}

/** From so many kinds, one request for all costs less than one for each. */
const fewKinds = 5

/** Parses a message; undefined if it is not JSON. */
function jsonOf(message: Msg): unknown {
  try {
    return message.json()
  } catch {
    return undefined
  }
}

/**
 * Returns the pending triggers of a consumer. Throws UNAVAILABLE when the consumer is missing: its count is unknown
 * then, not zero.
 */
function pendingOf(pending: ReadonlyMap<string, number>, consumer: string): number {
  const count = pending.get(consumer)
  if (count === undefined) throw new PlatformError('UNAVAILABLE', `NATS has no consumer "${consumer}"`)
  return count
}

async function publishAll(
  js: JetStreamClient,
  names: BrokerNames,
  triggers: readonly Trigger[],
): Promise<void> {
  await Promise.all(triggers.map((trigger) => publishOne(js, names, trigger)))
}

/** Publishes a trigger, which continues the trace of the request that caused it. */
function publishOne(js: JetStreamClient, names: BrokerNames, trigger: Trigger): Promise<unknown> {
  const { kind, id, traceparent } = trigger
  const publish = (sent: Trigger): Promise<unknown> =>
    js.publish(names.subject(kind, id), JSON.stringify(sent))
  if (traceparent === undefined || !isTracing()) return publish(trigger)
  const span = { traceparent, kind: SpanKind.PRODUCER, attributes: { 'qleet.kind': kind, 'qleet.id': id } }
  return inSpan(`trigger ${kind}`, span, () =>
    publish({ ...trigger, traceparent: currentTraceparent() ?? traceparent }),
  )
}

/**
 * Creates or updates the stream and its consumers. One work-queue stream stores at most one trigger per object, and one
 * durable consumer per kind retains triggers while no worker is running. Uses only features of NATS 2.9.10.
 */
async function ensureStream(
  connection: NatsConnection,
  names: BrokerNames,
  kinds: readonly string[],
): Promise<void> {
  const manager = await jetstreamManager(connection, { timeout: 5000 })
  const config = {
    name: names.stream,
    subjects: [names.subjects],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.Old,
    duplicate_window: nanos(1000),
  }
  await manager.streams.add(config).catch((error: unknown) => {
    if (!(error instanceof JetStreamApiError)) throw error
    return manager.streams.update(names.stream, config)
  })
  for (const kind of kinds) {
    await manager.consumers.add(names.stream, {
      durable_name: names.consumer(kind),
      filter_subject: names.filter(kind),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(15_000),
      max_ack_pending: 2000,
    })
  }
}
