import type {
  Actor,
  FollowVerb,
  ProcessesView,
  RequestContext,
  ServerFeature,
} from '../../schema/graphql/context.ts'
import { createLoaders } from '../../schema/graphql/context.ts'
import { describeQuery, verbOf, type ClusterQuery, type QueryWorkers } from '../../schema/cluster-queries.ts'
import { PlatformError } from '../../schema/errors.ts'
import { forbidden } from '../../schema/graphql/permissions.ts'
import type { Verb } from '../../schema/permissions.ts'
import { currentTraceparent } from '../../telemetry/tracing.ts'
import { endWhenUnauthorized } from '../auth/authorized-stream.ts'
import type { Credentials } from '../auth/credentials.ts'
import type { Policy } from '../auth/policy.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Authenticator } from '../auth/tokens.ts'
import type { Backups } from '../backup/backups.ts'
import type { ChangeFeed } from '../delivery/change-feed.ts'
import type { Modules } from '../modules/modules.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { Fairness } from './fairness.ts'
import { requestIdOf } from './request-id.ts'

/** The services that request handlers use. */
export interface Services {
  backups: Backups
  fairness: Fairness
  feed: ChangeFeed
  modules: Modules
  authenticator: Authenticator
  sessions: Sessions
  processes: ProcessesView
  queryWorkers: QueryWorkers
  policy: Policy
  webhooks: Webhooks
  /** The features that the settings of the server provide. */
  features: readonly ServerFeature[]
}

/** Headers of a request that become part of its context. */
export interface RequestHeaders extends Credentials {
  traceparent?: string | undefined
  'x-request-id'?: string | string[] | undefined
}

/** The actor and the headers of a request. */
export interface RequestOrigin {
  actor: Actor
  headers: RequestHeaders
  /** @default the id that the client chose in the headers, or a new one */
  requestId?: string
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparentPattern = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

/** Authenticates a request and returns its context. Throws UNAUTHENTICATED. */
export async function contextOf(services: Services, headers: RequestHeaders): Promise<RequestContext> {
  const actor = await services.authenticator.authenticate(headers)
  return contextFor(services, { actor, headers })
}

/** What a follower with each verb follows, as errors name it. */
const followed = { audit: 'the change log', read: 'objects' } as const satisfies Record<FollowVerb, string>

/** Returns the context of a request of an authenticated actor. */
export function contextFor(
  { fairness, feed, processes, queryWorkers, authenticator, sessions, policy, features }: Services,
  { actor, headers, requestId = requestIdOf(headers) }: RequestOrigin,
): RequestContext {
  const { store, limitFollowing: following, queries } = fairness.accessOf(actor)
  const reauthorize = (verb: Verb, operation: string) => async (): Promise<void> => {
    const { kind, name } = await authenticator.authenticate(headers)
    if (kind !== actor.kind || name !== actor.name)
      throw new PlatformError('UNAUTHENTICATED', 'the token now belongs to another actor; connect again')
    policy.assert(actor, { verb, operation })
  }
  const assertMay = (verb: FollowVerb): void => policy.assert(actor, { verb, operation: followed[verb] })
  const whilePermitted: RequestContext['whilePermitted'] = (items, verb) =>
    endWhenUnauthorized(items, reauthorize(verb, `following ${followed[verb]}`))
  const permittedQueries = queries(queryWorkers)
  const caller = headers.traceparent ?? ''
  const traceparent = currentTraceparent() ?? (traceparentPattern.test(caller) ? caller : undefined)
  return {
    actor,
    requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
    store,
    may: (verb) => policy.may(actor, verb),
    scopesOf: (verb) => policy.scopesOf(actor, verb),
    features,
    createLoginCode: (seconds) => sessions.createCode(headers, seconds),
    processes: permittedProcesses(processes, policy, actor),
    loaders: createLoaders(store),
    latestCursor: (verb = 'audit') => {
      assertMay(verb)
      return feed.watermark
    },
    caughtUpCursor: async (verb = 'audit') => {
      assertMay(verb)
      return feed.settled()
    },
    follow: ({ verb = 'audit', ...options }) => {
      assertMay(verb)
      return whilePermitted(following(feed.follow(options), { verb, ...options }), verb)
    },
    whilePermitted,
    reader: {},
    // The items of a response have the type that the contract gives them, and are passed on unchanged.
    queryWorkers: ((query: ClusterQuery, inputs?: AsyncIterableIterator<never>) => {
      const items = permittedQueries(query, inputs) as AsyncIterableIterator<unknown>
      const verb = verbOf(query.about)
      return verb === undefined
        ? items
        : endWhenUnauthorized(items, reauthorize(verb, describeQuery(query.about)))
    }) as QueryWorkers,
  }
}

/** Limits what is known of the processes to whoever may operate everything, and their reports to workers. */
function permittedProcesses(processes: ProcessesView, policy: Policy, actor: Actor): ProcessesView {
  const assertEverywhere = (verb: Verb, operation: string): void => {
    if (policy.scopesOf(actor, verb) !== 'all') throw forbidden(actor, { verb, operation })
  }
  return {
    report: async (report) => {
      assertEverywhere('work', 'reporting a process')
      return processes.report(report)
    },
    list: async () => {
      assertEverywhere('operate', 'listing processes')
      return processes.list()
    },
    queued: async () => {
      assertEverywhere('operate', 'counting triggers')
      return processes.queued()
    },
  }
}
