import { invalidInput, shownValue, type FieldError } from '../../../schema/errors.ts'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import { conditionOf, type ObjectStatus } from '../../../schema/status.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { isRecord } from '../../../schema/manifests.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { findRestField, ignoredFields, reconciliationFields, restFields, serverFields } from './names.ts'

/** Converts an object to its form in the legacy API, where ids are JSON numbers. */
export async function toRest(
  kind: Kind,
  object: StoredObject,
  { loaders }: RequestContext,
): Promise<Record<string, unknown>> {
  const spec = object.spec as Record<string, unknown>
  const fields = await Promise.all(
    restFields(kind).map(async ({ field, name, references }) => {
      if (references === undefined) return [name, spec[field] ?? null]
      const target = await loaders.referenced.load({ id: object.id, field })
      return [name, target === undefined ? null : Number(target.id)]
    }),
  )
  return {
    ID: Number(object.id),
    CreatedAt: object.createdAt.toISOString(),
    UpdatedAt: object.updatedAt.toISOString(),
    DeletedAt: null,
    Name: object.name,
    ...Object.fromEntries(fields),
    ...(kind.reconciled ? reconciliation(object) : {}),
  }
}

function reconciliation(object: StoredObject): Record<string, unknown> {
  const status = object.status as unknown as ObjectStatus
  const ready = conditionOf(status, 'Ready')
  return {
    Reconciled: object.ready && object.observedGeneration === object.generation,
    CreationConfirmed: ready?.status === 'True' ? ready.lastTransitionTime : null,
    CreationFailed: status.phase === 'Failed' || status.phase === 'Parked',
    DeletionScheduled: object.deletionRequestedAt?.toISOString() ?? null,
    InterruptReconciliation: false,
    Status: legacyStatus[status.phase],
  }
}

/** The status of the legacy API, which its client computed. */
const legacyStatus: Record<ObjectStatus['phase'], string> = {
  Pending: 'Reconciling',
  Progressing: 'Reconciling',
  Waiting: 'Reconciling',
  Deleting: 'Reconciling',
  Ready: 'Healthy',
  Failed: 'Error',
  Parked: 'Error',
  Blocked: 'Unhealthy',
  Unreachable: 'Down',
}

export interface RestInput {
  name?: unknown
  spec: Record<string, unknown>
  /** Errors of the structure of the payload; the values are not validated yet. */
  errors: FieldError[]
}

/**
 * Converts a payload to an input of the store. Throws INVALID_INPUT for an empty payload. Messages are those of the
 * legacy API where it had one.
 */
export async function fromRest(kind: Kind, body: unknown, context: RequestContext): Promise<RestInput> {
  if (!isRecord(body) || Object.keys(body).length === 0) {
    throw invalidInput([
      { path: 'body', code: 'REQUIRED', message: 'JSON payload is empty', remedy: 'Send a JSON object.' },
    ])
  }
  const fields = restFields(kind)
  const errors: FieldError[] = []
  const input: RestInput = { spec: {}, errors }
  for (const [name, value] of Object.entries(body)) {
    const field = findRestField(fields, kind, name)
    if (name === 'Name') input.name = value
    else if ((serverFields as readonly string[]).includes(name)) {
      errors.push({
        path: name,
        code: 'FORBIDDEN',
        message: 'Update of GORM Model fields is not allowed',
        remedy: 'Leave it out.',
      })
    } else if (field === undefined) {
      if (ignoredFields.has(name) || (kind.reconciled && reconciliationFields.has(name))) continue
      const remedy = `Fields are Name, ${fields.map((each) => each.name).join(', ')}.`
      errors.push({
        path: name,
        code: 'UNKNOWN_FIELD',
        message: 'Unsupported fields are not allowed',
        remedy,
      })
    } else if (field.references === undefined || value === null) input.spec[field.field] = value
    else {
      const reference = await nameOf(context, field.references, value)
      if (typeof reference === 'string') input.spec[field.field] = reference
      else errors.push({ path: `spec.${field.field}`, ...reference })
    }
  }
  return input
}

/** Returns the name of the object with an id, as a reference; returns an error when no such object exists. */
async function nameOf(
  { loaders }: RequestContext,
  kind: string,
  id: unknown,
): Promise<string | Omit<FieldError, 'path'>> {
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) {
    return { code: 'INVALID_TYPE', message: `must be the ID of a ${kind}`, value: shownValue(id) }
  }
  const target = await loaders.byId.load(BigInt(id))
  if (target?.kind !== kind)
    return { code: 'NOT_FOUND', message: `there is no ${kind} with this ID`, value: shownValue(id) }
  const project = target.projectId === null ? undefined : await loaders.byId.load(target.projectId)
  return project === undefined ? target.name : `${project.name}/${target.name}`
}
