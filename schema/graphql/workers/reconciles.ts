import { z } from 'zod'
import { Removal } from '../../confirmation.ts'
import { PlatformError, invalidInput } from '../../errors.ts'
import { plainMessages } from '../../input-messages.ts'
import { defined } from '../../defined.ts'
import { issueErrors } from '../../issue-errors.ts'
import { kindNamed } from '../../kinds/index.ts'
import { ReconcilerState } from '../../reconciler-state.ts'
import { EventReport, ObjectStatus } from '../../status.ts'
import { maxEntries } from '../../limits.ts'
import { assertAtMost, checkId } from '../arguments.ts'
import { builder } from '../builder.ts'
import { AppliedInput, appliedRecord, entriesIn } from './applied-resources.ts'
import { AppliedResourceType, ExternalResourceType } from './inventory.ts'
import { NodeType } from '../node.ts'
import { ObjectType } from '../object.ts'
import { OwnerClaimType } from './owned.ts'
import type { OpenedSpec } from '../store-queries.ts'
import type { StartedReconcile } from '../store-reconciles.ts'

/*
 * Operations for workers. Every write of a reconcile carries the epoch that it received at its start, and is refused
 * once a later reconcile has started.
 */

/** The characters up to which the start of a reconcile contains a definition: another request costs more than to send them again. */
const maxDefinition = 4000

function hasDefinition(kind: string): boolean {
  return kindNamed(kind).references.some(({ field }) => field === 'definition')
}

/** Reports whether a spec has few characters, without writing long texts. */
function isShort(spec: unknown): boolean {
  const texts = Object.values(spec as Record<string, unknown>)
  const isLong = texts.some((value) => typeof value === 'string' && value.length > maxDefinition)
  return !isLong && JSON.stringify(spec).length <= maxDefinition
}

const VariableType = builder.objectRef<{ name: string; value: string }>('EnvironmentVariable').implement({
  description: 'An environment variable.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the variable.' }),
    value: t.exposeString('value', { description: 'The value of the variable.' }),
  }),
})

const OpenedSpecType = builder.objectRef<OpenedSpec>('OpenedSpec').implement({
  description: 'A spec with its secrets decrypted.',
  fields: (t) => ({
    generation: t.exposeInt('generation', {
      description: 'The generation of the object that the spec belongs to.',
    }),
    spec: t.field({ type: 'JSON', description: 'The spec of the object.', resolve: ({ spec }) => spec }),
  }),
})

