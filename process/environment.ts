import { z } from 'zod'
import {
  PlatformError,
  describeFieldError,
  errorTable,
  isPlatformError,
  type FieldError,
} from '../schema/errors.ts'
import { issueErrors, plainly } from '../schema/inputs.ts'

/*
 * How a process begins: what keeps it from that is told in a line that says what to do. A stack trace is for bugs.
 */

const VariableMeta = z.object({ is: z.string().optional(), secret: z.boolean().optional() })

/**
 * Settings from the environment. A variable may say in its meta data what it `is`, for who has to set it, and that it is
 * `secret`: then its value is not shown. Thrown when variables are wrong: INVALID_INPUT, with a line for each.
 */
export function readEnvironment<Shape extends z.ZodObject>(
  shape: Shape,
  environment: NodeJS.ProcessEnv,
): z.infer<Shape> {
  const parsed = shape.safeParse(environment, plainly)
  if (parsed.success) return parsed.data
  const known: Readonly<Record<string, z.ZodType>> = shape.shape
  const found = issueErrors(parsed.error, { at: '', input: environment }).map(({ value, ...error }) => {
    const { is, secret = false } = VariableMeta.parse(known[error.path]?.meta() ?? {})
    return {
      ...error,
      ...(secret || value === undefined ? {} : { value }),
      ...(is === undefined ? {} : { remedy: `Set it to ${is}.` }),
    } satisfies FieldError
  })
  const fields = [...new Map(found.map((error) => [error.path, error])).values()]
  const text = `the environment is wrong:\n${fields.map((field) => `  ${describeFieldError(field)}`).join('\n')}`
  throw new PlatformError('INVALID_INPUT', text, { details: { fields } })
}

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

/** Runs a step whose failure means that something else is away: `what`, with the words of the failure. */
export async function orAway<Result>(what: string, step: () => Promise<Result>): Promise<Result> {
  return orEnd(async () => {
    try {
      return await step()
    } catch (cause) {
      const reason = cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
      throw new PlatformError('UNAVAILABLE', `${what}: ${reason}`, { cause })
    }
  })
}
