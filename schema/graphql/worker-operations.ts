import { z } from 'zod'
import { Removal } from '../confirmation.ts'
import { PlatformError, invalidInput } from '../errors.ts'
import { defined, issueErrors, plainly } from '../inputs.ts'
import { ReconcilerState } from '../reconciler-state.ts'
import { EventReport, ObjectStatus } from '../status.ts'
import { mostEntries } from '../limits.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { AppliedResourceType, ExternalResourceType, ObjectType } from './object.ts'
import { OwnerClaimType } from './ownership.ts'
import type { AppliedRecord, StartedReconcile, OpenedSpec } from './store.ts'

/*
 * What workers do. Everything that a reconcile writes carries the epoch that it was given at its begin, and is
 * refused once a later one has started.
 */

const StartedType = builder.objectRef<StartedReconcile>('StartedReconcile').implement({
  description: 'A reconcile that has started, with the newest state.',
  fields: (t) => ({
    object: t.field({ type: ObjectType, description: 'The object.', resolve: ({ object }) => object }),
    epoch: t.int({
      description: 'The fencing token for all that this reconcile writes.',
      resolve: ({ object }) => object.epoch,
    }),
    controlPlane: t.exposeID('controlPlane', {
      description: 'Identity of the control plane, told from others that use the same clusters.',
    }),
    labelId: t.id({
      description: 'The id that what the object has in clusters is labelled with.',
      resolve: ({ labelId }) => String(labelId),
    }),
    mayHaveOrphans: t.exposeBoolean('mayHaveOrphans', {
      description:
        'Whether one of its name may have been lost with a restore, and have left in clusters what it had.',
    }),
    forced: t.boolean({
      description: 'Whether it is to go even where its cluster does not answer.',
      resolve: ({ object }) => object.deletionForced,
    }),
    triggers: t.int({
      description: 'Reasons to reconcile that this reconcile answers.',
      resolve: ({ object }) => object.triggers,
    }),
    owns: t.exposeBoolean('owns', { description: 'Whether it owns other objects.' }),
    claims: t.field({
      type: [OwnerClaimType],
      description: 'What its owners ask of it, the oldest first; empty where it has none.',
      resolve: ({ object }, _, { store }) => (object.owned ? store.claimsOn(object.id) : []),
    }),
    failures: t.int({
      description: 'Failed reconciles in a row before this one.',
      resolve: ({ object }) => object.failures,
    }),
    state: t.field({
      type: 'JSON',
      description: 'What the reconcile before has left for this one, a map of scalars.',
      resolve: ({ object }) => object.reconcilerState,
    }),
    confirmed: t.exposeStringList('confirmed', {
      description: 'Ids of removals that somebody has confirmed.',
    }),
    secrets: t.field({
      type: 'JSON',
      description: 'Secret fields of the spec and secret outputs, in the clear.',
      resolve: ({ object }, _, { store }) =>
        object.secrets === null && object.secretOutputs === null ? {} : store.secrets(object.id),
    }),
    digestKey: t.string({
      description:
        'What marks of secrets are made with, as base64: what is found in a cluster is shown with the same marks.',
      resolve: (_, __, { store }) => store.digestKey(),
    }),
    inventory: t.field({
      type: [AppliedResourceType],
      description: 'All that the object has, or is about to have, in clusters, in the order of applying.',
      resolve: ({ object }, _, { store }) => store.inventory(object.id),
    }),
    external: t.field({
      type: [ExternalResourceType],
      description:
        'All that the object has, or is about to have, outside of clusters, in the order of creating.',
      resolve: ({ object, hasExternal }, _, { store }) =>
        hasExternal ? store.externalInventory(object.id) : [],
    }),
    holders: t.field({
      type: [ObjectType],
      description: 'Some of those that still name the object, while it is being deleted.',
      resolve: async ({ object }, _, { store }) => {
        if (object.deletionRequestedAt === null) return []
        return (await store.list({ references: object.id, order: 'id', direction: 'asc', limit: 10 })).objects
      },
    }),
  }),
})

