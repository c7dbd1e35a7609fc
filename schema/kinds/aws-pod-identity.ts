import { z } from 'zod'
import { defineKind, reference } from './kind.ts'

export const AwsPodIdentity = defineKind({
  kind: 'AwsPodIdentity',
  plural: 'awsPodIdentities',
  description:
    'A role of IAM for the pods of a service account in a cluster of Amazon EKS, by EKS Pod Identity. Everything that gives ' +
    'the pods access to something owns it together; it is deleted with the last.',
  aliases: ['pod-identity', 'pod-identities'],
  spec: z.strictObject({
    awsAccount: reference('AwsAccount', 'The account of the role, which is that of the cluster.', {
      defaultsToWhere: 'defaultAccount',
    }),
    runtime: reference('KubernetesRuntimeInstance', 'The runtime of the pods.', {
      defaultsToWhere: 'defaultRuntime',
    }),
    namespace: z
      .string()
      .min(1)
      .max(63)
      .meta({ description: 'The namespace of the service account.', filterable: true }),
    serviceAccount: z
      .string()
      .min(1)
      .max(253)
      .meta({ description: 'The name of the service account.', filterable: true }),
  }),
  ownedOnly: true,
  examples: [{ namespace: 'shop', serviceAccount: 'default' }],
  outputs: z.strictObject({
    roleArn: z.string().meta({ description: 'The ARN of the role.' }),
    cluster: z.string().meta({ description: 'The name of the cluster in EKS.' }),
  }),
  columns: [
    { header: 'RUNTIME', path: 'spec.runtime' },
    { header: 'NAMESPACE', path: 'spec.namespace' },
    { header: 'SERVICE ACCOUNT', path: 'spec.serviceAccount' },
    { header: 'ROLE', path: 'status.outputs.roleArn', wide: true },
  ],
  reconciled: true,
  immutable: ['awsAccount', 'runtime', 'namespace', 'serviceAccount'],
  location: 'runtime',
  rest: { path: 'aws-pod-identities' },
})

export const kinds = [AwsPodIdentity]
