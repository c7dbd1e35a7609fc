import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { defined } from '../defined.ts'
import { findKind } from '../kinds/index.ts'
import { Condition, type Cause, type ObjectStatus } from '../status.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { costOfStatement } from './cost.ts'
import { dependsOn } from './dependence.ts'
import { ObjectKind } from './enums.ts'
import { PhaseType } from './object-filter.ts'
import { ObjectType } from './object-ref.ts'
import { outputType } from './zod-fields.ts'

/** The stored status of an object, with the fields that are derived from its other columns. */
export interface CurrentStatus extends ObjectStatus {
  stalled: boolean
  retryable: boolean
}

/**
 * Returns the stored status with `retryAt`, which changes more often than the status is stored, and without a `Stalled`
 * condition that no longer applies.
 */
export function currentStatus({ status: stored, stalled, nextReconcileAt }: StoredObject): CurrentStatus {
  // Only the store and validated reports write this column.
  const { cause, retryable = true, final: ended = false, ...rest } = stored as unknown as ObjectStatus
  const conditions = rest.conditions.filter(({ type }) => stalled || type !== 'Stalled')
  const final = stalled && ended
  const status = { ...rest, conditions, stalled, retryable, ...(final ? { final } : {}) }
  if (cause === undefined) return status
  const { retryAt: _, ...lasting } = cause
  const retryAt = final ? undefined : nextReconcileAt?.toISOString()
  return { ...status, cause: { ...lasting, ...defined({ retryAt }) } }
}

const descriptions = {
  stalled:
    'Indicates whether the `STALLED` condition is `TRUE`: only a change of the spec or of the ' +
    'environment can make progress possible, so there is no point in waiting. False after an edit or a ' +
    '`reconcile` mutation until the next report.',
  retryable:
    'Indicates whether a retry can succeed. The next one is due at `cause.retryAt`. False if only a ' +
    'change of the spec can help; true if nothing has failed.',
  final:
    'Indicates whether the failure is a result that stays, such as that of a delivery that was rolled back: nothing is tried again by ' +
    'itself.',
  cause:
    'The root cause for which the object is not ready. Null if the object is ready or the cause is unknown.',
}

const conditionType = outputType(
  'Condition',
  Condition,
  'An observation of one aspect of the state of an object, as in Kubernetes.',
)

export const CauseType = builder.objectRef<{ cause: Cause; of: StoredObject }>('Cause').implement({
  description: 'The root cause, as far as it is known, for which an object is not ready.',
  extensions: dependsOn('row'),
  fields: (t) => ({
    kind: t.field({
      type: ObjectKind,
      description: 'The kind of the object that is the cause.',
      resolve: ({ cause }) => cause.kind,
    }),
    name: t.string({
      description: 'The name of the object that is the cause.',
      resolve: ({ cause }) => cause.name,
    }),
    object: t.field({
      type: ObjectType,
      nullable: true,
      description:
        'The object that is the cause. Null if it no longer exists, is no longer referenced, or the client may ' +
        'not read it.',
      complexity: costOfStatement,
      extensions: dependsOn('others'),
      resolve: (source, _, context) => causingObject(source, context),
    }),
    reason: t.string({
      description: 'A machine-readable reason, in CamelCase.',
      resolve: ({ cause }) => cause.reason,
    }),
    message: t.string({
      description: 'A human-readable explanation.',
      resolve: ({ cause }) => cause.message,
    }),
    since: t.field({
      type: 'DateTime',
      description: 'The time since which the cause exists.',
      resolve: ({ cause }) => cause.since,
    }),
    retryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'The time of the next retry. A change of the object that is waited for triggers it earlier. Null ' +
        'while the object is being reconciled, and if only a change can trigger the next reconcile.',
      resolve: ({ cause }) => cause.retryAt ?? null,
    }),
  }),
})

/** Finds the object that a cause names: the object itself, the one that it waits for, or one that these reference. */
async function causingObject(
  { cause, of }: { cause: Cause; of: StoredObject },
  { loaders }: RequestContext,
): Promise<StoredObject | null> {
  const isCause = ({ kind, name }: StoredObject): boolean => kind === cause.kind && name === cause.name
  if (isCause(of)) return of
  const referenced = async ({ id, kind }: StoredObject): Promise<StoredObject[]> => {
    const fields = findKind(kind)?.references ?? []
    const found = await Promise.all(fields.map(({ field }) => loaders.referenced.load({ id, field })))
    return found.filter((each) => each !== undefined)
  }
  const awaited = of.waitingForId === null ? undefined : await loaders.byId.load(of.waitingForId)
  const near = [...(awaited === undefined ? [] : [awaited]), ...(await referenced(of))]
  const far = near.some(isCause) ? [] : (await Promise.all(near.map(referenced))).flat()
  return [...near, ...far].find(isCause) ?? null
}

export const StatusType = builder.objectRef<StoredObject>('ObjectStatus').implement({
  description: 'The observed state of an object.',
  extensions: dependsOn('row'),
  subGraphs: ['clients'],
  fields: (t) => ({
    phase: t.field({
      type: PhaseType,
      description: 'A summary of all conditions in one word.',
      resolve: ({ status }) => (status as unknown as ObjectStatus).phase,
    }),
    stalled: t.exposeBoolean('stalled', { description: descriptions.stalled }),
    retryable: t.boolean({
      description: descriptions.retryable,
      resolve: ({ status }) => (status as unknown as ObjectStatus).retryable ?? true,
    }),
    final: t.boolean({
      description: descriptions.final,
      resolve: (object) => currentStatus(object).final ?? false,
    }),
    conditions: t.field({
      type: [conditionType],
      description: 'The conditions of the object, at most one of each type.',
      resolve: (object) => currentStatus(object).conditions as unknown as string[],
    }),
    cause: t.field({
      type: CauseType,
      nullable: true,
      description: descriptions.cause,
      resolve: (of) => {
        const { cause } = currentStatus(of)
        return cause === undefined ? null : { cause, of }
      },
    }),
  }),
})
