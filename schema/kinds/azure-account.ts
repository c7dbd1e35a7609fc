import { z } from 'zod'
import { defaultAccountField, missingPermissionsOutput, orphansOutput } from '../cloud-accounts.ts'
import { defineKind, secret } from './kind.ts'

/** Declares a spec field with an ID of Azure. */
function idField(what: string, description: string, filterable = false) {
  return z
    .string({ error: 'must be a string' })
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, {
      error: `must be the ID of ${what} such as "0b1f6471-1bf0-4dda-aec3-cb9272f09590"`,
    })
    .meta({ description, ...(filterable ? { filterable } : {}) })
}

/** Declares a spec field with a region of Azure. */
export function azureRegionField(description: string) {
  return z
    .string({ error: 'must be a region of Azure such as "germanywestcentral"' })
    .max(40)
    .regex(/^[a-z]+\d*$/, { error: 'must be a region of Azure such as "germanywestcentral"' })
    .meta({ description, filterable: true })
}

export const AzureAccount = defineKind({
  kind: 'AzureAccount',
  plural: 'azureAccounts',
  description:
    'A subscription of Azure in which QleetOS manages resources as a service principal: with a secret, or with the identity of the ' +
    'workers. Its credentials are checked when they change, and every ten minutes.',
  aliases: ['azure'],
  spec: z.strictObject({
    subscriptionId: idField(
      'a subscription',
      'The ID of the subscription. Cannot change after creation.',
      true,
    ),
    tenantId: idField(
      'a tenant',
      'The ID of the tenant of Microsoft Entra in which the service principal is.',
    ),
    clientId: idField('an application', 'The ID of the application of the service principal.'),
    defaultAccount: defaultAccountField(),
    defaultRegion: azureRegionField('The region of objects that specify none.'),
    clientSecret: secret(
      'A secret of the application. Default: the workers authenticate with their token as a federated credential of the application, ' +
        'if their operator allows it; the subscription then has to carry the tag `qleet-account` with the external ID in the outputs ' +
        'of the account.',
    ).optional(),
  }),
  examples: [
    {
      subscriptionId: '0b1f6471-1bf0-4dda-aec3-cb9272f09590',
      tenantId: '8d3e3b4c-6f0a-4c46-8f3e-1d2b8a5d7c11',
      clientId: '5f0c8a7e-9a1d-4f6c-b3c2-7d3c1f4e2b60',
      defaultRegion: 'germanywestcentral',
      clientSecret: 'example-secret-of-an-application',
    },
    {
      subscriptionId: '0b1f6471-1bf0-4dda-aec3-cb9272f09590',
      tenantId: '8d3e3b4c-6f0a-4c46-8f3e-1d2b8a5d7c11',
      clientId: '5f0c8a7e-9a1d-4f6c-b3c2-7d3c1f4e2b60',
      defaultRegion: 'eastus',
      clientSecret: 'example-secret-of-an-application',
    },
  ],
  outputs: z.strictObject({
    subscriptionName: z.string().optional().meta({ description: 'The name of the subscription.' }),
    externalId: z.string().meta({
      description:
        'The external ID that the tag `qleet-account` of the subscription must have if the workers authenticate with their token. Only ' +
        'this account of this control plane uses it, so the tag admits no other account.',
    }),
    missingPermissions: missingPermissionsOutput('Microsoft.ContainerService/managedClusters/write'),
    orphans: orphansOutput({ global: 'none', scope: 'All regions are looked at with each check' }),
  }),
  columns: [
    { header: 'SUBSCRIPTION ID', path: 'spec.subscriptionId' },
    { header: 'DEFAULT', path: 'spec.defaultAccount' },
    { header: 'REGION', path: 'spec.defaultRegion' },
    { header: 'SUBSCRIPTION', path: 'status.outputs.subscriptionName', wide: true },
  ],
  reconciled: true,
  immutable: ['subscriptionId'],
  exclusive: 'defaultAccount',
  rest: { path: 'azure-accounts', outputs: { ExternalId: 'externalId' } },
})

export const kinds = [AzureAccount]
