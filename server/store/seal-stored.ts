import { deserialize, serialize } from 'node:v8'
import { isRecord } from '../../schema/manifests.ts'
import { allKinds, findKind, kindNamed } from '../../schema/kinds/index.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { secretContext } from './secret-contexts.ts'
import type { Encryption } from './encryption.ts'
import { run, specOf, transaction, type Sql, type Statement } from './sql.ts'
import { hasSecrets } from './secret-maps.ts'
import { resealHistory } from './seal-history.ts'
import { resealTerraform } from './seal-terraform.ts'
import { outputContext } from './secrets.ts'
import { separateSecrets } from '../manifests/secret-texts.ts'
import { containsSecrets } from '../manifests/secret-values.ts'

/*
 * Encrypts what earlier releases stored in plain text (values of Secrets in manifests), and re-encrypts what was encrypted
 * with a former key. Works in batches: each is a short, idempotent transaction.
 */

interface Batch {
  /** The id or sequence number after which the batch begins. */
  after: bigint
  limit: number
}

const manifestKinds = allKinds.filter(({ manifests }) => manifests.length > 0)
const sealable = allKinds.filter(hasSecrets)
const manifestFields = [...new Set(manifestKinds.flatMap(({ manifests }) => manifests))]

/**
 * Seals one batch of objects; resolves with their number, and with the id of the last one, undefined after the last
 * batch.
 */
async function sealObjects(
  sql: Sql,
  encryption: Encryption,
  { after, limit }: Batch,
): Promise<{ sealed: number; last: bigint | undefined }> {
  return transaction(sql, async (connection) => {
    const rows = await run<Row>(connection, findUnsealed, [
      after,
      sealable.map(({ kind }) => kind),
      manifestFields,
      `%:${encryption.keyId}`,
      limit,
    ])
    let sealed = 0
    for (const row of rows) {
      const { spec, secrets, secretOutputs } = sealedRow(row, encryption)
      if (spec === undefined && secrets === undefined && secretOutputs === undefined) continue
      sealed += 1
      await run(connection, storeSealed, [row.id, json(spec), json(secrets), json(secretOutputs)])
    }
    return { sealed, last: rows.length < limit ? undefined : rows.at(-1)?.id }
  })
}

type Row = StoredObject & { project: string | null }
type Values = Record<string, string>

/** Returns the columns that change. */
function sealedRow(row: Row, encryption: Encryption) {
  const kind = findKind(row.kind)
  if (kind === undefined) return {}
  const owner = { kind, project: row.project ?? '', name: row.name }
  const fields = resealed(row.secrets, encryption, (field) => secretContext(owner, field))
  const outputs = resealed(row.secretOutputs, encryption, (name) => outputContext(row, name))
  const spec = specOf(row)
  const stored = (row.secrets ?? {}) as Values
  const separated = kind.manifests.flatMap((field) => {
    const text = spec[field]
    if (field in stored || typeof text !== 'string' || !containsSecrets(text)) return []
    const scope = secretContext(owner, field)
    return [
      { field, ...separateSecrets(text, { placeholder: (bytes) => encryption.placeholder(bytes, scope) }) },
    ]
  })
  const added = separated.map(({ field, plain }) => [
    field,
    encryption.seal(plain, secretContext(owner, field)),
  ])
  const shown = separated.map(({ field, shown: text }) => [field, text])
  return {
    ...(shown.length === 0 ? {} : { spec: { ...spec, ...(Object.fromEntries(shown) as Values) } }),
    ...(fields === undefined && added.length === 0
      ? {}
      : { secrets: { ...stored, ...fields, ...(Object.fromEntries(added) as Values) } }),
    ...(outputs === undefined ? {} : { secretOutputs: outputs }),
  }
}

/** Re-encrypts values with the current key; returns undefined when all of them already are. */
function resealed(
  column: unknown,
  encryption: Encryption,
  contextOf: (name: string) => string,
): Values | undefined {
  const entries = Object.entries((column ?? {}) as Values)
  if (entries.every(([, value]) => encryption.isCurrent(value))) return undefined
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const context = contextOf(name)
      return [
        name,
        encryption.isCurrent(value) ? value : encryption.seal(encryption.open(value, context), context),
      ]
    }),
  )
}

