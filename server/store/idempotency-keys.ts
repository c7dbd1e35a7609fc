import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { PoolClient } from 'pg'
import { PlatformError, invalidInput, shownValue } from '../../schema/errors.ts'
import type { OnceRequest } from '../../schema/graphql/store.ts'
import type { StoreContext } from './context.ts'
import type { Encryption } from './encryption.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'

/**
 * Does `work` once for each key of an actor, as `Store.once` tells. The key is written first, in the transaction of the
 * work: of requests at the same moment all others wait for that row, and then find the answer, or do the work themselves
 * where it was rolled back.
 */
export async function once<Result>(
  { sql: pool, answering, encryption }: StoreContext,
  { actor, key, request }: OnceRequest,
  work: (sql: PoolClient) => Promise<Result>,
): Promise<Result> {
  checkKey(key)
  const desired: Desired = { actor, key, ...digestsOf(request, encryption) }
  const name = JSON.stringify([actor, key])
  for (let other = answering.get(name); other !== undefined; other = answering.get(name)) await other
  const known = await findAnswer(pool, desired)
  if (known !== undefined) return known.answer as Result
  const answer = transaction(pool, (sql) => answerOnce(sql, desired, work))
  const settled = answer.then(
    () => undefined,
    () => undefined,
  )
  answering.set(name, settled)
  try {
    return await answer
  } finally {
    if (answering.get(name) === settled) answering.delete(name)
  }
}

interface Desired {
  actor: string
  key: string
  digest: string
  /** As releases before stored it. Goes with the support for them. */
  before: string
}

async function answerOnce<Result>(
  sql: PoolClient,
  desired: Desired,
  work: (sql: PoolClient) => Promise<Result>,
): Promise<Result> {
  const { actor, key, digest } = desired
  const [taken] = await run(sql, takeKey, [actor, key, digest])
  if (taken === undefined) {
    const known = await findAnswer(sql, desired)
    if (known === undefined)
      throw new PlatformError('CONFLICT', `idempotency key ${shownValue(key)} is in use`)
    return known.answer as Result
  }
  const answer = await work(sql)
  await run(sql, keepAnswer, [actor, key, serialize(answer)])
  return answer
}

function checkKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return
  const message = 'must be 1 to 255 visible ASCII characters'
  const remedy = 'Use a UUID, or the id of the CI job.'
  throw invalidInput([{ path: 'idempotencyKey', message, value: shownValue(key), remedy }])
}

async function findAnswer(
  sql: Sql,
  { actor, key, digest, before }: Desired,
): Promise<{ answer: unknown } | undefined> {
  const [row] = await run<{ request: string; answer: Buffer }>(sql, findKey, [actor, key])
  if (row === undefined) return undefined
  if (row.request === digest || row.request === before) return { answer: deserialize(row.answer) }
  const message = `idempotency key ${shownValue(key)} was used for another request before; take a new key for a new request`
  throw new PlatformError('KEY_REUSED', message)
}

/** Equal requests have equal digests, whatever the order of their fields. They are keyed: requests may hold secrets. */
function digestsOf(request: unknown, encryption: Encryption): Pick<Desired, 'digest' | 'before'> {
  const text = JSON.stringify(request, sortedFields)
  return { digest: encryption.digest(text), before: createHash('sha256').update(text).digest('hex') }
}

function sortedFields(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Deletes keys that are over, at most so many at once; resolves with their number. */
export async function forgetKeys(sql: Sql, limit: number): Promise<number> {
  return (await run(sql, deleteKeys, [limit])).length
}

const lifetime = '24 hours'

/** A key that is over is as good as none. */
const takeKey: Statement = {
  name: 'take-key',
  text: `
  INSERT INTO "IdempotencyKey" AS known (actor, key, request, answer) VALUES ($1, $2, $3, '')
  ON CONFLICT (actor, key) DO UPDATE SET request = excluded.request, answer = '', "createdAt" = now()
    WHERE known."createdAt" <= now() - interval '${lifetime}'
  RETURNING key`,
}

const keepAnswer: Statement = {
  name: 'keep-answer',
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