const StartedType = builder.objectRef<StartedReconcile>('StartedReconcile').implement({
  description: 'A reconcile that has started, with the newest state of its object.',
  fields: (t) => ({
    object: t.field({
      type: ObjectType,
      description: 'The object to reconcile.',
      resolve: ({ object }) => object,
    }),
    node: t.field({
      type: NodeType,
      description:
        'The object as a node, for the fields of its kind. Without them, those of `object` are the same for all kinds, and ' +
        'compiled once.',
      resolve: ({ object }) => object,
    }),
    epoch: t.int({
      description: 'The fencing token for all writes of this reconcile.',
      resolve: ({ object }) => object.epoch,
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      description:
        'The time of the database when the reconcile started. Workers count from it, since their own clocks differ.',
    }),
    controlPlane: t.exposeID('controlPlane', {
      description:
        'The ID of the control plane, which distinguishes it from others that use the same clusters.',
    }),
    labelId: t.id({
      description: 'The ID on the labels of the resources that the object has in clusters.',
      resolve: ({ labelId }) => String(labelId),
    }),
    mayHaveOrphans: t.exposeBoolean('mayHaveOrphans', {
      description:
        'Indicates whether a restore may have lost a former object of this name, whose resources may still ' +
        'be in clusters.',
    }),
    hasAbandoned: t.exposeBoolean('hasAbandoned', {
      description: 'Indicates whether the object is a cluster in which forced deletions have left resources.',
    }),
    forced: t.boolean({
      description: 'Indicates whether the object is to be deleted even if its cluster is unreachable.',
      resolve: ({ object }) => object.deletionForced,
    }),
    triggers: t.int({
      description: 'The number of triggers that this reconcile handles.',
      resolve: ({ object }) => object.triggers,
    }),
    owns: t.exposeBoolean('owns', { description: 'Indicates whether the object owns other objects.' }),
    claims: t.field({
      type: [OwnerClaimType],
      description: 'The claims of the owners of the object, oldest first. Empty if it has no owner.',
      resolve: ({ object }, _, { store }) => (object.owned ? store.claimsOn(object.id) : []),
    }),
    failures: t.int({
      description: 'The number of consecutive failed reconciles before this one.',
      resolve: ({ object }) => object.failures,
    }),
    state: t.field({
      type: 'JSON',
      description: 'The state that the previous reconcile passed on to this one, a map of scalars.',
      resolve: ({ object }) => object.reconcilerState,
    }),
    confirmed: t.exposeStringList('confirmed', {
      description: 'The IDs of the confirmed removals.',
    }),
    secrets: t.field({
      type: 'JSON',
      description: 'The secret fields of the spec and the secret outputs, decrypted.',
      resolve: ({ object }, _, { store }) =>
        object.secrets === null && object.secretOutputs === null ? {} : store.secretsOf(object),
    }),
    definition: t.field({
      type: OpenedSpecType,
      nullable: true,
      description:
        'The spec of the definition of the object, if it is short and has no secrets. Read others with `openedSpec`.',
      resolve: async ({ object }, _, { loaders }) => {
        if (!hasDefinition(object.kind)) return null
        const found = await loaders.referenced.load({ id: object.id, field: 'definition' })
        if (found === undefined || found.secrets !== null || !isShort(found.spec)) return null
        return { generation: found.generation, spec: found.spec as Record<string, unknown> }
      },
    }),
    digestKey: t.string({
      description:
        'The base64-encoded key from which the placeholders of secret values are derived, so that values ' +
        'found in a cluster get the same placeholders.',
      resolve: (_, __, { store }) => store.digestKey(),
    }),
    inventory: t.field({
      type: [AppliedResourceType],
      description: 'The inventory of the resources that the object has in clusters, in apply order.',
      resolve: ({ object, hasApplied }, _, { store }) => (hasApplied ? store.inventory(object.id) : []),
    }),
    external: t.field({
      type: [ExternalResourceType],
      description:
        'The inventory of the resources that the object has outside of clusters, in creation order.',
      resolve: ({ object, hasExternal }, _, { store }) =>
        hasExternal ? store.externalInventory(object.id) : [],
    }),
    variables: t.field({
      type: [VariableType],
      description:
        'The environment variables that attached objects give the object, if it is an application.',
      resolve: ({ variables }) => Object.entries(variables).map(([name, value]) => ({ name, value })),
    }),
    holders: t.field({
      type: [ObjectType],
      description: 'While the object is being deleted, up to ten objects that still reference it.',
      resolve: async ({ object, isHeld }, _, { store }) => {
        if (!isHeld) return []
        const orderBy = [{ field: 'id', direction: 'asc' }] as const
        return (await store.list({ references: object.id, orderBy, limit: 10 })).objects
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
      'Starts a reconcile. Returns null if the object no longer exists. The reconcile holds the lease of ' +
      'the object for 15 seconds, which `renewLeases` extends. Fails with `LEASE_HELD` while another ' +
      'reconcile holds the lease.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object.' }),
      epoch: t.arg.int({
        description: 'The epoch of the reconcile that this one succeeds, which may still hold the lease.',
      }),
    },
    resolve: async (_, { id, epoch }, { store }) =>
      (await store.startReconcile(checkId(id), epoch ?? undefined)) ?? null,
  }),
)

const goneDescription =
  'The IDs of inventory entries whose resources no longer exist, at most 1,000. Drop more with `forgetApplied` first.'

/** The report of a reconcile. Unknown fields of newer workers are ignored. */
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

/** The report of the reconcile that ends the life of an object. */
const LastReport = Report.pick({ events: true }).partial()

/** Parses the report in the argument `report`. */
function reportIn<Result>(report: unknown, as: z.ZodType<Result>): Result {
  const parsed = as.safeParse(report, plainMessages)
  if (!parsed.success) throw invalidInput(issueErrors(parsed.error, { at: 'report', input: report }))
  return parsed.data
}

builder.mutationField('reportReconcile', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description:
      'Stores the outcome of a reconcile and releases its lease. Fails with `STALE_EPOCH` if a later ' +
      'reconcile has started.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      report: t.arg({
        type: 'JSON',
        required: true,
        description:
          'A JSON object with the fields triggers, observedGeneration, status, failures, state, ' +
          'requeueAfter (milliseconds), waitingFor {id, version}, events, secretOutputs and confirm.',
      }),
      applied: t.arg({
        type: [AppliedInput],
        description:
          'The resources that were applied, for the inventory, at most 1,000. Record more with ' +
          '`recordApplied` first.',
      }),
      gone: t.arg.idList({ description: goneDescription }),
    },
    resolve: async (_, { id, epoch, report, applied, gone }, { store, traceparent }) => {
      assertAtMost(applied ?? [], { max: maxEntries, path: 'applied' })
      const { requeueAfter, waitingFor, secretOutputs, confirm, state, ...rest } = reportIn(report, Report)
      await store.report({
        ...rest,
        ...defined({ requeueAfter, secretOutputs, confirm, state, traceparent }),
        ...(waitingFor === undefined
          ? {}
          : { waitingFor: { id: BigInt(waitingFor.id), version: waitingFor.version } }),
        id: checkId(id),
        epoch,
        applied: (applied ?? []).map(appliedRecord),
        gone: entriesIn(gone ?? [], 'gone'),
      })
      return true
    },
  }),
)

