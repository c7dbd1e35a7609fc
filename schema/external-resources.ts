import { z } from 'zod'

/*
 * External resources are resources of objects outside of clusters, in an account and a region of a provider. See
 * docs/decisions/026-external-resources.md.
 */

/** Identifies an external resource before its ID is known. */
export interface ExternalAddress {
  provider: string
  account: string
  /** Empty for a global resource. */
  region: string
  type: string
  /** The deterministic name of the resource, by which it can be found again. */
  name: string
}

const boundedString = (max: number) => z.string().min(1).max(max)

export const ExternalTags = z
  .record(boundedString(128), z.string().max(256))
  .refine((tags) => Object.keys(tags).length <= 50, { error: 'must have at most 50 entries' })
export type ExternalTags = z.infer<typeof ExternalTags>

/** An external resource that is about to be created, or has been created. */
export const ExternalRecord = z.strictObject({
  provider: boundedString(64),
  account: boundedString(256),
  region: z.string().max(64),
  type: boundedString(256),
  name: boundedString(256),
  order: z.int(),
  externalId: boundedString(2048).optional(),
  tags: ExternalTags,
})
export type ExternalRecord = z.infer<typeof ExternalRecord>

/** Formats the location of a resource, for example `aws/123/eu-central-1`. */
export function describeLocation({
  provider,
  account,
  region,
}: Omit<ExternalAddress, 'type' | 'name'>): string {
  return region === '' ? `${provider}/${account}` : `${provider}/${account}/${region}`
}