builder.mutationField('startReconcile', (t) =>
  t.field({
    type: StartedType,
    nullable: true,
    authScopes: { verb: 'work' },
    description:
      'Begins a reconcile; null when the object is gone. It has the object for itself for 15 seconds, and longer where ' +
      '`keepLeases` asks for that. LEASE_HELD while another one has it.',
    args: {
      id: t.arg.id({ required: true, description: 'The object.' }),
      epoch: t.arg.int({
        description: 'Of the reconcile that this one follows, which may still have the object.',
      }),
    },
    resolve: async (_, { id, epoch }, { store }) =>
      (await store.begin(checkId(id), epoch ?? undefined)) ?? null,
  }),
)

const AppliedInput = builder.inputType('AppliedResourceInput', {
  description: 'A resource that is about to be, or has been, applied.',
  fields: (t) => ({
    runtimeId: t.id({ required: true, description: 'The KubernetesRuntimeInstance.' }),
    group: t.string({ required: true, description: 'API group; empty for the core group.' }),
    version: t.string({ required: true, description: 'API version.' }),
    kind: t.string({ required: true, description: 'Kind.' }),
    namespace: t.string({ required: true, description: 'Namespace; empty for cluster-scoped resources.' }),
    name: t.string({ required: true, description: 'Name.' }),
    order: t.int({ required: true, description: 'Position in the order of applying.' }),
    uid: t.string({ description: 'Uid in the cluster.' }),
    hash: t.string({ description: 'Hash of what was applied.' }),
    resourceVersion: t.string({ description: 'metadata.resourceVersion after the apply.' }),
    liveGeneration: t.int({ description: 'metadata.generation after the apply.' }),
  }),
})

function appliedRecord({
  runtimeId,
  uid,
  hash,
  resourceVersion,
  liveGeneration,
  ...rest
}: typeof AppliedInput.$inferInput): AppliedRecord {
  return {
    ...rest,
    runtimeId: checkId(runtimeId, 'runtimeId'),
    ...defined({
      uid: uid ?? undefined,
      hash: hash ?? undefined,
      resourceVersion: resourceVersion ?? undefined,
      liveGeneration: liveGeneration ?? undefined,
    }),
  }
}

/** What a newer worker says besides is left out. */
const Report = z.object({
  triggers: z.number().int(),
  observedGeneration: z.number().int(),
  status: ObjectStatus,
  failures: z.number().int().min(0),
  state: ReconcilerState.optional(),
  requeueAfter: z.number().int().min(0).optional(),
  waitingFor: z.object({ id: z.string().regex(/^\d+$/), version: z.number().int() }).optional(),
  events: z.array(EventReport).max(100),
  secretOutputs: z.record(z.string(), z.string()).optional(),
  confirm: z.array(Removal).max(2000).nullable().optional(),
})

builder.mutationField('reportReconcile', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Stores what a reconcile found. STALE_EPOCH when a later one has started.',
    args: {
      id: t.arg.id({ required: true, description: 'The object.' }),
      epoch: t.arg.int({ required: true, description: 'From `startReconcile`.' }),
      report: t.arg({
        type: 'JSON',
        required: true,
        description:
          'triggers, observedGeneration, status, failures, state, requeueAfter (milliseconds), waitingFor {id, version}, ' +
          'events, secretOutputs, confirm.',
      }),
      applied: t.arg({
        type: [AppliedInput],
        description: 'What was applied, for the inventory; at most 500. More goes ahead by `recordApplied`.',
      }),
    },
    resolve: async (_, { id, epoch, report, applied }, { store, traceparent }) => {
      assertAtMost(applied ?? [], { most: mostEntries, path: 'applied' })
      const parsed = Report.safeParse(report, plainly)
      if (!parsed.success) throw invalidInput(issueErrors(parsed.error, { at: 'report', input: report }))
      const { requeueAfter, waitingFor, secretOutputs, confirm, state, ...rest } = parsed.data
      await store.report({
        ...rest,
        ...defined({ requeueAfter, secretOutputs, confirm, state, traceparent }),
        ...(waitingFor === undefined
          ? {}
          : { waitingFor: { id: BigInt(waitingFor.id), version: waitingFor.version } }),
        id: checkId(id),
        epoch,
        applied: (applied ?? []).map(appliedRecord),
      })
      return true
    },
  }),
)

