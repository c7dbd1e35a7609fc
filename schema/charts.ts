import { z } from 'zod'

/** Declares a spec field with the version of a Helm chart, or a range of versions. */
export function chartVersionField(description: string) {
  return z
    .string({ error: 'must be a version or a range of versions' })
    .min(1, { error: 'must not be empty', abort: true })
    .max(200)
    .regex(/^[\w.*^~<>=|,+\s-]+$/, {
      error: 'must be a version such as "1.2.3" or a range such as "^1.2" or ">=1.2 <2"',
    })
    .optional()
    .meta({ description, filterable: true })
}
