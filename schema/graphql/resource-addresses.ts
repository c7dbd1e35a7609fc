import type { ExternalAddress } from '../external-resources.ts'
import { builder, type SchemaTypes } from './builder.ts'

/* The addresses of resources, which many types have: those of resources in clusters, and of resources with providers. */

/** The address of a resource in a cluster. */
export interface ClusterAddress {
  group: string
  version: string
  kind: string
  namespace: string
  name: string
}

export const ClusterResourceType = builder.interfaceRef<ClusterAddress>('ClusterResource').implement({
  description: 'Represents a resource in a cluster.',
  fields: (t) => ({
    group: t.exposeString('group', {
      description: 'The API group of the resource. Empty for the core group.',
    }),
    version: t.exposeString('version', { description: 'The API version of the resource.' }),
    kind: t.exposeString('kind', { description: 'The kind of the resource.' }),
    namespace: t.exposeString('namespace', {
      description: 'The namespace of the resource. Empty for a cluster-scoped resource.',
    }),
    name: t.exposeString('name', { description: 'The name of the resource.' }),
  }),
})

export const ProviderResourceType = builder.interfaceRef<ExternalAddress>('ProviderResource').implement({
  description: 'Represents a resource outside of clusters, such as one of a cloud provider.',
  fields: (t) => ({
    provider: t.exposeString('provider', { description: addressOfProvider.provider }),
    account: t.exposeString('account', { description: addressOfProvider.account }),
    region: t.exposeString('region', { description: addressOfProvider.region }),
    type: t.exposeString('type', { description: addressOfProvider.type }),
    name: t.exposeString('name', { description: addressOfProvider.name }),
  }),
})

const addressOfProvider = {
  provider: 'The provider, for example `aws`.',
  account: 'The account with the provider.',
  region: 'The region. Empty for a global resource.',
  type: "The provider's name for the type of the resource.",
  name: 'The deterministic name of the resource, by which it can be found again.',
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>

/** Returns the input fields of the address of a resource with a provider. */
export function providerAddressInput(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) {
  return {
    provider: t.string({ required: true, description: addressOfProvider.provider }),
    account: t.string({ required: true, description: addressOfProvider.account }),
    region: t.string({ required: true, description: addressOfProvider.region }),
    type: t.string({ required: true, description: addressOfProvider.type }),
    name: t.string({ required: true, description: addressOfProvider.name }),
  }
}
