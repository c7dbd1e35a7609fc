import type { BucketProviderName } from '../../schema/buckets.ts'
import { aws } from './aws.ts'
import type { BucketProvider } from './provider.ts'
import { seaweedfs } from './seaweedfs.ts'
import { terraform } from './terraform.ts'

/** The providers of buckets: one file each. */
export const providers: Readonly<Record<BucketProviderName, BucketProvider>> = { seaweedfs, aws, terraform }
