import { randomUUID } from 'node:crypto'
import type { Actor, RequestContext } from '../../schema/graphql/context.ts'
import { createLoaders } from '../../schema/graphql/context.ts'
import type { QueryWorkers } from '../../schema/cluster-queries.ts'
import { currentTraceparent } from '../../telemetry/tracing.ts'
import type { Authenticator } from '../auth/tokens.ts'
import type { Backups } from '../backup/backups.ts'
import type { ChangeFeed } from '../delivery/change-feed.ts'
import type { Fairness } from './fairness.ts'

/** What requests are served with. */
export interface Services {
  backups: Backups
  fairness: Fairness
  feed: ChangeFeed
  authenticator: Authenticator
  askWorkers: QueryWorkers
}

/** Headers of a request that matter to everything behind it. */
export interface RequestHeaders {
  authorization?: string | undefined
  traceparent?: string | undefined
  'x-request-id'?: string | string[] | undefined
}

/** What a client may call its request: it goes into logs and answers. */
const requestIdPattern = /^[\w.:/+=@-]{1,100}$/
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparentPattern = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

export async function contextOf(services: Services, headers: RequestHeaders): Promise<RequestContext> {
  const actor = await services.authenticator.authenticate(headers.authorization)
  return contextFor(services, { actor, headers })
}

export function contextFor(
  { fairness, feed, askWorkers }: Services,
  { actor, headers }: { actor: Actor; headers: RequestHeaders },
): RequestContext {
  const { store, prisma, following } = fairness.accessOf(actor.name)
  const given = headers['x-request-id']
  const caller = headers.traceparent ?? ''
  const traceparent = currentTraceparent() ?? (traceparentPattern.test(caller) ? caller : undefined)
  return {
    actor,
    requestId: typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID(),
    ...(traceparent === undefined ? {} : { traceparent }),
    store,
    prisma,
    loaders: createLoaders(store),
    newestChange: () => feed.watermark,
    settledChange: () => feed.settled(),
    follow: (options) => following(feed.follow(options)),
    reader: {},
    askWorkers,
  }
}
