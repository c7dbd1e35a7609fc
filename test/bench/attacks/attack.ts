import type { Client } from '../../../client-sdk/index.ts'

/** What an attack is aimed at: a server, and a token where the attacker has one. */
export interface Target {
  url: string
  port: number
  /** Of an administrator, and not the one of the healthy client. */
  token: string
  /** With that token; tries nothing twice. */
  client: Client
}

/** Something that one client does and all others must not notice. Runs in a process of its own. */
export interface Attack {
  /** Says what is done, in a few words. */
  name: string
  /** Answers that are right, each in the words of `run`: an error's code, a status, how a connection ended. */
  expected: readonly string[]
  /** Makes what the attack needs; not measured. */
  prepare?(target: Target): Promise<void>
  /** Attacks, once. @returns What the server answered, each of which must be expected */
  run(target: Target): Promise<readonly string[]>
}

/** The code of the error with which something ends, or `done`. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof Error && 'code' in error && typeof error.code === 'string'
        ? error.code
        : String(error),
  )
}
