import { z } from 'zod'
import { defaultAccountField, missingPermissionsOutput, orphansOutput } from '../cloud-accounts.ts'
import { defineKind, secret, type SpecProblem } from './kind.ts'

interface AccountSpec {
  projectId: string
  serviceAccountKey?: string | undefined
  serviceAccount?: string | undefined
  workloadIdentityProvider?: string | undefined
}

/** Returns the contradictions between the credentials of an account. */
function checkAccount({
  projectId,
  serviceAccountKey,
  serviceAccount,
  workloadIdentityProvider,
}: AccountSpec): SpecProblem[] {
  const problems: SpecProblem[] = []
  if (serviceAccountKey !== undefined && serviceAccount !== undefined)
    problems.push({
      path: 'serviceAccount',
      code: 'CONFLICT',
      message: 'has no effect with serviceAccountKey, which is that of a service account',
      remedy: 'Remove one of them.',
    })
  if (workloadIdentityProvider !== undefined && serviceAccount === undefined)
    problems.push({
      path: 'serviceAccount',
      code: 'REQUIRED',
      message: 'is missing, because workloads of a pool act as a service account',
      remedy: 'Set it to the email address of the service account.',
    })
  // The label of the project says who may act as its service accounts.
  if (serviceAccount !== undefined && !serviceAccount.endsWith(`@${projectId}.iam.gserviceaccount.com`))
    problems.push({
      path: 'serviceAccount',
      code: 'CONFLICT',
      message: `must be a service account of project ${projectId}`,
      remedy: `Create one there, whose address ends with @${projectId}.iam.gserviceaccount.com.`,
    })
  return problems
}

/** Declares a spec field with a region of Google Cloud. */
export function gcpRegionField(description: string) {
  return z
    .string({ error: 'must be a region of Google Cloud such as "europe-west3"' })
    .max(40)
    .regex(/^[a-z]+-[a-z]+\d+$/, { error: 'must be a region of Google Cloud such as "europe-west3"' })
    .meta({ description, filterable: true })
}

export const GcpAccount = defineKind({
  kind: 'GcpAccount',
  plural: 'gcpAccounts',
  description:
    'A project of Google Cloud in which QleetOS manages resources: with the key of a service account, or as a service account that ' +
    'the workers impersonate. Its credentials are checked when they change, and every ten minutes.',
  aliases: ['gcp'],
  spec: z.strictObject({
    projectId: z
      .string({ error: 'must be a string' })
      .regex(/^[a-z][-a-z0-9]{4,28}[a-z0-9]$/, {
        error: 'must be the ID of a project: 6 to 30 lower case letters, digits and "-"',
      })
      .meta({ description: 'The ID of the project. Cannot change after creation.', filterable: true }),
    defaultAccount: defaultAccountField(),
    defaultRegion: gcpRegionField('The region of objects that specify none.'),
    serviceAccountKey: secret(
      'The key of a service account, as the JSON document that Google Cloud issues. Default: the workers impersonate serviceAccount.',
    ).optional(),
    serviceAccount: z
      .string({ error: 'must be a string' })
      .max(200)
      .regex(/^[a-z0-9-]+@[a-z0-9.:-]+\.gserviceaccount\.com$/, {
        error:
          'must be the email address of a service account such as "qleetos@example.iam.gserviceaccount.com"',
      })
      .optional()
      .meta({
        description:
          'The email address of the service account that the workers impersonate, if their operator allows it. The project then has ' +
          'to carry the label `qleet-account` with the external ID in the outputs of the account.',
      }),
    workloadIdentityProvider: z
      .string({ error: 'must be a string' })
      .max(300)
      .regex(/^projects\/\d+\/locations\/global\/workloadIdentityPools\/[-a-z0-9]+\/providers\/[-a-z0-9]+$/, {
        error:
          'must be a provider such as "projects/123456789/locations/global/workloadIdentityPools/qleetos/providers/workers"',
      })
      .optional()
      .meta({
        description:
          'The provider of workload identity federation with which the token of the workers is exchanged. Default: the workers ' +
          'have an identity of Google Cloud already.',
      }),
  }),
  check: checkAccount,
  examples: [
    {
      projectId: 'example-project',
      defaultRegion: 'europe-west3',
      serviceAccountKey: '{"type":"service_account"}',
    },
    {
      projectId: 'example-project',
      defaultRegion: 'us-central1',
      serviceAccountKey: '{"type":"service_account"}',
    },
  ],
  outputs: z.strictObject({
    identity: z
      .string()
      .optional()
      .meta({ description: 'The email address of the service account that its credentials are those of.' }),
    externalId: z.string().meta({
      description:
        'The external ID that the label `qleet-account` of the project must have if the workers impersonate a service account. Only ' +
        'this account of this control plane uses it, so the label admits no other account.',
    }),
    missingPermissions: missingPermissionsOutput('container.clusters.create'),
    orphans: orphansOutput({ global: 'a network', scope: 'All regions are looked at with each check' }),
  }),
  columns: [
    { header: 'PROJECT ID', path: 'spec.projectId' },
    { header: 'DEFAULT', path: 'spec.defaultAccount' },
    { header: 'REGION', path: 'spec.defaultRegion' },
    { header: 'IDENTITY', path: 'status.outputs.identity', wide: true },
  ],
  reconciled: true,
  immutable: ['projectId'],
  exclusive: 'defaultAccount',
  rest: { path: 'gcp-accounts', outputs: { ExternalId: 'externalId' } },
})

export const kinds = [GcpAccount]
