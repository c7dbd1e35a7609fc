import { z } from 'zod'
import { defaultAccountField, missingPermissionsOutput, orphansOutput } from '../cloud-accounts.ts'
import { defineKind, secret, type SpecProblem } from './kind.ts'

interface AccountSpec {
  accountId: string
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  roleArn?: string | undefined
}

/** Returns the contradictions between the credentials of an account. */
function checkAccount({ accountId, accessKeyId, secretAccessKey, roleArn }: AccountSpec): SpecProblem[] {
  const problems: SpecProblem[] = []
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    const path = accessKeyId === undefined ? 'accessKeyId' : 'secretAccessKey'
    const message = 'is missing, because an access key consists of an ID and a secret'
    problems.push({ path, code: 'REQUIRED', message, remedy: 'Set both or none.' })
  }
  const owner = roleArn?.split(':')[4]
  if (owner !== undefined && owner !== accountId) {
    const message = `is a role of account ${owner}, not of ${accountId}`
    problems.push({ path: 'roleArn', code: 'CONFLICT', message, remedy: 'Change one of them.' })
  }
  return problems
}

/** Declares a spec field with a region of AWS. */
export function regionField(description: string) {
  return z
    .string({ error: 'must be a region of AWS such as "eu-central-1"' })
    .max(30)
    .regex(/^[a-z]{2}(-[a-z]+)+-\d+$/, { error: 'must be a region of AWS such as "eu-central-1"' })
    .meta({ description, filterable: true })
}

export const AwsAccount = defineKind({
  kind: 'AwsAccount',
  plural: 'awsAccounts',
  description:
    'An account of AWS in which QleetOS manages resources: with an access key, with a role that it assumes, or with both. ' +
    'Its credentials are checked when they change, and every ten minutes.',
  aliases: ['aws'],
  spec: z.strictObject({
    accountId: z
      .string({ error: 'must be a string of 12 digits; quote it' })
      .regex(/^\d{12}$/, { error: 'must have 12 digits' })
      .meta({
        description: 'The ID of the account. Cannot change after creation.',
        filterable: true,
      }),
    defaultAccount: defaultAccountField(),
    defaultRegion: regionField('The region of objects that specify none.'),
    accessKeyId: z
      .string({ error: 'must be a string' })
      .regex(/^[A-Z0-9]{16,128}$/, {
        error: 'must be the ID of an access key, of upper case letters and digits',
      })
      .optional()
      .meta({
        description:
          'The ID of the access key. Default: the role is assumed with the identity of the workers, if their operator ' +
          'allows it.',
      }),
    secretAccessKey: secret('The secret of the access key.').optional(),
    roleArn: z
      .string({ error: 'must be a string' })
      .max(2048)
      .regex(/^arn:aws(-cn|-us-gov)?:iam::\d{12}:role\/[\w+=,.@/-]+$/, {
        error: 'must be the ARN of a role such as "arn:aws:iam::123456789012:role/qleetos"',
      })
      .optional()
      .meta({
        description:
          'The ARN of the role to assume. Its trust policy has to require the external ID in the outputs of the account. ' +
          'Default: the access key is used directly.',
      }),
  }),
  check: checkAccount,
  examples: [
    {
      accountId: '123456789012',
      defaultRegion: 'eu-central-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    {
      accountId: '123456789012',
      defaultRegion: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      roleArn: 'arn:aws:iam::123456789012:role/qleetos',
    },
  ],
  outputs: z.strictObject({
    arn: z.string().optional().meta({ description: 'The ARN of the identity that its credentials have.' }),
    externalId: z.string().meta({
      description:
        'The external ID with which its role is assumed. Only this account of this control plane uses it, so a trust policy ' +
        'that requires it admits no other account.',
    }),
    missingPermissions: missingPermissionsOutput('s3:CreateBucket'),
    orphans: orphansOutput({ global: 'a user of IAM', scope: 'One region is looked at with each check' }),
  }),
  columns: [
    { header: 'ACCOUNT ID', path: 'spec.accountId' },
    { header: 'DEFAULT', path: 'spec.defaultAccount' },
    { header: 'REGION', path: 'spec.defaultRegion' },
    { header: 'ARN', path: 'status.outputs.arn', wide: true },
  ],
  reconciled: true,
  immutable: ['accountId'],
  exclusive: 'defaultAccount',
  rest: {
    path: 'aws-accounts',
    filterAliases: { default: 'DefaultAccount' },
    fields: { accountId: 'AccountID', accessKeyId: 'AccessKeyID' },
    outputs: { ExternalId: 'externalId' },
    associations: ['AwsEksKubernetesRuntimeDefinitions'],
  },
})

export const kinds = [AwsAccount]
