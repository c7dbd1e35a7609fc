import { Confirmation } from '../confirmation.ts'
import { defaultProject } from '../names.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { dependsOn } from './dependence.ts'
import { ObjectKind } from './enums.ts'
import { manifestOf } from './manifest.ts'
import { NodeType } from './node.ts'
import { ObjectType } from './object-ref.ts'
import { StatusType } from './status.ts'
import type { QueuePosition } from './store-queries.ts'
import type { DryRunObject } from './store-writes.ts'
import { outputType } from './zod-fields.ts'

export { ObjectType }

const QueuePositionType = builder.objectRef<QueuePosition>('QueuePosition').implement({
  description: 'The position of an object in the queue for workers. The queue serves projects in turn.',
  subGraphs: ['clients'],
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'The position in the queue, starting at 1.' }),
    expectedWait: t.exposeFloat('expectedWait', {
      nullable: true,
      description:
        'The expected wait in seconds, at the recent throughput. Null if no reconcile has been reported in ' +
        'the last minute.',
    }),
  }),
})

const ConfirmationType = outputType(
  'Confirmation',
  Confirmation,
  'A list of removals that require a confirmation.',
)

/** Returns the name of the project of an object, or null for a kind without projects. Has the signature of a resolver. */
export async function projectNameOf(
  { projectId, newProject }: DryRunObject,
  _: unknown,
  { store }: Pick<RequestContext, 'store'>,
): Promise<string | null> {
  if (newProject !== undefined) return newProject
  return projectId === null ? null : ((await store.projectName(projectId)) ?? defaultProject)
}

ObjectType.implement({
  description: 'Represents an object of any kind.',
  interfaces: [NodeType],
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    id: t.id({
      extensions: dependsOn('nothing'),
      description: 'The ID of the object: a decimal number as a string, unique among objects of all kinds.',
      resolve: ({ id }) => String(id),
    }),
    kind: t.field({
      extensions: dependsOn('nothing'),
      type: ObjectKind,
      description: 'The kind of the object.',
      resolve: ({ kind }) => kind,
    }),
    name: t.exposeString('name', {
      extensions: dependsOn('nothing'),
      description: 'The name of the object, unique within its project and kind.',
    }),
    labels: t.field({
      extensions: dependsOn('row'),
      type: 'StringMap',
      description: 'The labels of the object.',
      resolve: ({ labels }) => labels,
    }),
    annotations: t.field({
      extensions: dependsOn('row'),
      type: 'StringMap',
      subGraphs: ['clients'],
      description: 'The annotations of the object.',
      resolve: ({ annotations }) => annotations,
    }),
    manifest: t.field({
      extensions: dependsOn('row'),
      type: 'JSON',
      subGraphs: ['clients'],
      description:
        'The object in the form of the files that `qleetctl apply` accepts: apiVersion, kind, metadata and ' +
        'spec, with the status that was observed. Secret values are replaced with placeholders.',
      resolve: async (object, args, context) =>
        manifestOf(object, await projectNameOf(object, args, context)),
    }),
    status: t.field({
      extensions: dependsOn('row'),
      type: StatusType,
      description: 'The observed state of the object.',
      resolve: (object) => object,
    }),
    confirmation: t.field({
      extensions: dependsOn('row'),
      type: ConfirmationType,
      nullable: true,
      subGraphs: ['clients'],
      description: 'The removals that wait for `confirmRemoval`. Null if there are none.',
      resolve: ({ confirmation }) => {
        if (confirmation === null) return null
        const { data } = Confirmation.safeParse(confirmation)
        const isPending = data?.confirmedBy === undefined && new Date(data?.expiresAt ?? 0) > new Date()
        return isPending ? (data ?? null) : null
      },
    }),
    ready: t.exposeBoolean('ready', {
      extensions: dependsOn('row'),
      description: 'Indicates whether the `READY` condition is `TRUE`.',
    }),
    generation: t.exposeInt('generation', {
      extensions: dependsOn('row'),
      description: 'The generation of the object, which increases with each change of the desired state.',
    }),
    observedGeneration: t.exposeInt('observedGeneration', {
      extensions: dependsOn('row'),
      description: 'The generation that the status reflects.',
    }),
    version: t.exposeInt('version', {
      extensions: dependsOn('row'),
      description:
        'The version of the object, which increases with every change, for use with `expectedVersion`.',
    }),
    deletionRequestedAt: t.expose('deletionRequestedAt', {
      extensions: dependsOn('row'),
      type: 'DateTime',
      nullable: true,
      description: 'The time at which deletion was requested. Null if the object is not being deleted.',
    }),
    createdAt: t.expose('createdAt', {
      extensions: dependsOn('row'),
      type: 'DateTime',
      description: 'The time at which the object was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      extensions: dependsOn('row'),
      type: 'DateTime',
      description: 'The time of the last change of the object or its status.',
    }),
    nextReconcileAt: t.expose('nextReconcileAt', {
      extensions: dependsOn('row'),
      type: 'DateTime',
      nullable: true,
      subGraphs: ['clients'],
      description:
        'The time at which the next reconcile is due. A change may trigger it earlier. Null while the ' +
        'object is being reconciled, and if only a change can trigger the next reconcile.',
    }),
    reconciling: t.boolean({
      subGraphs: ['clients'],
      description: 'Indicates whether a worker is reconciling the object.',
      resolve: ({ leaseExpiresAt }) => leaseExpiresAt !== null && leaseExpiresAt > new Date(),
    }),
    queue: t.field({
      type: QueuePositionType,
      nullable: true,
      description:
        'The position of the object in the queue while its newest generation waits for a worker. Null once ' +
        'its reconcile has started.',
      resolve: async ({ id, generation, observedGeneration }, _, { loaders }) =>
        observedGeneration < generation ? ((await loaders.queuePosition.load(id)) ?? null) : null,
    }),
    waitingFor: t.field({
      type: ObjectType,
      nullable: true,
      subGraphs: ['clients'],
      description:
        'The object that this object waits for: its next change triggers a reconcile before ' +
        '`nextReconcileAt`. Null if this object is ready or waits for no other object.',
      resolve: async ({ ready, waitingForId }, _, { loaders }) =>
        ready || waitingForId === null ? null : ((await loaders.byId.load(waitingForId)) ?? null),
    }),
  }),
})
