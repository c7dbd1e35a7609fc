/** The providers of buckets. */
export const bucketProviders = ['seaweedfs', 'aws'] as const
export type BucketProviderName = (typeof bucketProviders)[number]
