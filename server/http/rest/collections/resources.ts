import { z } from 'zod'
import { apiVersionOf } from '../../../../schema/group-version.ts'
import { invalidInput, PlatformError } from '../../../../schema/errors.ts'
import type { RequestContext } from '../../../../schema/graphql/context.ts'
import { allKinds } from '../../../../schema/kinds/index.ts'
import type { AppliedResource } from '../../../../prisma/generated/client/client.ts'
import { progressOf } from '../legacy-status.ts'
import { maxWhole } from './page-answer.ts'
import { meets, type Collection, type Entry, type ListRequest } from './collection.ts'
import { withArticle } from '../../../../schema/with-article.ts'

/* The resources that instances have in clusters. They follow from definitions, so that requests cannot change them. */

/** Returns the collections of the resources of kinds that declare one. */
export function resourceCollections(): Collection[] {
  return allKinds.flatMap(({ kind, rest }) =>
    rest.resources === undefined ? [] : [resourceCollection(kind, rest.resources)],
  )
}

/** Returns the collection of the resources of a kind. */
export function resourceCollection(kind: string, { path, type }: { path: string; type: string }): Collection {
  const owner = `${kind}ID`
  const refused = (): PlatformError =>
    new PlatformError(
      'FORBIDDEN',
      `the resources of ${withArticle(kind)} follow from its definition; change that, or set overrides of the ${kind}`,
    )
  return {
    path,
    type,
    description: `A resource that ${withArticle(kind)} has in its cluster.`,
    input: z.strictObject({
      JSONDefinition: z
        .record(z.string(), z.unknown(), { error: 'must be a manifest' })
        .meta({ description: 'What identifies the resource: API version, kind, namespace and name.' }),
      [owner]: z
        .int()
        .min(1)
        .meta({ description: `The ID of the ${kind}.` }),
    }),
    reported: z.strictObject({
      LastOperation: z
        .string()
        .optional()
        .meta({ description: '`Created` once it was seen in the cluster.' }),
      Reconciled: z
        .boolean()
        .optional()
        .meta({ description: `True if the ${kind} is reconciled.` }),
      RuntimeDefinition: z.unknown().optional().meta({
        description: 'Never present: what the cluster has is read from the cluster.',
      }),
      ScheduledForDeletion: z.string().optional().meta({
        description: 'The time at which the deletion was requested.',
        format: 'date-time',
      }),
      Events: z
        .array(z.unknown())
        .optional()
        .meta({ description: `Never present: see the events of the ${kind}.` }),
    }),
    filters: [owner, 'LastOperation', 'Reconciled'],
    list: (context, request) => listResources(context, kind, request),
    find: async (context, id) => {
      const [resource] = await context.store.listResources({ kinds: [kind], ids: [BigInt(id)], limit: 1 })
      return resource === undefined ? undefined : toResource(context, owner, resource)
    },
    create: async () => {
      throw refused()
    },
    // Agents of the legacy system report what they see, which is accepted and ignored.
    update: async (_, { entry, input }) => {
      const isSame = JSON.stringify(input['JSONDefinition']) === JSON.stringify(entry['JSONDefinition'])
      if (!isSame || input[owner] !== entry[owner]) throw refused()
      return entry
    },
    remove: async () => {
      throw refused()
    },
  }
}

async function listResources(
  context: RequestContext,
  kind: string,
  { filters, offset, limit }: ListRequest,
): Promise<{ entries: Entry[]; total: number }> {
  const { store } = context
  const owner = `${kind}ID`
  const { [owner]: id, ...others } = Object.fromEntries(filters)
  const filter = { kinds: [kind], ...(id === undefined ? {} : { objectId: BigInt(Number(id)) }) }
  const convert = (resources: readonly AppliedResource[]): Promise<Entry[]> =>
    Promise.all(resources.map((resource) => toResource(context, owner, resource)))
  if (Object.keys(others).length === 0) {
    const [total, found] = await Promise.all([
      store.countResources(filter),
      store.listResources({ ...filter, offset, limit }),
    ])
    return { entries: await convert(found), total }
  }
  const all = await store.listResources({ ...filter, limit: maxWhole + 1 })
  if (all.length > maxWhole) {
    const message = `cannot be combined with more than ${maxWhole.toLocaleString('en')} resources`
    const remedy = `Send ${owner.toLowerCase()} as well.`
    throw invalidInput([{ path: Object.keys(others)[0] ?? '', code: 'TOO_MANY', message, remedy }])
  }
  const matching = (await convert(all)).filter((entry) => meets(entry, new Map(Object.entries(others))))
  return { entries: matching.slice(offset, offset + limit), total: matching.length }
}

/** Converts a resource in a cluster to its form in the legacy API, where its definition is what identifies it. */
async function toResource(
  { loaders }: RequestContext,
  owner: string,
  resource: AppliedResource,
): Promise<Entry> {
  const { group, version, namespace, name, objectId } = resource
  const object = await loaders.byId.load(objectId)
  return {
    ID: Number(resource.id),
    CreatedAt: resource.createdAt.toISOString(),
    JSONDefinition: {
      apiVersion: apiVersionOf({ group, version }),
      kind: resource.kind,
      metadata: { name, ...(namespace === '' ? {} : { namespace }) },
    },
    [owner]: Number(objectId),
    LastOperation: resource.uid === null ? undefined : 'Created',
    Reconciled: object === undefined ? undefined : progressOf(object)['Reconciled'],
    ScheduledForDeletion: object?.deletionRequestedAt?.toISOString(),
  }
}
