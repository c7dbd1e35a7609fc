import type { StoredObject } from '../../../prisma/generated/client/client.ts'
import { invalidInput, shownValue } from '../../errors.ts'
import { issueErrors } from '../../issue-errors.ts'
import { SchemaReport } from '../../runtime-schemas.ts'
import { kindNamed } from '../../kinds/index.ts'
import { maxEntries } from '../../limits.ts'
import { conditionOf, type ObjectStatus } from '../../status.ts'
import { checkId } from '../arguments.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { ObjectType } from '../object.ts'
import type { AppliedType, RecordedResource } from '../store-reconciles.ts'

/* Worker operations on the clusters that workers connect to and watch. */

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>

const AppliedTypeType = builder.objectRef<AppliedType>('AppliedType').implement({
  description: 'A kind of Kubernetes resource that objects have in a cluster.',
  fields: (t) => ({
    group: t.exposeString('group', { description: 'The API group. Empty for the core group.' }),
    version: t.exposeString('version', { description: 'The API version.' }),
    kind: t.exposeString('kind', { description: 'The kind.' }),
  }),
})

/** The object of a cluster, with the kinds of resources that objects have there. */
type WatchedRuntime = StoredObject & { appliedTypes: readonly AppliedType[] }

const WatchedRuntimeType = builder.objectRef<WatchedRuntime>('WatchedRuntime').implement({
  description: 'A cluster to watch, with the kinds of resources to watch there.',
  fields: (t) => ({
    id: t.id({ description: 'The ID of the object of the cluster.', resolve: ({ id }) => String(id) }),
    name: t.exposeString('name', { description: 'The name of the object.' }),
    version: t.exposeInt('version', { description: 'The version of the object.' }),
    ready: t.exposeBoolean('ready', { description: 'Indicates whether the object is ready.' }),
    readySince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time since which the object is ready. Null if it is not ready.',
      resolve: ({ status }) => readySince(status as unknown as ObjectStatus),
    }),
    deletionRequestedAt: t.expose('deletionRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which deletion was requested. Null if the object is not being deleted.',
    }),
    outputs: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The outputs of the cluster. Null until it exists.',
      resolve: ({ kind, status }) => {
        const { outputs } = status as unknown as ObjectStatus
        return kindNamed(kind).outputs.safeParse(outputs).success ? outputs : null
      },
    }),
    appliedTypes: t.field({
      type: [AppliedTypeType],
      description: 'The kinds of resources that objects have in the cluster.',
      resolve: ({ appliedTypes }) => appliedTypes,
    }),
  }),
})

function readySince(status: ObjectStatus): Date | null {
  const ready = conditionOf(status, 'Ready')
  return ready?.status === 'True' ? new Date(ready.lastTransitionTime) : null
}

/** A page of entries, in the order of their IDs. */
interface Page<Entry> {
  entries: Entry[]
  next: bigint | null
}

/** Returns the page of as many of the found entries, of which one more shows that there are others. */
function pageOf<Entry extends { id: bigint }>(
  found: readonly Entry[],
  { first, isCut = false }: { first: number; isCut?: boolean | undefined },
): Page<Entry> {
  const entries = found.slice(0, first)
  return { entries, next: isCut || found.length > first ? (entries.at(-1)?.id ?? null) : null }
}

/** Declares the field from which a page continues. */
function nextField<Entry>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, Page<Entry>>) {
  return t.id({
    nullable: true,
    description: 'The argument `after` of the next page. Null for the last page.',
    resolve: ({ next }) => (next === null ? null : String(next)),
  })
}

const WatchedRuntimesType = builder.objectRef<Page<WatchedRuntime>>('WatchedRuntimes').implement({
  description: 'A page of the clusters to watch.',
  fields: (t) => ({
    runtimes: t.field({
      type: [WatchedRuntimeType],
      description: 'The clusters, in the order of their IDs.',
      resolve: ({ entries }) => entries,
    }),
    next: nextField(t),
  }),
})

builder.queryField('watchedRuntimes', (t) =>
  t.field({
    type: WatchedRuntimesType,
    authScopes: { verb: 'work' },
    description: 'The clusters to watch, in the order of their IDs, page by page.',
    args: {
      kind: t.arg.string({ required: true, description: 'The kind of the objects of clusters.' }),
      first: t.arg.int({ required: true, description: 'Returns at most _n_ clusters, from 1 to 1,000.' }),
      after: t.arg.id({ description: 'Return clusters after the one with this ID.' }),
    },
    resolve: async (_, { kind, first, after }, { store }) => {
      checkFirst(first)
      const last = after == null ? undefined : checkId(after, 'after')
      const { objects, isCut } = await store.list({
        kind,
        orderBy: [{ field: 'id', direction: 'asc' }],
        limit: first + 1,
        ...(last === undefined ? {} : { after: { id: last, values: [] } }),
      })
      const { entries, next } = pageOf(objects, { first, isCut })
      const types = await store.appliedTypes(entries.map(({ id }) => id))
      return {
        entries: entries.map((entry, index) => ({ ...entry, appliedTypes: types[index] ?? [] })),
        next,
      }
    },
  }),
)

