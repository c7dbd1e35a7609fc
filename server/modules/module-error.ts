import type { FailureRules } from '../../process/upstream/failure-rules.ts'
import { PlatformError } from '../../schema/errors.ts'

/** Thrown when a module did not respond. The message is a predicate of its API server, and reveals no address. */
export class ModuleError extends Error {}

/** The failure rules by which the breaker treats errors of a module. */
export const moduleFailures: FailureRules<ModuleError> = {
  isFailure: (error): error is ModuleError => error instanceof ModuleError,
  isDisconnected: (error): error is ModuleError => error instanceof ModuleError,
  retryAfter: () => undefined,
  postponed: (failure) => failure,
  toRecord: ({ message }) => ({ kind: 'module', message, reason: 'Unreachable' }),
  fromRecord: ({ message }) => new ModuleError(message),
}

/** Returns the error that a client gets. */
export function unavailableModule(name: string, { message }: ModuleError): PlatformError {
  return new PlatformError('UNAVAILABLE', `the module ${name} does not respond: ${message}`, {
    details: { retryAfter: 2 },
  })
}
