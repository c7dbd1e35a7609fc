import type { Pool } from 'pg'
import { PlatformError } from '../../schema/errors.ts'
import type { Actor, IssuedLoginCode } from '../../schema/graphql/context.ts'
import { createKeyedLimiter } from '../pacing/keyed-limiter.ts'
import { run, type Statement } from '../store/sql.ts'
import { hashToken, newSecret, shownBy, type Credentials } from './credentials.ts'
import { sessionIn } from './session-cookie.ts'
import type { Authenticator } from './tokens.ts'

/* Logins of browsers, in the database, so that every server accepts them. Each belongs to a token, and ends with it. */

/** What starts a session: the token of an administrator, or a code that `createCode` made for one. */
export type LoginProof = { token: string } | { code: string }

export interface StartedSession {
  /** The value of its cookie, which is stored nowhere. */
  value: string
  actor: Actor
  expiresAt: Date
}

export interface Sessions {
  /** Starts a session. Throws UNAUTHENTICATED for a proof that is no longer valid, or never was. */
  start(proof: LoginProof, address: string): Promise<StartedSession>
  /** Prolongs the session of a request. Throws UNAUTHENTICATED if it has none. */
  renew(headers: Credentials): Promise<StartedSession>
  /** Ends the session of a request, if it has one. */
  end(headers: Credentials): Promise<void>
  /** Makes a code that starts one session for whoever sends the request. Throws UNAUTHENTICATED once its token has ended. */
  createCode(headers: Credentials, seconds: number): Promise<IssuedLoginCode>
}

/** How long a session lasts after its last renewal, and after its start. */
const lifetime = { renewed: '12 hours', whole: '7 days' }

export function createSessions(sql: Pool, authenticator: Pick<Authenticator, 'forgetSession'>): Sessions {
  // Guessing, at whatever rate, occupies two connections, and addresses take turns.
  const logins = createKeyedLimiter({ atOnce: 2, waiting: 100, of: 'logins', from: 'from this address' })
  return {
    start: (proof, address) =>
      logins.run(address, async () => {
        const value = newSecret(256)
        const [statement, secret] = 'code' in proof ? [startByCode, proof.code] : [startByToken, proof.token]
        const [row] = await run<SessionRow>(sql, statement, [hashToken(value), hashToken(secret)])
        if (row === undefined) throw new PlatformError('UNAUTHENTICATED', refusalOf(proof))
        return { value, ...startedOf(row) }
      }),
    renew: async (headers) => {
      const value = sessionIn(headers)
      const [row] = value === undefined ? [] : await run<SessionRow>(sql, renew, [hashToken(value)])
      if (value === undefined || row === undefined)
        throw new PlatformError('UNAUTHENTICATED', 'there is no session, or it has ended; log in')
      return { value, ...startedOf(row) }
    },
    end: async (headers) => {
      const value = sessionIn(headers)
      if (value === undefined) return
      await run(sql, end, [hashToken(value)])
      authenticator.forgetSession(hashToken(value))
    },
    createCode: async (headers, seconds) => {
      // Short, for links in terminals; it lasts some minutes at most.
      const code = newSecret(128)
      const [row] = await run<{ expiresAt: Date }>(sql, insertCode, [
        hashToken(code),
        shownBy(headers).hash,
        seconds,
      ])
      if (row === undefined)
        throw new PlatformError('UNAUTHENTICATED', 'the token or the session of the request has ended')
      return { code, expiresAt: row.expiresAt }
    },
  }
}

interface SessionRow {
  name: string
  actor: Actor['kind']
  expiresAt: Date
}

function startedOf({ name, actor, expiresAt }: SessionRow): Omit<StartedSession, 'value'> {
  return { actor: { kind: actor, name }, expiresAt }
}

function refusalOf(proof: LoginProof): string {
  return 'code' in proof
    ? 'the code was used before, has expired, or is wrong; get another with "qleetctl console"'
    : 'no administrator has this token, or it has expired; copy the whole content of the token file'
}

const isValid = (row: string): string => `(${row}."expiresAt" IS NULL OR ${row}."expiresAt" > now())`

/** Inserts a session of the token `token`: $1 the hash of its value. */
const insertSession = `
  INSERT INTO "Session" AS session (hash, "tokenHash", "expiresAt")
  SELECT $1, token.hash, least(now() + interval '${lifetime.renewed}', token."expiresAt")`
const ofAdministrator = `token.actor = 'ADMIN' AND ${isValid('token')}`
const returned = `RETURNING session."expiresAt",
    (SELECT name FROM "Token" WHERE hash = session."tokenHash"),
    (SELECT actor FROM "Token" WHERE hash = session."tokenHash")`

/** $2 the hash of a token. */
const startByToken: Statement = {
  name: 'start-session-by-token',
  text: `${insertSession} FROM "Token" token WHERE token.hash = $2 AND ${ofAdministrator}
  FOR KEY SHARE OF token ${returned}`,
}

/** $2 the hash of a code, which the same statement deletes: of concurrent uses, one finds it. */
const startByCode: Statement = {
  name: 'start-session-by-code',
  text: `
  WITH used AS (DELETE FROM "LoginCode" WHERE hash = $2 RETURNING "tokenHash", "expiresAt")
  ${insertSession} FROM used JOIN "Token" token ON token.hash = used."tokenHash"
  WHERE used."expiresAt" > now() AND ${ofAdministrator} FOR KEY SHARE OF token ${returned}`,
}

/** $1 the hash of the value of the session. */
const renew: Statement = {
  name: 'renew-session',
  text: `
  UPDATE "Session" session SET "expiresAt" = least(
    now() + interval '${lifetime.renewed}', session."createdAt" + interval '${lifetime.whole}', token."expiresAt")
  FROM "Token" token
  WHERE session.hash = $1 AND session."expiresAt" > now() AND token.hash = session."tokenHash" AND ${isValid('token')}
  RETURNING session."expiresAt", token.name, token.actor`,
}

const end: Statement = { name: 'end-session', text: 'DELETE FROM "Session" WHERE hash = $1' }

/** $1 the hash of the code, $2 that of a token, or of a session of one, $3 the lifetime in seconds. */
const insertCode: Statement = {
  name: 'insert-login-code',
  text: `
  INSERT INTO "LoginCode" (hash, "tokenHash", "expiresAt")
  SELECT $1, token.hash, now() + make_interval(secs => $3) FROM "Token" token
  WHERE ${isValid('token')} AND token.hash IN (
    SELECT $2 UNION ALL SELECT "tokenHash" FROM "Session" WHERE hash = $2 AND "expiresAt" > now())
  FOR KEY SHARE OF token RETURNING "expiresAt"`,
}
