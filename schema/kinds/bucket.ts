import { z } from 'zod'
import { bucketProviders, namePrefixField, versioningField } from '../buckets.ts'
import { bindBucket } from '../dependencies/buckets.ts'
import { profileFields, tierField } from '../profiles/fields.ts'
import { guardFields } from '../resource-policy.ts'
import { inertOfDefinitions } from '../rest-names.ts'
import { storageSize } from '../sizes.ts'
import { bucketOperations } from '../operations/buckets.ts'
import { defineKind, reference } from './kind.ts'

export const BucketDefinition = defineKind({
  kind: 'BucketDefinition',
  plural: 'bucketDefinitions',
  description:
    'A bucket for objects as an application needs it. Who provides it is decided where an instance runs. An edit is ' +
    'rolled out to all instances.',
  aliases: ['bd'],
  spec: z.strictObject({
    versioning: versioningField(),
    publicRead: z.boolean().default(false).meta({
      description: 'Indicates whether everyone who reaches the endpoint may read objects, without a key.',
      filterable: true,
    }),
    quota: storageSize(
      'The size of all objects from which on the bucket is read-only. It is enforced within minutes. Default: ' +
        'unlimited.',
      { min: '1Mi', example: '5Gi' },
    ).optional(),
    namePrefix: namePrefixField(
      'The start of the name of the bucket, which ends with a hash. Cannot change after creation. Default: the ' +
        'name of the instance.',
    ),
  }),
  examples: [
    { versioning: false },
    { versioning: true, quota: '5Gi' },
    { versioning: true, publicRead: true },
  ],
  outputs: z.strictObject({}),
  columns: [
    { header: 'VERSIONING', path: 'spec.versioning' },
    { header: 'PUBLIC READ', path: 'spec.publicRead' },
    { header: 'QUOTA', path: 'spec.quota' },
  ],
  reconciled: false,
  immutable: ['namePrefix'],
  rest: {
    path: 'bucket-definitions',
    fields: { publicRead: 'PublicReadAccess' },
    inert: inertOfDefinitions,
    associations: ['BucketInstances'],
  },
})

function providerField(description: string) {
  return z.enum(bucketProviders, { error: `must be ${bucketProviders.join(' or ')}` }).meta({
    description,
    enumName: 'BucketProvider',
    enumDescription: 'The providers of buckets.',
    enumDescriptions: [
      'SeaweedFS in the runtime.',
      'Amazon S3.',
      'A configuration of Terraform or OpenTofu, which the profile names.',
    ],
  })
}

export const BucketInstance = defineKind({
  kind: 'BucketInstance',
  plural: 'bucketInstances',
  description:
    'A bucket with a key of its own, in a runtime. Applications of that runtime use it as a dependency, over the ' +
    'protocol of S3; several can share it.',
  aliases: ['bi', 'bucket', 'buckets'],
  spec: z.strictObject({
    definition: reference('BucketDefinition', 'The definition of the bucket.'),
    runtime: reference(
      'KubernetesRuntimeInstance',
      'The runtime of the bucket. Default: the default runtime.',
      {
        defaultsToWhere: 'defaultRuntime',
      },
    ),
    guard: guardFields.guard,
    tier: tierField(),
    ...profileFields,
    provider: providerField(
      'Who provides the bucket. Default: as the profile decides. Cannot change after creation.',
    ).optional(),
  }),
  guard: 'guard',
  profiled: 'Bucket',
  examples: [{ guard: 'off' }],
  outputs: z.strictObject({
    provider: providerField('Who provides the bucket.'),
    bucket: z.string().meta({ description: 'The name of the bucket.' }),
    endpoint: z
      .string()
      .meta({ description: 'The address of the S3 API, which expects path-style requests.' }),
    region: z.string().meta({ description: 'The region with which requests are signed.' }),
    namespace: z.string().optional().meta({
      description:
        'The namespace of the resources of the bucket. Null for a provider outside of the runtime.',
    }),
  }),
  columns: [
    { header: 'DEFINITION', path: 'spec.definition' },
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'PROVIDER', path: 'status.outputs.provider' },
    { header: 'BUCKET', path: 'status.outputs.bucket' },
    { header: 'ENDPOINT', path: 'status.outputs.endpoint', wide: true },
  ],
  reconciled: true,
  operations: bucketOperations,
  pair: { name: 'Bucket', definition: 'BucketDefinition' },
  owns: [
    'SupportServiceInstance',
    'AwsObjectStorageBucketDefinition',
    'AwsObjectStorageBucketInstance',
    'TerraformDefinition',
    'TerraformInstance',
  ],
  services: ({ spec: { provider } }) => (provider === 'aws' ? [] : ['object-storage']),
  dependency: { bind: bindBucket },
  immutable: ['definition', 'runtime', 'provider'],
  location: 'runtime',
  rest: { path: 'bucket-instances' },
})

export const kinds = [BucketDefinition, BucketInstance]
