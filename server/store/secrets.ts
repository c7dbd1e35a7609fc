import { kindNamed } from '../../schema/kinds/index.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { secretContext } from './drafts.ts'
import { notFound } from './objects.ts'
import { run, type Statement } from './rows.ts'

/** Values of secret spec fields and secret outputs, in the clear. */
export async function openSecrets(context: StoreContext, id: bigint): Promise<Record<string, string>> {
  const [row] = await run<StoredObject & { project: string | null }>(context.sql, findSealed, [id])
  if (row === undefined) throw notFound({ id })
  const owner = { kind: kindNamed(row.kind), project: row.project ?? '', name: row.name }
  const open = (sealed: unknown, place: (field: string) => string): [string, string][] =>
    Object.entries((sealed ?? {}) as Record<string, string>).map(([field, value]) => [
      field,
      context.encryption.open(value, place(field)),
    ])
  return Object.fromEntries([
    ...open(row.secrets, (field) => secretContext(owner, field)),
    ...open(row.secretOutputs, (name) => outputContext(row, name)),
  ])
}

/** What a secret output is bound to: it cannot be opened for another object or under another name. */
export function outputContext({ id }: StoredObject, name: string): string {
  return `${id}/${name}`
}

const findSealed: Statement = {
  name: 'find-sealed',
  text: `
  SELECT object.*, project.name AS project
  FROM "Object" object LEFT JOIN "Object" project ON project.id = object."projectId" WHERE object.id = $1`,
}
