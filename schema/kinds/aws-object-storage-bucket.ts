import { z } from 'zod'
import { definitionRollout } from '../placement/definition-rollout.ts'
import { namePrefixField, versioningField } from '../buckets.ts'
import { bindAwsBucket } from '../dependencies/buckets.ts'
import { resourceNameField } from '../resource-name.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { dividedProblems, severalProblems } from '../runtime-of-application.ts'
import { variablesOutput } from '../variables.ts'
import { regionField } from './aws-account.ts'
import { awsBucketOperations } from '../operations/buckets.ts'
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
    workloadServiceAccountName: resourceNameField(
      'The service account of the application of an instance whose pods get access to the bucket, in a cluster of Amazon EKS. ' +
        'Default: none.',
    ),
    workloadBucketEnvVar: z
      .string()
      .max(200)
      .regex(/^[A-Za-z_][\w.-]*$/, { error: 'must be the name of an environment variable' })
      .optional()
      .meta({
        description:
          'The environment variable by which all containers of the application of an instance get the name of the bucket. A ' +
          'variable that a container declares takes precedence. Default: none.',
      }),
    rollout: definitionRollout(),
  }),
  examples: [
    { publicReadAccess: false },
    { versioning: true, accessKey: true, workloadBucketEnvVar: 'FILES' },
    {
      versioning: false,
      publicReadAccess: true,
      workloadServiceAccountName: 'web',
      workloadBucketEnvVar: 'UPLOADS',
    },
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
    always: ['WorkloadServiceAccountName', 'WorkloadBucketEnvVar'],
    inert: inertOfDefinitions,
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
    workloadInstance: reference(
      'WorkloadInstance',
      'The application that uses the bucket, by the service account and the variable of the definition.',
    ).optional(),
    helmWorkloadInstance: reference(
      'HelmWorkloadInstance',
      'The Helm workload that uses the bucket in the same way.',
      { insteadOf: 'workloadInstance' },
    ).optional(),
    guard: guardFields.guard,
  }),
  checkWithOthers: (spec, others) => [...severalProblems(spec), ...dividedProblems(spec, others)],
  guard: 'guard',
  examples: [{ guard: 'off' }],
  outputs: z.strictObject({
    bucket: z.string().meta({ description: 'The name of the bucket.' }),
    endpoint: z.string().meta({ description: 'The address of the S3 API.' }),
    region: z.string().meta({ description: 'The region of the bucket.' }),
    arn: z.string().meta({ description: 'The ARN of the bucket.' }),
    url: z.string().meta({ description: 'The address of the bucket, for objects that everyone may read.' }),
    roleArn: z.string().optional().meta({
      description: 'The ARN of the role with which the pods of its application use the bucket.',
    }),
    variables: variablesOutput(),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'BUCKET', path: 'status.outputs.bucket' },
    { header: 'REGION', path: 'status.outputs.region' },
    { header: 'URL', path: 'status.outputs.url', wide: true },
  ],
  reconciled: true,
  owns: ['AwsPodIdentity'],
  givesVariables: true,
  operations: awsBucketOperations,
  pair: { name: 'AwsObjectStorageBucket', definition: 'AwsObjectStorageBucketDefinition' },
  dependency: { bind: bindAwsBucket },
  immutable: ['definition', 'region', 'workloadInstance', 'helmWorkloadInstance'],
  location: 'workloadInstance',
  rest: {
    path: 'aws-object-storage-bucket-instances',
    always: ['WorkloadInstanceID'],
    // By this name, `tptctl describe` of the legacy system finds the buckets of a definition.
    fieldAliases: { AwsEksKubernetesRuntimeDefinitionID: 'definition' },
    inert: {
      ResourceInventory: { type: 'json', description: 'See the external resources of the object.' },
    },
  },
})

export const kinds = [AwsObjectStorageBucketDefinition, AwsObjectStorageBucketInstance]
