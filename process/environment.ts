import { PlatformError, errorTable, isPlatformError } from '../schema/errors.ts'

/*
 * How a process begins: what keeps it from that is told in a line that says what to do. A stack trace is for bugs.
 */

/** Does a step of the start. Where an error of the table keeps it from that, tells of it and ends the process with its code. */
export async function orEnd<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (!isPlatformError(error)) throw error
    process.stderr.write(`Error: ${error.message}\n`)
    process.exit(errorTable[error.code].exit)
  }
}

/** Runs a step whose failure means that something else is away. Throws UNAVAILABLE: `what`, with the words of the failure. */
export async function orAway<Result>(what: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (cause) {
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
    throw new PlatformError('UNAVAILABLE', `${what}: ${reason}`, { cause })
  }
}
