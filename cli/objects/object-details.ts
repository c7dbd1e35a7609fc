import {
  GetDefinitionRolloutDocument,
  GetQueuePositionDocument,
  ListAppliedDocument,
  ListExternalDocument,
  type GetDefinitionRolloutQuery,
  type GetQueuePositionQuery,
} from '../../client-sdk/generated/documents.ts'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { KindData } from '../kind-data.ts'
import { nounAndName } from '../kind-names.ts'
import { enumText } from '../../schema/enum-text.ts'
import { collect } from './collect.ts'
import { findNextTries, type NextTry } from './next-try.ts'
import { findEvents, type ObjectEvent } from './object-events.ts'
import { findOwned, findOwners } from './ownership.ts'
import { phaseOf } from './record.ts'
import { findReferrers } from './referrers.ts'

/** The details of one object, fetched before anything is printed. */
export interface ObjectDetails {
  kind: KindData
  object: AnyObject
  resources: Awaited<ReturnType<typeof appliedResources>>
  /** The resources outside of clusters. */
  external: Awaited<ReturnType<typeof externalResources>>
  usedBy: string[]
  /** The objects on whose behalf it was created. */
  owners: Awaited<ReturnType<typeof findOwners>>
  owned: readonly AnyObject[]
  events: readonly ObjectEvent[]
  queue: QueuePosition | null
  nextTry: NextTry | undefined
  /** How far the newest edit of a definition or a profile has got, and whom edits reach. */
  rollout: FoundRollout | undefined
}

export type FoundRollout = Extract<NonNullable<GetDefinitionRolloutQuery['result']>, { reaches: unknown }>

/** The position of an object in the queue while its newest change waits for a worker. */
export type QueuePosition = NonNullable<NonNullable<GetQueuePositionQuery['result']>['queue']>

/** Fetches all that `describe` shows of an object. */
export async function findDetails(client: Client, kind: KindData, object: AnyObject): Promise<ObjectDetails> {
  const target = { kind: kind.kind, name: object.name, project: object.projectName ?? undefined }
  const [resources, external, usedBy, owners, owned, events, queue, nextTries, rollout] = await Promise.all([
    appliedResources(client, object.id),
    externalResources(client, object.id),
    findUsers(client, object.id),
    findOwners(client, object.id),
    findOwned(client, object.id),
    findEvents(client, target, 20),
    queuePosition(client, object.id),
    findNextTries(client, [object]),
    kind.rollsOut ? findRollout(client, object.id) : undefined,
  ])
  const nextTry = nextTries.get(object.id)
  return { kind, object, resources, external, usedBy, owners, owned, events, queue, nextTry, rollout }
}

/** Returns undefined if the release of the server does not support the query. */
export async function findRollout(client: Client, id: string): Promise<FoundRollout | undefined> {
  try {
    const { result } = await client.execute(GetDefinitionRolloutDocument, { id })
    return result !== null && 'reaches' in result ? result : undefined
  } catch (error) {
    if (isPlatformError(error) && error.code === 'UNSUPPORTED') return undefined
    throw error
  }
}

/** Returns null when the object is not queued or the release of the server does not support the query. */
async function queuePosition(client: Client, id: string): Promise<QueuePosition | null> {
  try {
    const { result } = await client.execute(GetQueuePositionDocument, { id })
    return result?.queue ?? null
  } catch (error) {
    if (isPlatformError(error) && error.code === 'UNSUPPORTED') return null
    throw error
  }
}

function appliedResources(client: Client, id: string) {
  return collect(
    async (range) => (await client.execute(ListAppliedDocument, { id, ...range })).result?.appliedResources,
  )
}

function externalResources(client: Client, id: string) {
  return collect(
    async (range) => (await client.execute(ListExternalDocument, { id, ...range })).result?.externalResources,
  )
}

/** Returns the objects that refer to this one, each once even if it does so in several fields. */
async function findUsers(client: Client, id: string): Promise<string[]> {
  const referrers = await findReferrers(client, id)
  const users = referrers.map(({ node }) => {
    const phase = phaseOf({ ...node, status: { phase: enumText(node.status.phase) } })
    return `${nounAndName(node)} (${phase})`
  })
  return [...new Set(users)]
}