function checkFirst(first: number): void {
  if (first >= 1 && first <= maxEntries) return
  const message = `must be between 1 and ${maxEntries}`
  throw invalidInput([{ code: 'OUT_OF_RANGE', path: 'first', message, value: shownValue(first) }])
}

const RecordedResourceType = builder.objectRef<RecordedResource>('RecordedResource').implement({
  description: 'A resource of the inventory of a cluster.',
  fields: (t) => ({
    objectId: t.id({
      description: 'The ID of the object that the resource belongs to.',
      resolve: ({ objectId }) => String(objectId),
    }),
    uid: t.exposeString('uid', {
      nullable: true,
      description: 'The `metadata.uid` of the resource. Null until it was observed.',
    }),
    ready: t.exposeBoolean('ready', { description: 'Indicates whether the object is ready.' }),
  }),
})

const RecordedResourcesType = builder.objectRef<Page<RecordedResource>>('RecordedResources').implement({
  description: 'A page of the resources of a kind in the inventory of a cluster.',
  fields: (t) => ({
    resources: t.field({
      type: [RecordedResourceType],
      description: 'The resources, in the order in which they were recorded.',
      resolve: ({ entries }) => entries,
    }),
    next: nextField(t),
  }),
})

builder.queryField('recordedResources', (t) =>
  t.field({
    type: RecordedResourcesType,
    authScopes: { verb: 'work' },
    description: 'The resources of a kind that objects have in a cluster, page by page.',
    args: {
      runtimeId: t.arg.id({ required: true, description: 'The ID of the KubernetesRuntimeInstance.' }),
      group: t.arg.string({ required: true, description: 'The API group. Empty for the core group.' }),
      version: t.arg.string({ required: true, description: 'The API version.' }),
      kind: t.arg.string({ required: true, description: 'The kind.' }),
      first: t.arg.int({ required: true, description: 'Returns at most _n_ resources, from 1 to 1,000.' }),
      after: t.arg.id({ description: 'Return resources after those of the page with this `next`.' }),
    },
    resolve: async (_, { runtimeId, first, after, ...type }, { store }) => {
      checkFirst(first)
      const found = await store.recordedResources(checkId(runtimeId, 'runtimeId'), type, {
        limit: first + 1,
        after: after == null ? undefined : checkId(after, 'after'),
      })
      return pageOf(found, { first })
    },
  }),
)

const ServedVersionInput = builder.inputType('ServedVersionInput', {
  description: 'An API version of custom kinds that a cluster serves.',
  fields: (t) => ({
    apiVersion: t.string({
      required: true,
      description: 'The group and version, for example `example.com/v1`.',
    }),
    hash: t.string({
      required: true,
      description: 'The hash by which the cluster names the state of the schemas.',
    }),
  }),
})

const VersionSchemasInput = builder.inputType('VersionSchemasInput', {
  description: 'The schemas of the custom kinds of an API version.',
  fields: (t) => ({
    apiVersion: t.string({
      required: true,
      description: 'The group and version, for example `example.com/v1`.',
    }),
    hash: t.string({
      required: true,
      description: 'The hash by which the cluster names the state of the schemas.',
    }),
    kinds: t.field({ type: 'JSON', required: true, description: 'A map from kinds to their schemas.' }),
  }),
})

builder.mutationField('reportSchemas', (t) =>
  t.stringList({
    authScopes: { verb: 'work' },
    description:
      'Stores the schemas of custom resources that a cluster serves, against which manifests are checked. Returns the ' +
      'API versions whose current schemas are missing. Schemas of versions that are no longer served are removed.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object of the cluster.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      served: t.arg({
        type: [ServedVersionInput],
        required: true,
        description: 'All API versions of custom kinds that the cluster serves, at most 1,000.',
      }),
      schemas: t.arg({
        type: [VersionSchemasInput],
        required: true,
        description: 'The schemas of some of them, at most 10.',
      }),
    },
    resolve: (_, { id, epoch, served, schemas }, { store }) => {
      const given = { served, schemas }
      const parsed = SchemaReport.safeParse(given)
      if (!parsed.success) throw invalidInput(issueErrors(parsed.error, { at: '', input: given }))
      return store.reportSchemas(checkId(id), epoch, parsed.data)
    },
  }),
)

const ClusterAccessType = builder.objectRef<{ id: bigint }>('ClusterAccess').implement({
  description: 'The credentials of a cluster or an account.',
  fields: (t) => ({
    secrets: t.field({
      type: 'JSON',
      description: 'The secret fields of the spec and the secret outputs, decrypted, by name.',
      resolve: ({ id }, _, { store }) => store.secrets(id),
    }),
    object: t.field({
      type: ObjectType,
      nullable: true,
      description: 'The object of the cluster. Null if it no longer exists.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.byId.load(id)) ?? null,
    }),
  }),
})

builder.queryField('clusterAccess', (t) =>
  t.field({
    type: ClusterAccessType,
    authScopes: { verb: 'work' },
    description: 'The credentials of a cluster or an account.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'The ID of the KubernetesRuntimeInstance, or of an account of a cloud.',
      }),
    },
    resolve: (_, { id }) => ({ id: checkId(id) }),
  }),
)