/**
 * Seals one batch of log entries; resolves with their number, and with the position up to which the log is sealed now.
 */
async function sealChanges(
  sql: Sql,
  encryption: Encryption,
  { after, limit, upTo }: Batch & { upTo: bigint },
): Promise<{ sealed: number; last: bigint }> {
  return transaction(sql, async (connection) => {
    const rows = await run<ChangeRow>(connection, findChanges, [
      after,
      upTo,
      manifestKinds.map(({ kind }) => kind),
      manifestFields,
      limit,
    ])
    let sealed = 0
    for (const row of rows) {
      const owner = { kind: kindNamed(row.kind), project: row.project ?? '', name: row.name }
      const placeholder: Placeholder = (bytes, field) =>
        encryption.placeholder(bytes, secretContext(owner, field))
      const [before, now] = [row.before, row.after].map((spec) => withPlaceholders(spec, placeholder))
      if (before === row.before && now === row.after) continue
      sealed += 1
      await run(connection, storeChange, [row.seq, json(before), json(now)])
    }
    const last = rows.length < limit ? undefined : rows.at(-1)?.seq
    return { sealed, last: last ?? (upTo > after ? upTo : after) }
  })
}

type ChangeRow = Pick<Row, 'kind' | 'project' | 'name'> & { seq: bigint; before: unknown; after: unknown }

/** Seals the responses that are stored for idempotency keys. */
export async function sealResponses(sql: Sql, encryption: Encryption): Promise<void> {
  const rows = await run<{ actor: string; key: string; answer: Buffer }>(sql, findResponses, [])
  for (const { actor, key, answer } of rows) {
    const value: unknown = answer.length === 0 ? undefined : deserialize(answer)
    const scope = JSON.stringify([actor, key])
    const shown = withPlaceholders(value, (bytes) => encryption.placeholder(bytes, scope))
    if (shown !== value) await run(sql, storeSealedResponse, [actor, key, answer, serialize(shown)])
  }
}

const restNames = manifestKinds.flatMap(({ rest, manifests }) =>
  manifests.map((field) => rest.fields?.[field] ?? field),
)
const manifestNames: ReadonlySet<string> = new Set([...manifestFields, ...restNames])

/** Returns the placeholder of a value in a field with manifests. */
type Placeholder = (bytes: Buffer, field: string) => string

/**
 * Replaces the values of Secrets in all manifests of a value by placeholders; returns the same value when there are
 * none.
 */
function withPlaceholders(value: unknown, placeholder: Placeholder): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => withPlaceholders(item, placeholder))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isRecord(value) || value instanceof Date || Buffer.isBuffer(value)) return value
  const entries = Object.entries(value).map(([key, entry]): [string, unknown] => {
    if (!manifestNames.has(key) || typeof entry !== 'string' || !containsSecrets(entry))
      return [key, withPlaceholders(entry, placeholder)]
    const { shown } = separateSecrets(entry, { placeholder: (bytes) => placeholder(bytes, key) })
    return [key, shown]
  })
  return entries.every(([key, entry]) => entry === value[key]) ? value : Object.fromEntries(entries)
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/**
 * Seals everything in the transaction of a restore: a backup taken by an earlier release contains secrets in plain
 * text.
 */
export async function sealAll(sql: Sql, encryption: Encryption): Promise<void> {
  const limit = 100
  await sealAllObjects(sql, encryption, { limit })
  const [log] = await run<{ newest: bigint | null }>(sql, findNewest, [])
  const upTo = log?.newest ?? 0n
  await sealLog(sql, encryption, { after: 0n, upTo, span: upTo, limit })
}

/**
 * Seals all objects and then the secrets in the log and the stored responses, in batches, until the signal is aborted;
 * resolves with the number of objects.
 */
