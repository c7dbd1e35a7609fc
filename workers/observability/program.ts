import type {
  PreflightCheck,
  Proof,
  Recognition,
} from '../support-services/catalogue/support-service-data.ts'

/**
 * A program of an observability stack. A runtime has it once: all objects that need it there own the same installation, whose
 * first owner decides about it.
 */
export interface Program {
  /** The name in those of its objects, for example `metrics`. */
  name: string
  /** The name of the software, for messages. */
  software: string
  chart: { repo: string; name: string; version: string }
  /** The namespace of the release. Others have no reason to use it, so it collides with nothing. */
  namespace: string
  /** The name of the release, and of its resources. Cluster-scoped ones must not collide with those of others. */
  releaseName: string
  /** The Service with its API. */
  service: string
  port: number
  /** Set if its pods read files of their nodes, which the namespace then has to permit. @default false */
  readsNodes?: true
  /** @default one that somebody else installed is left alone, and does not prevent another one */
  recognition?: Recognition
  preflight: readonly PreflightCheck[]
  /** What shows that it works, beyond ready resources. */
  proofs: readonly Proof[]
}

/** Returns the URL of the API of a program within the cluster. */
export function urlOf({ service, namespace, port }: Pick<Program, 'service' | 'namespace' | 'port'>): string {
  const host = `http://${service}.${namespace}.svc.cluster.local`
  return port === 80 ? host : `${host}:${port}`
}

/** A cluster without volumes cannot store anything. */
export const needsVolumes: PreflightCheck = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  presence: 'required',
  remedy: 'Install a storage class, which provides volumes.',
}
