import type { Client } from '../../../client-sdk/index.ts'

/** The target of an attack: a server, and a token if the attacker has one. */
export interface Target {
  url: string
  port: number
  /** An administrator's token, other than that of the healthy client. */
  token: string
  /** A client with that token, without retries. */
  client: Client
}

/** An action of one client that must not affect the others. Runs in a separate process. */
export interface Attack {
  /** A short description of the action. */
  name: string
  /** The expected responses, as returned by `run`: the code of an error, a status, the end of a connection. */
  expected: readonly string[]
  /** Prepares the attack; not measured. */
  prepare?(target: Target): Promise<void>
  /** Attacks once. @returns The server's responses, each of which must be expected */
  run(target: Target): Promise<readonly string[]>
}

/** Returns the code of the error that rejects a promise, or `done`. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof Error && 'code' in error && typeof error.code === 'string'
        ? error.code
        : String(error),
  )
}