const HeldInput = builder.inputType('HeldReconcileInput', {
  description: 'A reconcile that is still running.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The ID of the object.' }),
    epoch: t.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
  }),
})

builder.mutationField('renewLeases', (t) =>
  t.idList({
    authScopes: { verb: 'work' },
    description:
      'Renews the leases of running reconciles for another 15 seconds. Returns the IDs of the objects whose ' +
      'leases were renewed. The others have been acquired by another reconcile, or the object no longer ' +
      'exists.',
    args: {
      reconciles: t.arg({ type: [HeldInput], required: true, description: 'The running reconciles.' }),
    },
    resolve: async (_, { reconciles }, { store }) => {
      const held = reconciles.map(({ id, epoch }) => ({ id: checkId(id, 'reconciles'), epoch }))
      return (await store.renewLeases(held)).map(String)
    },
  }),
)

const DueType = builder.objectRef<{ id: bigint; kind: string }>('DueObject').implement({
  description: 'An object that is due for a reconcile.',
  fields: (t) => ({
    id: t.id({ description: 'The ID of the object.', resolve: ({ id }) => String(id) }),
    kind: t.exposeString('kind', { description: 'The kind of the object.' }),
  }),
})

builder.mutationField('takeDue', (t) =>
  t.field({
    type: [DueType],
    authScopes: { verb: 'work' },
    description:
      'Takes objects that are due for a reconcile, for a worker that receives no triggers from the broker. ' +
      'No other worker receives them for 30 seconds.',
    args: {
      kinds: t.arg.stringList({ required: true, description: 'The kinds that the worker reconciles.' }),
      first: t.arg.int({ required: true, description: 'Returns at most _n_ objects, from 1 to 100.' }),
      overdue: t.arg.int({
        description: 'The minimum time in milliseconds for which the objects have been due. Default: 0.',
      }),
    },
    resolve: (_, { kinds, first, overdue }, { store }) => {
      if (first < 1 || first > 100)
        throw new PlatformError('INVALID_INPUT', `first must be between 1 and 100, got ${first}`)
      return store.takeDue({ kinds, max: first, overdue: Math.max(0, overdue ?? 0) })
    },
  }),
)

builder.mutationField('confirmDeletion', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Removes an object after its reconciler has removed all of its resources.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      leaveBehind: t.arg.boolean({
        description:
          'Move the remaining resources of the object to the abandoned resources. Only for a forced deletion.',
      }),
      gone: t.arg.idList({ description: goneDescription }),
      report: t.arg({
        type: 'JSON',
        description:
          'The last report of the object, a JSON object with the field events. Its events outlive the object.',
      }),
    },
    resolve: async (_, { id, epoch, leaveBehind, gone, report }, { store, traceparent }) => {
      await store.confirmDeletion(
        {
          id: checkId(id),
          epoch,
          leaveBehind: leaveBehind === true,
          gone: entriesIn(gone ?? [], 'gone'),
          ...defined(reportIn(report ?? {}, LastReport)),
        },
        defined({ traceparent }),
      )
      return true
    },
  }),
)

builder.queryField('releasePolicies', (t) =>
  t.field({
    type: 'JSON',
    authScopes: { verb: 'work' },
    description:
      'Returns the policies and exceptions by which the rendered chart of a reconciled release is checked, with its tier and its ' +
      'annotations. Fails with `STALE_EPOCH` if the reconcile has ended.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the reconciled object.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
    },
    resolve: (_, { id, epoch }, { store }) => store.releasePolicies({ id: checkId(id), epoch }),
  }),
)

builder.queryField('openedSpec', (t) =>
  t.field({
    type: OpenedSpecType,
    authScopes: { verb: 'work' },
    description:
      'Returns the spec, with its secrets decrypted, of an object that a reconciled object references. ' +
      'Fails with `STALE_EPOCH` if the reconcile has ended.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the reconciled object.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      field: t.arg.string({
        required: true,
        description: 'The spec field of the reconciled object that references the other object.',
      }),
      through: t.arg.string({
        description:
          'The spec field of the reconciled object that references the object to which `field` belongs, if not itself.',
      }),
    },
    resolve: (_, { id, epoch, field, through }, { store }) =>
      store.openReferenced({ id: checkId(id), epoch, field, ...defined({ through: through ?? undefined }) }),
  }),
)
