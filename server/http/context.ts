import { randomUUID } from 'node:crypto'
import type { Actor, RequestContext } from '../../schema/graphql/context.ts'
import { createLoaders } from '../../schema/graphql/context.ts'
import type { ClusterQuery, QueryWorkers } from '../../schema/cluster-queries.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { Verb } from '../../schema/permissions.ts'
import { currentTraceparent } from '../../telemetry/tracing.ts'
import { lasting } from '../auth/lasting.ts'
import type { Policy } from '../auth/policy.ts'
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
  policy: Policy
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
  { fairness, feed, askWorkers, authenticator, policy }: Services,
  { actor, headers }: { actor: Actor; headers: RequestHeaders },
): RequestContext {
  const { store, following, queries } = fairness.accessOf(actor)
  const stillMay = (verb: Verb, operation: string) => async (): Promise<void> => {
    const { kind, name } = await authenticator.authenticate(headers.authorization)
    if (kind !== actor.kind || name !== actor.name)
      throw new PlatformError('UNAUTHENTICATED', 'the token belongs to somebody else now; connect again')
    policy.assert(actor, { verb, operation })
  }
  const assertAudit = (): void => policy.assert(actor, { verb: 'audit', operation: 'the change log' })
  const queryWorkers = queries(askWorkers)
  const given = headers['x-request-id']
  const caller = headers.traceparent ?? ''
  const traceparent = currentTraceparent() ?? (traceparentPattern.test(caller) ? caller : undefined)
  return {
    actor,
    requestId: typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID(),
    ...(traceparent === undefined ? {} : { traceparent }),
    store,
    may: (verb) => policy.may(actor, verb),
    loaders: createLoaders(store),
    newestChange: () => {
      assertAudit()
      return feed.watermark
    },
    settledChange: async () => {
      assertAudit()
      return feed.settled()
    },
    follow: (options) => {
      assertAudit()
      return lasting(following(feed.follow(options)), stillMay('audit', 'following changes'))
    },
    reader: {},
    // The answer to a query is what the contract says of it, and is passed on as it is.
    askWorkers: ((query: ClusterQuery) =>
      lasting(
        queryWorkers(query) as AsyncIterableIterator<unknown>,
        stillMay('operate', `a query of a cluster (${query.about})`),
      )) as QueryWorkers,
  }
}
