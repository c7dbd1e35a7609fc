import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { PoolClient } from 'pg'
import { PlatformError, invalidInput, shownValue } from '../../schema/errors.ts'
import type { OnceRequest } from '../../schema/graphql/store-writes.ts'
import type { StoreContext } from './context.ts'
import type { Encryption } from './encryption.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'

/**
 * Runs `work` once for each key of an actor, as specified by `Store.once`. The key is written first, in the transaction of
 * the work. Concurrent requests with the same key wait for that row; then they find the response, or run the work themselves
 * when it was rolled back.
 */
export async function once<Result>(
  { sql: pool, inProgress, encryption }: StoreContext,
  { actor, key, keyPath = 'idempotencyKey', request }: OnceRequest,
  work: (sql: PoolClient) => Promise<Result>,
): Promise<Result> {
  checkKey(key, keyPath)
  const keyed: KeyedRequest = { actor, key, ...digestsOf(request, encryption) }
  const name = JSON.stringify([actor, key])
  for (let other = inProgress.get(name); other !== undefined; other = inProgress.get(name)) await other
  const stored = await findResponse(pool, keyed)
  if (stored !== undefined) return stored.response as Result
  const response = transaction(pool, (sql) => runOnce(sql, keyed, work))
  const settled = response.then(
    () => undefined,
    () => undefined,
  )
  inProgress.set(name, settled)
  try {
    return await response
  } finally {
    if (inProgress.get(name) === settled) inProgress.delete(name)
  }
}

interface KeyedRequest {
  actor: string
  key: string
  digest: string
  /** The digests with former keys, and as earlier releases stored it; the latter goes with the support for these. */
  formerDigests: readonly string[]
}

async function runOnce<Result>(
  sql: PoolClient,
  keyed: KeyedRequest,
  work: (sql: PoolClient) => Promise<Result>,
): Promise<Result> {
  const { actor, key, digest } = keyed
  const [taken] = await run(sql, takeKey, [actor, key, digest])
  if (taken === undefined) {
    const stored = await findResponse(sql, keyed)
    if (stored === undefined)
      throw new PlatformError('CONFLICT', `idempotency key ${shownValue(key)} is in use`)
    return stored.response as Result
  }
  const response = await work(sql)
  await run(sql, storeResponse, [actor, key, serialize(response)])
  return response
}

function checkKey(key: string, path: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return
  const message = 'must be 1 to 255 visible ASCII characters'
  const remedy = 'Use a UUID, or the id of the CI job.'
  throw invalidInput([{ path, code: 'TOO_LONG', message, value: shownValue(key), remedy }])
}

async function findResponse(
  sql: Sql,
  { actor, key, digest, formerDigests }: KeyedRequest,
): Promise<{ response: unknown } | undefined> {
  const [row] = await run<{ request: string; answer: Buffer }>(sql, findKey, [actor, key])
  if (row === undefined) return undefined
  if ([digest, ...formerDigests].includes(row.request)) return { response: deserialize(row.answer) }
  const message = `idempotency key ${shownValue(key)} was used for another request before; use a new key for each request`
  throw new PlatformError('KEY_REUSED', message)
}

/**
 * Returns the digests of a request, which do not depend on the order of fields. The current one is keyed, because
 * requests may contain secrets.
 */
function digestsOf(request: unknown, encryption: Encryption): Pick<KeyedRequest, 'digest' | 'formerDigests'> {
  const text = JSON.stringify(request, sortedFields)
  const [digest, ...former] = encryption.digests(text)
  return { digest, formerDigests: [...former, createHash('sha256').update(text).digest('hex')] }
}

function sortedFields(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Deletes at most `limit` expired keys; resolves with their number. */
export async function deleteExpiredKeys(sql: Sql, limit: number): Promise<number> {
  return (await run(sql, deleteKeys, [limit])).length
}

const lifetime = '24 hours'

/** Inserts a key, or takes over an expired one. */
const takeKey: Statement = {
  name: 'take-key',
  text: `
  INSERT INTO "IdempotencyKey" AS known (actor, key, request, answer) VALUES ($1, $2, $3, '')
  ON CONFLICT (actor, key) DO UPDATE SET request = excluded.request, answer = '', "createdAt" = now()
    WHERE known."createdAt" <= now() - interval '${lifetime}'
  RETURNING key`,
}

const storeResponse: Statement = {
  name: 'store-response',
  text: 'UPDATE "IdempotencyKey" SET answer = $3 WHERE actor = $1 AND key = $2',
}

const findKey: Statement = {
  name: 'find-idempotency-key',
  text: `
  SELECT request, answer FROM "IdempotencyKey"
  WHERE actor = $1 AND key = $2 AND "createdAt" > now() - interval '${lifetime}'`,
}

const deleteKeys: Statement = {
  name: 'delete-idempotency-keys',
  text: `
  DELETE FROM "IdempotencyKey" WHERE (actor, key) IN (
    SELECT actor, key FROM "IdempotencyKey" WHERE "createdAt" <= now() - interval '${lifetime}'
    ORDER BY "createdAt" LIMIT $1 FOR UPDATE SKIP LOCKED
  ) RETURNING key`,
}
