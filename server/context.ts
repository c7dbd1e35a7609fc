import { randomUUID } from 'node:crypto'
import type { Actor, RequestContext } from '../schema/graphql/context.ts'
import { createLoaders } from '../schema/graphql/context.ts'
import type { Store } from '../schema/graphql/store.ts'
import type { AskWorkers } from '../schema/questions.ts'
import type { PrismaClient } from '../prisma/client.ts'
import { currentTraceparent } from '../telemetry/tracing.ts'
import type { Authenticator } from './auth/tokens.ts'
import type { Backups } from './backup/routes.ts'
import type { ChangeFeed } from './change-feed.ts'

/** What requests are served with. */
export interface Services {
  backups: Backups
  store: Store
  prisma: PrismaClient
  feed: ChangeFeed
  authenticator: Authenticator
  askWorkers: AskWorkers
}

/** Headers of a request that matter to everything behind it. */
export interface RequestHeaders {
  authorization?: string | undefined
  traceparent?: string | undefined
  'x-request-id'?: string | string[] | undefined
}

export async function contextOf(services: Services, headers: RequestHeaders): Promise<RequestContext> {
  const actor = await services.authenticator.authenticate(headers.authorization)
  return contextFor(services, { actor, headers })
}

export function contextFor(
  { store, prisma, feed, askWorkers }: Services,
  { actor, headers }: { actor: Actor; headers: RequestHeaders },
): RequestContext {
  const given = headers['x-request-id']
  const traceparent = currentTraceparent() ?? headers.traceparent
  return {
    actor,
    requestId: typeof given === 'string' && given.length <= 100 ? given : randomUUID(),
    ...(traceparent === undefined ? {} : { traceparent }),
    store,
    prisma,
    loaders: createLoaders(store, prisma),
    newestChange: () => feed.horizon,
    settledChange: () => feed.settled(),
    follow: (options) => feed.follow(options),
    reader: {},
    askWorkers,
  }
}
