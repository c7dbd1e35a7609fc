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
import { pagesOf } from './row-pages.ts'
import type { QueuePlace } from './store.ts'
import { outputType } from './zod-fields.ts'

const conditionType = outputType('Condition', Condition, 'The answer to one question about an object.')
const causeType = outputType('Cause', Cause, 'The deepest known reason why an object is not ready.')

/** A status, and what follows from the columns beside it. */
interface ShownStatus extends ObjectStatus {
  stalled: boolean
  retryable: boolean
}

export const StatusType = builder.objectRef<ShownStatus>('Status').implement({
  description:
    'What is known of an object, as answers to separate questions: is it accepted, is something going on, is it ready, ' +
    'can it be reached, is it stalled.',
  fields: (t) => ({
    phase: t.exposeString('phase', { description: 'Summary of all conditions.' }),
    stalled: t.exposeBoolean('stalled', {
      description:
        'Whether the Stalled condition is True: nothing becomes of it without a change, of what is desired or of what it ' +
        'runs in, so waiting on is pointless. False after an edit or a call for a reconcile until the next report.',
    }),
    retryable: t.exposeBoolean('retryable', {
      description:
        'Whether trying again, which happens at `cause.retryAt`, can help; false where only a change of what is desired ' +
        'can. True while nothing has failed.',
    }),
    conditions: t.field({
      type: [conditionType],
      description: 'One per question that is answered.',
      resolve: ({ conditions }) => conditions as unknown as string[],
    }),
    cause: t.field({
      type: causeType,
      nullable: true,
      description: 'Why it is not ready; null while it is, or while nothing is known.',
      resolve: ({ cause }) => (cause ?? null) as unknown as string | null,
    }),
    outputs: t.field({
      type: 'JSON',
      description: 'What the kind tells once it is known.',
      resolve: ({ outputs }) => outputs,
    }),
  }),
})

const EventType = builder.prismaObject('ObjectEvent', {
  description: 'Something that happened to an object. Equal events are counted.',
  fields: (t) => ({
    id: t.id({ description: 'Identity of the event.', resolve: ({ id }) => String(id) }),
    type: t.exposeString('type', { description: '`Normal` or `Warning`.' }),
    reason: t.exposeString('reason', { description: 'Machine-readable reason, in CamelCase.' }),
    note: t.exposeString('note', { description: 'What happened, in a sentence.' }),
    count: t.exposeInt('count', { description: 'How often.' }),
    firstSeen: t.expose('firstSeen', { type: 'DateTime', description: 'When it happened first.' }),
    lastSeen: t.expose('lastSeen', { type: 'DateTime', description: 'When it happened last.' }),
  }),
})

export const AppliedResourceType = builder.prismaObject('AppliedResource', {
  description: 'A resource that an object has, or is about to have, in a cluster.',
  fields: (t) => ({
    id: t.id({ description: 'Identity of the entry.', resolve: ({ id }) => String(id) }),
    runtimeId: t.id({
      description: 'The KubernetesRuntimeInstance that it is in.',
      resolve: ({ runtimeId }) => String(runtimeId),
    }),
    group: t.exposeString('group', { description: 'API group; empty for the core group.' }),
    version: t.exposeString('version', { description: 'API version.' }),
    kind: t.exposeString('kind', { description: 'Kind.' }),
    namespace: t.exposeString('namespace', { description: 'Namespace; empty for cluster-scoped resources.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    order: t.exposeInt('order', { description: 'Position in the order of applying.' }),
    uid: t.exposeString('uid', {
      nullable: true,
      description: 'Uid in the cluster, once it was seen there.',
    }),
    hash: t.exposeString('hash', { nullable: true, description: 'Hash of what was applied last.' }),
    resourceVersion: t.exposeString('resourceVersion', {
      nullable: true,
      description: 'metadata.resourceVersion after the last apply.',
    }),
    liveGeneration: t.exposeInt('liveGeneration', {
      nullable: true,
      description: 'metadata.generation after the last apply.',
    }),
  }),
})

export const ExternalResourceType = builder.prismaObject('ExternalResource', {
  description: 'A resource that an object has, or is about to have, with a provider, outside of clusters.',
  fields: (t) => ({
    id: t.id({ description: 'Identity of the entry.', resolve: ({ id }) => String(id) }),
    provider: t.exposeString('provider', { description: 'Provider, for example `aws`.' }),
    account: t.exposeString('account', { description: 'Account with the provider.' }),
    region: t.exposeString('region', { description: 'Region; empty for a global resource.' }),
    type: t.exposeString('type', { description: 'Type, in the words of the provider.' }),
    name: t.exposeString('name', { description: 'Deterministic name by which it is found again.' }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'Id that the provider gave it, once it is known.',
    }),
    tags: t.field({
      type: 'JSON',
      description: 'Tags that it carries, by key.',
      resolve: ({ tags }) => tags,
    }),
    order: t.exposeInt('order', { description: 'Position in the order of creating.' }),
    intendedAt: t.expose('intendedAt', {
      type: 'DateTime',
      description: 'When it was stored, before the call that creates it.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its external id became known.',
    }),
  }),
})

export const NodeType = builder.interfaceRef<StoredObject>('Node').implement({
  description: 'Anything that can be fetched again by its id.',
  fields: (t) => ({
    id: t.id({ description: 'A number as text, unique among all objects.', resolve: ({ id }) => String(id) }),
  }),
})

const eventPages = pagesOf<ObjectEvent>('ObjectEvent')
const appliedPages = pagesOf<AppliedResource>('AppliedResource')
const externalPages = pagesOf<ExternalResource>('ExternalResource')

const QueuePlaceType = builder.objectRef<QueuePlace>('QueuePlace').implement({
  description: 'A place among the objects that wait for a worker. Projects take turns.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: '1 is the next one.' }),
    expectedWait: t.exposeFloat('expectedWait', {
      nullable: true,
      description: 'Seconds, as fast as it went lately; null while nothing was reported for a minute.',
    }),
  }),
})

