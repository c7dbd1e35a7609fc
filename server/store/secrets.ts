import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { OpenedSpec } from '../../schema/graphql/store-queries.ts'
import type { ReconcileHolder } from '../../schema/graphql/store-reconciles.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { secretContext } from './secret-contexts.ts'
import { findOne, notFound } from './objects.ts'
import { findReferenced } from './read.ts'
import { withSecrets } from './secret-maps.ts'
import { run, specOf, type Statement } from './sql.ts'

/** Returns secret spec fields, manifests with Secrets, and secret outputs, in plain text. */
export async function openSecrets(context: StoreContext, id: bigint): Promise<Record<string, string>> {
  return openRow(context, await findSealedRow(context, id))
}

/** Returns the same of an object that has been read. */
export function openRow(context: StoreContext, row: SealedRow): Record<string, string> {
  return {
    ...openSpecSecrets(context, row),
    ...opened(row.secretOutputs, (name, value) => context.encryption.open(value, outputContext(row, name))),
  }
}

/** Returns an object whose reconcile of an epoch is running. Throws STALE_EPOCH when that has ended. */
export async function findReconciled(
  context: StoreContext,
  { id, epoch }: ReconcileHolder,
): Promise<StoredObject> {
  const reconciled = await findOne(context, { id })
  if (reconciled === undefined) throw notFound({ id })
  if (reconciled.epoch !== epoch || reconciled.leaseExpiresAt === null)
    throw new PlatformError('STALE_EPOCH', `epoch ${epoch} is over; the current epoch is ${reconciled.epoch}`)
  return reconciled
}

/**
 * Returns the spec, with secrets in plain text, of the object that a field of a reconciled object refers to, or a field of the object
 * that it refers to `through` another. Throws STALE_EPOCH when the reconcile of that epoch has ended.
 */
export async function openReferenced(
  context: StoreContext,
  { id, epoch, field, through }: ReconcileHolder & { field: string; through?: string },
): Promise<OpenedSpec> {
  const held = { id, epoch }
  const row =
    through === undefined
      ? await findReferencedRow(context, held, field)
      : await referencedBy(context, await findReferencedRow(context, held, through), field)
  return { generation: row.generation, spec: withSecrets(specOf(row), openSpecSecrets(context, row)) }
}

/** Returns what a field of a reconciled object refers to. One statement, since each reconcile opens its definition. */
async function findReferencedRow(
  context: StoreContext,
  { id, epoch }: ReconcileHolder,
  field: string,
): Promise<SealedRow> {
  const [row] = await run<SealedRow>(context.sql, findHeldReference, [id, epoch, field])
  return row ?? referencedBy(context, await findReconciled(context, { id, epoch }), field)
}

async function referencedBy(
  context: StoreContext,
  { id, kind, name }: StoredObject,
  field: string,
): Promise<SealedRow> {
  const [named] = await findReferenced(context, [{ id, field }])
  if (named !== undefined) return findSealedRow(context, named.id)
  throw new PlatformError('NOT_FOUND', `${kind} ${shownValue(name)} refers to no object in ${field}`)
}

/** An object with the name of its project, to which its secrets are bound. */
export type SealedRow = StoredObject & { project: string | null }

async function findSealedRow({ sql }: StoreContext, id: bigint): Promise<SealedRow> {
  const [row] = await run<SealedRow>(sql, findSealed, [id])
  if (row === undefined) throw notFound({ id })
  return row
}

/** Returns the secret fields of the spec of an object, in plain text. */
export function openSpecSecrets(
  { encryption }: Pick<StoreContext, 'encryption'>,
  row: SealedRow,
): Record<string, string> {
  const owner = { kind: kindNamed(row.kind), project: row.project ?? '', name: row.name }
  return opened(row.secrets, (field, value) => encryption.open(value, secretContext(owner, field)))
}

function opened(sealed: unknown, open: (name: string, value: string) => string): Record<string, string> {
  const entries = Object.entries((sealed ?? {}) as Record<string, string>)
  return Object.fromEntries(entries.map(([name, value]) => [name, open(name, value)]))
}

/** Returns the context that a secret output is bound to: it cannot be opened for another object or name. */
export function outputContext({ id }: Pick<StoredObject, 'id'>, name: string): string {
  return `${id}/${name}`
}

/** $1 id, $2 epoch, $3 field. No row if the reconcile of that epoch has ended, or the field refers to nothing. */
const findHeldReference: Statement = {
  name: 'find-held-reference',
  text: `
  SELECT object.*, project.name AS project
  FROM "Object" reconciled
  JOIN "Reference" reference ON reference."fromId" = reconciled.id AND reference.field = $3
  JOIN "Object" object ON object.id = reference."toId"
  LEFT JOIN "Object" project ON project.id = object."projectId"
  WHERE reconciled.id = $1 AND reconciled.epoch = $2 AND reconciled."leaseExpiresAt" IS NOT NULL`,
}

const findSealed: Statement = {
  name: 'find-sealed',
  text: `
  SELECT object.*, project.name AS project
  FROM "Object" object LEFT JOIN "Object" project ON project.id = object."projectId" WHERE object.id = $1`,
}