const HeldInput = builder.inputType('HeldReconcileInput', {
  description: 'A reconcile that still runs.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The object.' }),
    epoch: t.int({ required: true, description: 'From `startReconcile`.' }),
  }),
})

builder.mutationField('keepLeases', (t) =>
  t.idList({
    authScopes: { verb: 'work' },
    description:
      'Says which reconciles still run. Returns the objects that they have for another 15 seconds; the others were given ' +
      'to somebody else, or are gone.',
    args: { reconciles: t.arg({ type: [HeldInput], required: true, description: 'Those that run.' }) },
    resolve: async (_, { reconciles }, { store }) => {
      const held = reconciles.map(({ id, epoch }) => ({ id: checkId(id, 'reconciles'), epoch }))
      return (await store.keepLeases(held)).map(String)
    },
  }),
)

const DueType = builder.objectRef<{ id: bigint; kind: string }>('DueObject').implement({
  description: 'An object that is to be reconciled.',
  fields: (t) => ({
    id: t.id({ description: 'The object.', resolve: ({ id }) => String(id) }),
    kind: t.exposeString('kind', { description: 'Its kind.' }),
  }),
})

builder.mutationField('takeDue', (t) =>
  t.field({
    type: [DueType],
    authScopes: { verb: 'work' },
    description:
      'Takes objects that are due, for a worker that the broker brings nothing. They are not given out again for 30 seconds.',
    args: {
      kinds: t.arg.stringList({ required: true, description: 'Kinds that the worker reconciles.' }),
      first: t.arg.int({ required: true, description: 'How many at most; from 1 to 100.' }),
      overdue: t.arg.int({ description: 'Milliseconds for which they are due at least. Default: 0.' }),
    },
    resolve: (_, { kinds, first, overdue }, { store }) => {
      if (first < 1 || first > 100) throw new PlatformError('INVALID_INPUT', 'first must be from 1 to 100')
      return store.takeDue({ kinds, most: first, overdue: Math.max(0, overdue ?? 0) })
    },
  }),
)

builder.mutationField('confirmDeletion', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Removes an object whose reconciler has taken everything down.',
    args: {
      id: t.arg.id({ required: true, description: 'The object.' }),
      epoch: t.arg.int({ required: true, description: 'From `startReconcile`.' }),
      leaveBehind: t.arg.boolean({
        description:
          'Move what it has in clusters and with providers to the abandoned resources; only for a forced deletion.',
      }),
    },
    resolve: async (_, { id, epoch, leaveBehind }, { store, traceparent }) => {
      await store.confirmDeletion(
        { id: checkId(id), epoch, leaveBehind: leaveBehind === true },
        defined({ traceparent }),
      )
      return true
    },
  }),
)

builder.mutationField('recordApplied', (t) =>
  t.field({
    type: [AppliedResourceType],
    authScopes: { verb: 'work' },
    description:
      'Writes the inventory. CONFLICT names in `taken` what belongs to other objects already; all else is written.',
    args: {
      id: t.arg.id({ required: true, description: 'The object whose resources they are.' }),
      epoch: t.arg.int({ required: true, description: 'From `startReconcile`.' }),
      resources: t.arg({ type: [AppliedInput], required: true, description: 'The resources.' }),
    },
    resolve: (_, { id, epoch, resources }, { store }) => {
      assertAtMost(resources, { most: mostEntries, path: 'resources' })
      return store.recordApplied(checkId(id), epoch, resources.map(appliedRecord))
    },
  }),
)

builder.queryField('inventory', (t) =>
  t.field({
    type: [AppliedResourceType],
    authScopes: { verb: 'work' },
    description: 'All that an object has, or is about to have, in clusters, in the order of applying.',
    args: { id: t.arg.id({ required: true, description: 'The object.' }) },
    resolve: (_, { id }, { store }) => store.inventory(checkId(id)),
  }),
)

