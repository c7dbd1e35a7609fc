import { z } from 'zod'

/** The providers of buckets. */
export const bucketProviders = ['seaweedfs', 'aws', 'terraform'] as const
export type BucketProviderName = (typeof bucketProviders)[number]

/** Declares the spec field that decides whether a bucket keeps earlier versions of objects. */
export function versioningField() {
  return z
    .boolean()
    .default(false)
    .meta({
      description:
        'Indicates whether earlier versions of objects are kept. Once enabled, it can only be suspended: existing ' +
        'versions stay.',
      filterable: true,
    })
}

/** Declares the spec field with the start of the name of a bucket. */
export function namePrefixField(description: string) {
  return z
    .string({ error: 'must be a string' })
    .max(40, 'must have at most 40 characters')
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, {
      error: 'must contain only lower case letters, digits and "-", and start and end with a letter or digit',
    })
    .optional()
    .meta({ description })
}
