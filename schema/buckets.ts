/** The providers of buckets. */
export const bucketProviders = ['seaweedfs'] as const
export type BucketProviderName = (typeof bucketProviders)[number]
