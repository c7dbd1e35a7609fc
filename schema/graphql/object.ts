import type {
  AppliedResource,
  ExternalResource,
  ObjectEvent,
  StoredObject,
} from '../../prisma/generated/client/client.ts'
import { Confirmation } from '../confirmation.ts'
import { defined } from '../inputs.ts'
import { defaultProject } from '../names.ts'
import { Cause, Condition, type ObjectStatus } from '../status.ts'
import { builder } from './builder.ts'
import { costOfPage } from './cost.ts'
import { AppliedResourceType, ExternalResourceType } from './workers/inventory.ts'
import { pagesOf } from './row-pages.ts'
import type { QueuePosition } from './store.ts'
import { outputType } from './zod-fields.ts'

const conditionType = outputType(
  'Condition',
  Condition,
  'An observation of one aspect of the state of an object, as in Kubernetes.',
)
const causeType = outputType(
  'Cause',
  Cause,
  'The root cause, as far as it is known, for which an object is not ready.',
)

/** The stored status of an object, with the fields that are derived from its other columns. */
interface CurrentStatus extends ObjectStatus {
  stalled: boolean
  retryable: boolean
}

export const StatusType = builder.objectRef<CurrentStatus>('Status').implement({
  description: 'The observed state of an object.',
  fields: (t) => ({
    phase: t.exposeString('phase', { description: 'A summary of all conditions in one word.' }),
    stalled: t.exposeBoolean('stalled', {
      description:
        'Indicates whether the `Stalled` condition is `True`: only a change of the spec or of the ' +
        'environment can make progress possible, so there is no point in waiting. False after an edit or a ' +
        '`reconcile` mutation until the next report.',
    }),
    retryable: t.exposeBoolean('retryable', {
      description:
        'Indicates whether a retry can succeed. The next one is due at `cause.retryAt`. False if only a ' +
        'change of the spec can help; true if nothing has failed.',
    }),
    conditions: t.field({
      type: [conditionType],
      description: 'The conditions of the object, at most one of each type.',
      resolve: ({ conditions }) => conditions as unknown as string[],
    }),
    cause: t.field({
      type: causeType,
      nullable: true,
      description:
        'The root cause for which the object is not ready. Null if the object is ready or the cause is ' +
        'unknown.',
      resolve: ({ cause }) => (cause ?? null) as unknown as string | null,
    }),
    outputs: t.field({
      type: 'JSON',
      description: 'The outputs of the object as JSON, for clients that treat all kinds alike.',
      resolve: ({ outputs }) => outputs,
    }),
  }),
})

const EventType = builder.prismaObject('ObjectEvent', {
  description: 'An event that concerns an object. Equal events are counted rather than repeated.',
  fields: (t) => ({
    id: t.id({ description: 'The ID of the event.', resolve: ({ id }) => String(id) }),
    type: t.exposeString('type', { description: 'The type of the event: `Normal` or `Warning`.' }),
    reason: t.exposeString('reason', { description: 'A machine-readable reason in CamelCase.' }),
    note: t.exposeString('note', { description: 'A human-readable description of the event.' }),
    count: t.exposeInt('count', { description: 'The number of occurrences.' }),
    firstSeen: t.expose('firstSeen', { type: 'DateTime', description: 'The time of the first occurrence.' }),
    lastSeen: t.expose('lastSeen', { type: 'DateTime', description: 'The time of the last occurrence.' }),
  }),
})

export const NodeType = builder.interfaceRef<StoredObject>('Node').implement({
  description: 'An object with an ID.',
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the object: a decimal number as a string, unique among objects of all kinds.',
      resolve: ({ id }) => String(id),
    }),
  }),
})

const eventPages = pagesOf<ObjectEvent>('ObjectEvent')
const appliedPages = pagesOf<AppliedResource>('AppliedResource')
const externalPages = pagesOf<ExternalResource>('ExternalResource')