/** The status with the time of the next try, which changes more often than what is stored of it, and without what is over. */
function shownStatus({ status: stored, stalled, nextReconcileAt }: StoredObject): ShownStatus {
  // Written by the store and by checked reports only.
  const { cause, retryable = true, ...rest } = stored as unknown as ObjectStatus
  const conditions = rest.conditions.filter(({ type }) => stalled || type !== 'Stalled')
  const status = { ...rest, conditions, stalled, retryable }
  if (cause === undefined) return status
  const { retryAt: _, ...lasting } = cause
  const retryAt = nextReconcileAt?.toISOString()
  return { ...status, cause: { ...lasting, ...defined({ retryAt }) } }
}

/** What all kinds have in common. */
export const ObjectType = builder.prismaInterface('StoredObject', {
  name: 'Object',
  description: 'An object of any kind.',
  interfaces: [NodeType],
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    id: t.id({ description: 'A number as text, unique among all objects.', resolve: ({ id }) => String(id) }),
    kind: t.exposeString('kind', { description: 'Its kind, for example `WorkloadInstance`.' }),
    name: t.exposeString('name', { description: 'Unique within project and kind.' }),
    projectName: t.string({
      nullable: true,
      description: 'The project it belongs to; null for projects themselves.',
      resolve: async ({ projectId }, _, { store }) =>
        projectId === null ? null : ((await store.projectName(projectId)) ?? defaultProject),
    }),
    labels: t.field({
      type: 'JSON',
      description: 'Labels, a map of texts.',
      resolve: ({ labels }) => labels,
    }),
    manifestSpec: t.field({
      type: 'JSON',
      description: 'The spec as JSON, for clients that treat all kinds alike. Secrets are shown as marks.',
      resolve: ({ spec }) => spec,
    }),
    status: t.field({
      type: StatusType,
      description: 'What is known of it.',
      resolve: shownStatus,
    }),
    confirmation: t.field({
      type: outputType('Confirmation', Confirmation, 'A removal that waits for somebody to confirm it.'),
      nullable: true,
      description: 'What waits to be removed until somebody confirms it; null while nothing does.',
      resolve: ({ confirmation }) => {
        const { data } = Confirmation.safeParse(confirmation)
        const waits = data?.confirmedBy === undefined && new Date(data?.expiresAt ?? 0) > new Date()
        return waits ? (data ?? null) : null
      },
    }),
    ready: t.exposeBoolean('ready', { description: 'Whether the Ready condition is True.' }),
    generation: t.exposeInt('generation', { description: 'Counts changes of what is desired.' }),
    observedGeneration: t.exposeInt('observedGeneration', {
      description: 'The generation that the status is about.',
    }),
    version: t.exposeInt('version', { description: 'Counts changes of anything; for `expectedVersion`.' }),
    deletionRequestedAt: t.expose('deletionRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is being deleted; null when it is not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it, or its status, changed last.',
    }),
    nextReconcileAt: t.expose('nextReconcileAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it is reconciled again at the latest; null while it is being reconciled, and while only a change can cause ' +
        'that.',
    }),
    reconciling: t.boolean({
      description: 'Whether a worker is reconciling it.',
      resolve: ({ leaseExpiresAt }) => leaseExpiresAt !== null && leaseExpiresAt > new Date(),
    }),
    queue: t.field({
      type: QueuePlaceType,
      nullable: true,
      description:
        'Where it stands while its newest change waits for a worker; null once one has started with it.',
      resolve: async ({ id, generation, observedGeneration }, _, { loaders }) =>
        observedGeneration < generation ? ((await loaders.queuePlace.load(id)) ?? null) : null,
    }),
    events: t.connection(
      {
        type: EventType,
        description: 'What happened to it, newest first.',
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
        description: 'What it has in clusters, in the order of applying.',
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
        description: 'What it has with providers, outside of clusters, in the order of creating.',
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
      'The object whose next change causes it to be reconciled again, before the time of the next try; null while it is ' +
      'ready, and while it is waiting for no other object.',
    resolve: async ({ ready, waitingForId }, _, { loaders }) =>
      ready || waitingForId === null ? null : ((await loaders.byId.load(waitingForId)) ?? null),
  }),
)
