import { z } from 'zod'

/*
 * What objects have outside of clusters: with a provider, in an account and a region of it. See
 * docs/decisions/026-external-resources.md.
 */

/** What identifies an external resource before anybody knows its id. */
export interface ExternalAddress {
  provider: string
  account: string
  /** Empty for a global resource. */
  region: string
  type: string
  /** Deterministic name by which it is found again. */
  name: string
}

const text = (most: number) => z.string().min(1).max(most)

export const ExternalTags = z
  .record(text(128), z.string().max(256))
  .refine((tags) => Object.keys(tags).length <= 50, { error: 'must have at most 50 entries' })
export type ExternalTags = z.infer<typeof ExternalTags>

/** An external resource that is about to be, or has been, created. */
export const ExternalRecord = z.strictObject({
  provider: text(64),
  account: text(256),
  region: z.string().max(64),
  type: text(256),
  name: text(256),
  order: z.int(),
  externalId: text(2048).optional(),
  tags: ExternalTags,
})
export type ExternalRecord = z.infer<typeof ExternalRecord>

/** Where a resource is, in the words of its provider: `aws/123/eu-central-1`. */
export function describePlace({ provider, account, region }: Omit<ExternalAddress, 'type' | 'name'>): string {
  return region === '' ? `${provider}/${account}` : `${provider}/${account}/${region}`
}