export async function sealAllObjects(
  sql: Sql,
  encryption: Encryption,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<number> {
  let count = 0
  for (let after: bigint | undefined = 0n; after !== undefined && signal?.aborted !== true;) {
    const { sealed, last } = await sealObjects(sql, encryption, { after, limit })
    count += sealed
    after = last
  }
  await resealHistory(sql, encryption, { limit, ...(signal && { signal }) })
  await resealTerraform(sql, encryption, { limit, ...(signal && { signal }) })
  await sealResponses(sql, encryption)
  return count
}

export interface LogToSeal {
  after: bigint
  upTo: bigint
  limit: number
  /** The range of sequence numbers that one batch scans. */
  span: bigint
  signal?: AbortSignal
  /** Saves the position; resolves with false to stop. */
  save?: (sealedUpTo: bigint) => Promise<boolean>
}

/** Seals the log in batches; resolves with the number of entries. */
export async function sealLog(
  sql: Sql,
  encryption: Encryption,
  { after, upTo, limit, span, signal, save = async () => true }: LogToSeal,
): Promise<number> {
  let [count, position] = [0, after]
  while (position < upTo && signal?.aborted !== true) {
    const end = position + span < upTo ? position + span : upTo
    const { sealed, last } = await sealChanges(sql, encryption, { after: position, limit, upTo: end })
    if (!(await save(last))) break
    position = last
    count += sealed
  }
  return count
}

/**
 * Returns the SQL that finds possible Secrets: the kind itself, or a backslash, because YAML can spell a kind with
 * escapes.
 */
const mayHoldSecret = (column: string): string =>
  `EXISTS (SELECT FROM unnest($FIELDS::text[]) field WHERE strpos(${column}->>field, 'Secret') > 0 OR strpos(${column}->>field, '\\') > 0)`

/** $1 after, $2 kinds, $3 fields with manifests, $4 pattern of values sealed with the current key, $5 limit. */
const findUnsealed: Statement = {
  name: 'find-unsealed',
  text: `
  SELECT object.*, project.name AS project
  FROM "Object" object LEFT JOIN "Object" project ON project.id = object."projectId"
  WHERE object.id > $1 AND object.kind = ANY($2) AND (
    (NOT coalesce(object.secrets, '{}') ?| $3 AND ${mayHoldSecret('object.spec').replaceAll('$FIELDS', '$3')})
    OR EXISTS (SELECT FROM jsonb_each_text(coalesce(object.secrets, '{}')) WHERE value NOT LIKE $4)
    OR EXISTS (SELECT FROM jsonb_each_text(coalesce(object."secretOutputs", '{}')) WHERE value NOT LIKE $4)
  ) ORDER BY object.id LIMIT $5 FOR NO KEY UPDATE OF object`,
}

const storeSealed: Statement = {
  name: 'store-sealed',
  text: `
  UPDATE "Object" SET spec = coalesce($2, spec), secrets = coalesce($3, secrets),
    "secretOutputs" = coalesce($4, "secretOutputs") WHERE id = $1`,
}

/** $1 after, $2 up to, $3 kinds, $4 fields with manifests, $5 limit. */
const findChanges: Statement = {
  name: 'find-unsealed-changes',
  text: `
  SELECT change.seq, change.kind, change.name, project.name AS project, change.before, change.after
  FROM "Change" change LEFT JOIN "Object" project ON project.id = change."projectId"
  WHERE change.seq > $1 AND change.seq <= $2 AND change.kind = ANY($3) AND change.operation <> 'STATUS' AND (
    ${mayHoldSecret('change.before').replaceAll('$FIELDS', '$4')}
    OR ${mayHoldSecret('change.after').replaceAll('$FIELDS', '$4')}
  ) ORDER BY change.seq LIMIT $5`,
}

const storeChange: Statement = {
  name: 'store-sealed-change',
  text: 'UPDATE "Change" SET before = coalesce($2, before), after = coalesce($3, after) WHERE seq = $1',
}

const findNewest: Statement = { name: 'find-newest-change', text: 'SELECT max(seq) AS newest FROM "Change"' }

/**
 * Finds stored responses that contain "Secret". `v8.serialize` writes strings as Latin-1, or as UTF-16 when necessary.
 */
const findResponses: Statement = {
  name: 'find-unsealed-responses',
  text: `
  SELECT actor, key, answer FROM "IdempotencyKey"
  WHERE position('Secret'::bytea IN answer) > 0 OR position('\\x530065006300720065007400'::bytea IN answer) > 0`,
}

/**
 * $1 actor, $2 key, $3 response that was found, $4 sealed response. A key that was reused meanwhile keeps its new
 * response.
 */
const storeSealedResponse: Statement = {
  name: 'store-sealed-response',
  text: 'UPDATE "IdempotencyKey" SET answer = $4 WHERE actor = $1 AND key = $2 AND answer = $3',
}
