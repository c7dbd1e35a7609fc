import { PlatformError, errorTable, isPlatformError } from '../schema/errors.ts'

/*
 * Errors during the start of a process. Expected errors print one line that says what to do; stack traces are for bugs.
 */

/** Runs a step of the start. On a PlatformError, prints its message and exits with the exit code of the error table. */
export async function exitOnError<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (!isPlatformError(error)) throw error
    process.stderr.write(`Error: ${error.message}\n`)
    process.exit(errorTable[error.code].exit)
  }
}

/** Runs a step that needs another component. Throws UNAVAILABLE with `what` and the message of the failure. */
export async function orUnavailable<Result>(what: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (cause) {
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
    throw new PlatformError('UNAVAILABLE', `${what}: ${reason}`, { cause })
  }
}
