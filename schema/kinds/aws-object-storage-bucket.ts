import { z } from 'zod'
import { namePrefixField, versioningField } from '../buckets.ts'
import { bindAwsBucket } from '../dependencies/buckets.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { regionField } from './aws-account.ts'
import { defineKind, reference } from './kind.ts'

export const AwsObjectStorageBucketDefinition = defineKind({
  kind: 'AwsObjectStorageBucketDefinition',
  plural: 'awsObjectStorageBucketDefinitions',
  description:
    'A bucket of Amazon S3: who may read it, and what it keeps. An edit is rolled out to all instances.',
  aliases: ['aosbd'],
  spec: z.strictObject({
    awsAccount: reference('AwsAccount', 'The account of the buckets. Default: the default account.', {
      defaultsToWhere: 'defaultAccount',
    }),
    publicReadAccess: z.boolean().default(false).meta({
      description: 'Indicates whether everyone on the internet may read objects, without credentials.',
      filterable: true,
    }),
    versioning: versioningField(),
    accessKey: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Indicates whether each bucket has a user of IAM with an access key that is for this bucket only. Applications ' +
          'that depend on the bucket get the key.',
      }),
    namePrefix: namePrefixField(
      'The start of the names of the buckets, which end with a hash. Cannot change after creation. Default: the ' +
        'names of the instances.',
    ),
  }),
  examples: [
    { publicReadAccess: false },
    { versioning: true, accessKey: true },
    { versioning: false, publicReadAccess: true },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'ACCOUNT', path: 'spec.awsAccount' },
    { header: 'PUBLIC READ', path: 'spec.publicReadAccess' },
    { header: 'VERSIONING', path: 'spec.versioning' },
  ],
  reconciled: false,
  immutable: ['awsAccount', 'namePrefix'],
  rest: {
    path: 'aws-object-storage-bucket-definitions',
    inert: {
      ...inertOfDefinitions,
      WorkloadServiceAccountName: {
        type: 'string',
        description: 'The service account that gets access to the bucket.',
      },
      WorkloadBucketEnvVar: { type: 'string', description: 'The variable that gets the name of the bucket.' },
    },
    associations: ['AwsObjectStorageBucketInstances'],
  },
})

export const AwsObjectStorageBucketInstance = defineKind({
  kind: 'AwsObjectStorageBucketInstance',
  plural: 'awsObjectStorageBucketInstances',
  description: 'A bucket of Amazon S3.',
  aliases: ['aosbi', 's3'],
  spec: z.strictObject({
    definition: reference('AwsObjectStorageBucketDefinition', 'The definition of the bucket.'),
    region: regionField(
      'The region of the bucket. Cannot change after creation. Default: that of the account when the bucket is created.',
    ).optional(),
    guard: guardFields.guard,
  }),
  guard: 'guard',
  examples: [{ guard: 'off' }],
  outputs: z.strictObject({
    bucket: z.string().meta({ description: 'The name of the bucket.' }),
    endpoint: z.string().meta({ description: 'The address of the S3 API.' }),
    region: z.string().meta({ description: 'The region of the bucket.' }),
    arn: z.string().meta({ description: 'The ARN of the bucket.' }),
    url: z.string().meta({ description: 'The address of the bucket, for objects that everyone may read.' }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'BUCKET', path: 'status.outputs.bucket' },
    { header: 'REGION', path: 'status.outputs.region' },
    { header: 'URL', path: 'status.outputs.url', wide: true },
  ],
  reconciled: true,
  pair: { name: 'AwsObjectStorageBucket', definition: 'AwsObjectStorageBucketDefinition' },
  dependency: { bind: bindAwsBucket },
  immutable: ['definition', 'region'],
  rest: {
    path: 'aws-object-storage-bucket-instances',
    inert: {
      ResourceInventory: { type: 'string', description: 'See the external resources of the object.' },
      WorkloadInstanceID: {
        type: 'integer',
        description: 'The workload that uses the bucket. Declare a dependency instead.',
      },
    },
  },
})

export const kinds = [AwsObjectStorageBucketDefinition, AwsObjectStorageBucketInstance]