builder.mutationField('forgetApplied', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Takes resources that are gone from the cluster out of the inventory.',
    args: {
      id: t.arg.id({ required: true, description: 'The object whose resources they were.' }),
      epoch: t.arg.int({ required: true, description: 'From `startReconcile`.' }),
      entries: t.arg.idList({ required: true, description: 'Ids of inventory entries.' }),
    },
    resolve: async (_, { id, epoch, entries }, { store }) => {
      assertAtMost(entries, { most: mostEntries, path: 'entries' })
      await store.forgetApplied(
        checkId(id),
        epoch,
        entries.map((entry) => checkId(entry, 'entries')),
      )
      return true
    },
  }),
)

const SeenInput = builder.inputType('SeenResourceInput', {
  description: 'A resource as it was seen in a cluster.',
  fields: (t) => ({
    ownerId: t.id({ required: true, description: 'The object whose label it carries.' }),
    uid: t.string({ required: true, description: 'metadata.uid.' }),
    resourceVersion: t.string({ description: 'metadata.resourceVersion; left out when it is gone.' }),
  }),
})

builder.mutationField('reportSeen', (t) =>
  t.idList({
    authScopes: { verb: 'work' },
    description:
      'Triggers the reconcilers of objects whose resources have changed in a cluster. What a reconcile has applied itself ' +
      'is no change. Returns objects that are being reconciled: what was seen of theirs is to be reported again.',
    args: { resources: t.arg({ type: [SeenInput], required: true, description: 'At most 1000.' }) },
    resolve: async (_, { resources }, { store, traceparent }) => {
      assertAtMost(resources, { most: mostEntries, path: 'resources' })
      const undecided = await store.triggerOwners(
        resources.map(({ ownerId, uid, resourceVersion }) => ({
          ownerId: checkId(ownerId, 'ownerId'),
          uid,
          ...defined({ resourceVersion: resourceVersion ?? undefined }),
        })),
        defined({ traceparent }),
      )
      return undecided.map(String)
    },
  }),
)

builder.mutationField('triggerObjects', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Triggers the reconcilers of all objects that have something in a runtime.',
    args: { runtimeId: t.arg.id({ required: true, description: 'The KubernetesRuntimeInstance.' }) },
    resolve: async (_, { runtimeId }, { store, traceparent }) => {
      await store.triggerRuntime(checkId(runtimeId, 'runtimeId'), defined({ traceparent }))
      return true
    },
  }),
)

const OpenedSpecType = builder.objectRef<OpenedSpec>('OpenedSpec').implement({
  description: 'A spec with its secrets in the clear.',
  fields: (t) => ({
    generation: t.exposeInt('generation', { description: 'The generation of the object that it is of.' }),
    spec: t.field({ type: 'JSON', description: 'The spec.', resolve: ({ spec }) => spec }),
  }),
})

builder.queryField('openedSpec', (t) =>
  t.field({
    type: OpenedSpecType,
    authScopes: { verb: 'work' },
    description:
      'The spec, with its secrets in the clear, of the object that a reconciled one names. STALE_EPOCH when the reconcile has ended.',
    args: {
      id: t.arg.id({ required: true, description: 'The object that is reconciled.' }),
      epoch: t.arg.int({ required: true, description: 'From `startReconcile`.' }),
      field: t.arg.string({ required: true, description: 'Its spec field that names the other one.' }),
    },
    resolve: (_, { id, epoch, field }, { store }) => store.openReferenced({ id: checkId(id), epoch, field }),
  }),
)

builder.queryField('secrets', (t) =>
  t.field({
    type: 'JSON',
    authScopes: { verb: 'work' },
    description: 'Secret fields of the spec and secret outputs of an object, in the clear.',
    args: { id: t.arg.id({ required: true, description: 'The object.' }) },
    resolve: (_, { id }, { store }) => store.secrets(checkId(id)),
  }),
)
