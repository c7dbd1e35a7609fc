import { deserialize, serialize } from 'node:v8'
import { isRecord } from '../../schema/manifests.ts'
import { allKinds, findKind } from '../../schema/kinds/index.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { secretContext } from './drafts.ts'
import type { Encryption } from './encryption.ts'
import { run, specOf, transaction, type Sql, type Statement } from './sql.ts'
import { outputContext } from './secrets.ts'
import { holdsSecrets, separateSecrets } from './secret-texts.ts'

/*
 * Encrypts what releases before have stored in the clear (values of Secrets in texts of manifests), and encrypts anew what
 * was encrypted with a former key. In batches: each is a short transaction that is done once however often it is run.
 */

interface Batch {
  /** Place after which it begins. */
  after: bigint
  limit: number
}

const texts = allKinds.filter(({ manifests }) => manifests.length > 0)
const sealable = allKinds.filter(({ secrets, manifests }) => secrets.length + manifests.length > 0)
const textFields = [...new Set(texts.flatMap(({ manifests }) => manifests))]

/** Seals objects; resolves with how many, and with the last that was looked at, undefined when there are no more. */
async function sealObjects(
  sql: Sql,
  encryption: Encryption,
  { after, limit }: Batch,
): Promise<{ sealed: number; last: bigint | undefined }> {
  return transaction(sql, async (connection) => {
    const rows = await run<Row>(connection, findUnsealed, [
      after,
      sealable.map(({ kind }) => kind),
      textFields,
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

/** The columns that change. */
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
    if (field in stored || typeof text !== 'string' || !holdsSecrets(text)) return []
    return [{ field, ...separateSecrets(text, { mark: (bytes) => encryption.mark(bytes) }) }]
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

/** Values under the key of today; undefined where all are. */
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

/** Seals entries of the log up to a place; resolves with how many, and up to where the log is sealed now. */
async function sealChanges(
  sql: Sql,
  encryption: Encryption,
  { after, limit, upTo }: Batch & { upTo: bigint },
): Promise<{ sealed: number; last: bigint }> {
  return transaction(sql, async (connection) => {
    const rows = await run<{ seq: bigint; before: unknown; after: unknown }>(connection, findChanges, [
      after,
      upTo,
      texts.map(({ kind }) => kind),
      textFields,
      limit,
    ])
    let sealed = 0
    for (const row of rows) {
      const [before, now] = [row.before, row.after].map((spec) => shownIn(spec, encryption))
      if (before === row.before && now === row.after) continue
      sealed += 1
      await run(connection, storeChange, [row.seq, json(before), json(now)])
    }
    const last = rows.length < limit ? undefined : rows.at(-1)?.seq
    return { sealed, last: last ?? (upTo > after ? upTo : after) }
  })
}

/** Seals the answers that are kept for idempotency keys. */
export async function sealAnswers(sql: Sql, encryption: Encryption): Promise<void> {
  const rows = await run<{ actor: string; key: string; answer: Buffer }>(sql, findAnswers, [])
  for (const { actor, key, answer } of rows) {
    const value: unknown = answer.length === 0 ? undefined : deserialize(answer)
    const shown = shownIn(value, encryption)
    if (shown !== value) await run(sql, storeAnswer, [actor, key, answer, serialize(shown)])
  }
}

const restNames = texts.flatMap(({ rest, manifests }) =>
  manifests.map((field) => rest.fields?.[field] ?? field),
)
const textNames: ReadonlySet<string> = new Set([...textFields, ...restNames])

/** A value with marks in all texts of manifests; the same one where there is nothing to hide. */
function shownIn(value: unknown, encryption: Encryption): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => shownIn(item, encryption))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isRecord(value) || value instanceof Date || Buffer.isBuffer(value)) return value
  const entries = Object.entries(value).map(([key, entry]): [string, unknown] => {
    if (!textNames.has(key) || typeof entry !== 'string' || !holdsSecrets(entry))
      return [key, shownIn(entry, encryption)]
    const { shown } = separateSecrets(entry, { mark: (bytes) => encryption.mark(bytes) })
    return [key, shown]
  })
  return entries.every(([key, entry]) => entry === value[key]) ? value : Object.fromEntries(entries)
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/** Everything at once, in the transaction of a restore: what a release before has taken holds texts in the clear. */
export async function sealAll(sql: Sql, encryption: Encryption): Promise<void> {
  const limit = 100
  await sealAllObjects(sql, encryption, { limit })
  const [log] = await run<{ newest: bigint | null }>(sql, findNewest, [])
  const upTo = log?.newest ?? 0n
  await sealLog(sql, encryption, { after: 0n, upTo, span: upTo, limit })
}

/** Seals all objects and then the answers, in batches, until the signal is aborted; resolves with how many objects. */
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
  await sealAnswers(sql, encryption)
  return count
}

export interface LogToSeal {
  after: bigint
  upTo: bigint
  limit: number
  /** Numbers of the log that one batch looks through. */
  span: bigint
  signal?: AbortSignal
  /** Keeps how far it has come; false ends it. */
  save?: (sealedUpTo: bigint) => Promise<boolean>
}

/** Seals the log in batches; resolves with how many entries. */
export async function sealLog(
  sql: Sql,
  encryption: Encryption,
  { after, upTo, limit, span, signal, save = async () => true }: LogToSeal,
): Promise<number> {
  let [count, place] = [0, after]
  while (place < upTo && signal?.aborted !== true) {
    const end = place + span < upTo ? place + span : upTo
    const { sealed, last } = await sealChanges(sql, encryption, { after: place, limit, upTo: end })
    if (!(await save(last))) break
    place = last
    count += sealed
  }
  return count
}

/** A kind that is written with escapes has a backslash. */
const mayHoldSecret = (column: string): string =>
  `EXISTS (SELECT FROM unnest($FIELDS::text[]) field WHERE strpos(${column}->>field, 'Secret') > 0 OR strpos(${column}->>field, '\\') > 0)`

/** $1 after, $2 kinds, $3 fields with texts, $4 pattern of values under the key of today, $5 limit. */
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

/** $1 after, $2 up to, $3 kinds, $4 fields with texts, $5 limit. */
const findChanges: Statement = {
  name: 'find-unsealed-changes',
  text: `
  SELECT seq, before, after FROM "Change"
  WHERE seq > $1 AND seq <= $2 AND kind = ANY($3) AND operation <> 'STATUS' AND (
    ${mayHoldSecret('before').replaceAll('$FIELDS', '$4')} OR ${mayHoldSecret('after').replaceAll('$FIELDS', '$4')}
  ) ORDER BY seq LIMIT $5`,
}

const storeChange: Statement = {
  name: 'store-sealed-change',
  text: 'UPDATE "Change" SET before = coalesce($2, before), after = coalesce($3, after) WHERE seq = $1',
}

const findNewest: Statement = { name: 'find-newest-change', text: 'SELECT max(seq) AS newest FROM "Change"' }

/** Texts are Latin-1, or UTF-16 where they have to be. */
const findAnswers: Statement = {
  name: 'find-unsealed-answers',
  text: `
  SELECT actor, key, answer FROM "IdempotencyKey"
  WHERE position('Secret'::bytea IN answer) > 0 OR position('\\x530065006300720065007400'::bytea IN answer) > 0`,
}

/** $1 actor, $2 key, $3 answer that was found, $4 sealed. A key that was used again meanwhile keeps its new answer. */
const storeAnswer: Statement = {
  name: 'store-sealed-answer',
  text: 'UPDATE "IdempotencyKey" SET answer = $4 WHERE actor = $1 AND key = $2 AND answer = $3',
}
