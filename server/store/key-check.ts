import type { Pool } from 'pg'
import { allKinds, kindNamed } from '../../schema/kinds/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { secretContext } from './drafts.ts'
import { unknownKeyMessage, type Encryption } from './encryption.ts'
import { hasSecrets } from './secret-maps.ts'
import { run, type Statement } from './sql.ts'

const kinds = allKinds.filter(hasSecrets).map(({ kind }) => kind)

/**
 * Throws CONFLICT when the secrets of a database cannot be decrypted. Checked at the start, where an operator can fix it,
 * instead of failing for each object with a secret.
 */
export async function assertKeyOf(sql: Pool, encryption: Encryption): Promise<void> {
  const [row] = await run<{
    kind: string
    name: string
    project: string | null
    secrets: Record<string, string>
  }>(sql, findSealedLast, [kinds])
  const [field, value] = Object.entries(row?.secrets ?? {})[0] ?? []
  if (row === undefined || field === undefined || value === undefined) return
  const owner = { kind: kindNamed(row.kind), project: row.project ?? '', name: row.name }
  try {
    encryption.open(value, secretContext(owner, field))
  } catch (cause) {
    throw new PlatformError('CONFLICT', unknownKeyMessage, { cause })
  }
}

const findSealedLast: Statement = {
  name: 'find-sealed-last',
  text: `
  SELECT object.kind, object.name, project.name AS project, object.secrets
  FROM "Object" object LEFT JOIN "Object" project ON project.id = object."projectId"
  WHERE object.kind = ANY($1) AND object.secrets <> '{}' ORDER BY object.id DESC LIMIT 1`,
}
