import type { z } from 'zod'
import type { SecretDefinition, SecretInstance } from '../../schema/kinds/secret.ts'
import type { Manifest } from '../../schema/manifests.ts'

/* Secrets with values in external stores, by External Secrets: https://external-secrets.io/latest/api/externalsecret/ */

/** The Secret that is to be created. */
export interface ExternalSecretTarget {
  name: string
  namespace: string
  spec: Pick<z.infer<typeof SecretInstance.spec>, 'type' | 'refreshInterval'>
}

/** Returns the ExternalSecret from which External Secrets creates the Secret. */
export function externalSecretOf(
  { name, namespace, spec }: ExternalSecretTarget,
  { from = {} }: Pick<z.infer<typeof SecretDefinition.spec>, 'from'>,
): Manifest {
  const entries = Object.entries(from).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const first = entries[0]?.[1].store
  return {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { name, namespace },
    spec: {
      refreshInterval: spec.refreshInterval ?? '1h',
      secretStoreRef: first,
      target: {
        name,
        creationPolicy: 'Owner',
        ...(spec.type === 'Opaque' ? {} : { template: { type: spec.type } }),
      },
      data: entries.map(([secretKey, { store, ...remoteRef }]) => ({
        secretKey,
        remoteRef,
        ...(store.kind === first?.kind && store.name === first.name
          ? {}
          : { sourceRef: { storeRef: store } }),
      })),
    },
  }
}
