import { z } from 'zod'

/** Declares a spec field with the name of a resource in a cluster, for example of a Secret. */
export function resourceNameField(description: string) {
  return z
    .string()
    .max(253)
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/, {
      error: 'must be a DNS name of lower case letters, digits, "-" and "."',
    })
    .optional()
    .meta({ description, filterable: true })
}
