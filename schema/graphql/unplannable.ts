import { invalidInput, type PlatformError } from '../errors.ts'

/** Returns the error for a plan of something that changes no desired state. */
export function unplannable(what: string): PlatformError {
  return invalidInput([
    {
      path: 'options.savePlan',
      code: 'NOT_SUPPORTED',
      message: `is not possible for ${what}, which changes no desired state`,
      remedy: 'Leave it out.',
    },
  ])
}