const QueuePositionType = builder.objectRef<QueuePosition>('QueuePosition').implement({
  description: 'The position of an object in the queue for workers. The queue serves projects in turn.',
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

/**
 * Returns the stored status with `retryAt`, which changes more often than the status is stored, and without a `Stalled`
 * condition that no longer applies.
 */
function currentStatus({ status: stored, stalled, nextReconcileAt }: StoredObject): CurrentStatus {
  // Only the store and validated reports write this column.
  const { cause, retryable = true, ...rest } = stored as unknown as ObjectStatus
  const conditions = rest.conditions.filter(({ type }) => stalled || type !== 'Stalled')
  const status = { ...rest, conditions, stalled, retryable }
  if (cause === undefined) return status
  const { retryAt: _, ...lasting } = cause
  const retryAt = nextReconcileAt?.toISOString()
  return { ...status, cause: { ...lasting, ...defined({ retryAt }) } }
}

/** The fields that all kinds have in common. */
export const ObjectType = builder.prismaInterface('StoredObject', {
  name: 'Object',
  description: 'Represents an object of any kind.',
  interfaces: [NodeType],
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the object: a decimal number as a string, unique among objects of all kinds.',
      resolve: ({ id }) => String(id),
    }),
    kind: t.exposeString('kind', { description: 'The kind of the object, for example `WorkloadInstance`.' }),
    name: t.exposeString('name', {
      description: 'The name of the object, unique within its project and kind.',
    }),
    projectName: t.string({
      nullable: true,
      description: 'The name of the project of the object. Null for a Project.',
      resolve: async ({ projectId }, _, { store }) =>
        projectId === null ? null : ((await store.projectName(projectId)) ?? defaultProject),
    }),
    labels: t.field({
      type: 'JSON',
      description: 'The labels of the object, a map of strings.',
      resolve: ({ labels }) => labels,
    }),
    manifestSpec: t.field({
      type: 'JSON',
      description:
        'The spec as JSON, for clients that treat all kinds alike. Secret values are replaced with ' +
        'placeholders.',
      resolve: ({ spec }) => spec,
    }),
    status: t.field({
      type: StatusType,
      description: 'The observed state of the object.',
      resolve: currentStatus,
    }),
    confirmation: t.field({
      type: outputType('Confirmation', Confirmation, 'A list of removals that require a confirmation.'),
      nullable: true,
      description: 'The removals that wait for `confirmRemoval`. Null if there are none.',
      resolve: ({ confirmation }) => {
        const { data } = Confirmation.safeParse(confirmation)
        const isPending = data?.confirmedBy === undefined && new Date(data?.expiresAt ?? 0) > new Date()
        return isPending ? (data ?? null) : null
      },
    }),
    ready: t.exposeBoolean('ready', { description: 'Indicates whether the `Ready` condition is `True`.' }),
    generation: t.exposeInt('generation', {
      description: 'The generation of the object, which increases with each change of the desired state.',
    }),
    observedGeneration: t.exposeInt('observedGeneration', {
      description: 'The generation that the status reflects.',
    }),
    version: t.exposeInt('version', {
      description:
        'The version of the object, which increases with every change, for use with `expectedVersion`.',
    }),
    deletionRequestedAt: t.expose('deletionRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which deletion was requested. Null if the object is not being deleted.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'The time at which the object was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change of the object or its status.',
    }),
    nextReconcileAt: t.expose('nextReconcileAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'The time at which the next reconcile is due. A change may trigger it earlier. Null while the ' +
        'object is being reconciled, and if only a change can trigger the next reconcile.',
    }),
    reconciling: t.boolean({
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
    events: t.connection(
      {
        type: EventType,
        description: 'A paginated list of events that concern the object, newest first.',
        complexity: ({ first, last }) => costOfPage(first ?? last, 20),
        resolve: ({ id }, args, context) =>
          eventPages(args, context, (page) => context.store.events(id, page)),
      },
      { name: 'ObjectEventsConnection' },
      { name: 'ObjectEventsConnectionEdge' },
    ),
    appliedResources: t.connection(
      {
        type: AppliedResourceType,
        description: 'A paginated list of the resources that the object has in clusters, in apply order.',
        complexity: ({ first, last }) => costOfPage(first ?? last, 20),
        resolve: ({ id }, args, context) =>
          appliedPages(args, context, (page) => context.store.appliedResources(id, page)),
      },
      { name: 'ObjectAppliedResourcesConnection' },
      { name: 'ObjectAppliedResourcesConnectionEdge' },
    ),
    externalResources: t.connection(
      {
        type: ExternalResourceType,
        description:
          'A paginated list of the resources that the object has outside of clusters, in creation order.',
        complexity: ({ first, last }) => costOfPage(first ?? last, 20),
        resolve: ({ id }, args, context) =>
          externalPages(args, context, (page) => context.store.externalResources(id, page)),
      },
      { name: 'ObjectExternalResourcesConnection' },
      { name: 'ObjectExternalResourcesConnectionEdge' },
    ),
  }),
})

builder.interfaceField(ObjectType, 'waitingFor', (t) =>
  t.field({
    type: ObjectType,
    nullable: true,
    description:
      'The object that this object waits for: its next change triggers a reconcile before ' +
      '`nextReconcileAt`. Null if this object is ready or waits for no other object.',
    resolve: async ({ ready, waitingForId }, _, { loaders }) =>
      ready || waitingForId === null ? null : ((await loaders.byId.load(waitingForId)) ?? null),
  }),
)
