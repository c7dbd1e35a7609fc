import { z } from 'zod'
import { nodeTypes, regionByLocation } from './aws.ts'
import { azureNodeTypes, azureRegions } from './azure.ts'
import { gcpNodeTypes, gcpRegions } from './gcp.ts'
import type { NodeTypes } from './nodes.ts'
import { isOlderVersion } from './versions.ts'
import type { SpecProblem } from './kinds/kind.ts'

/** The providers of clusters. Each has one file in `workers/runtimes`. */
export const runtimeProviders = [
  'simulated',
  'kubeconfig',
  'kind',
  'inCluster',
  'eks',
  'envtest',
  'gke',
  'aks',
] as const
export type RuntimeProviderName = (typeof runtimeProviders)[number]

/** What the providers in clouds differ in. */
export const clouds: Readonly<Partial<Record<RuntimeProviderName, Cloud>>> = {
  eks: { name: 'Amazon EKS', regions: regionByLocation, nodeTypes },
  gke: { name: 'Google Kubernetes Engine', regions: gcpRegions, nodeTypes: gcpNodeTypes },
  aks: { name: 'Azure Kubernetes Service', regions: azureRegions, nodeTypes: azureNodeTypes },
}

interface Cloud {
  name: string
  /** The regions by location. */
  regions: Readonly<Record<string, string>>
  nodeTypes: NodeTypes
}

/** Reports whether a provider makes clusters in a cloud, with nodes of a chosen size. */
export function isInCloud(provider: RuntimeProviderName): boolean {
  return Object.hasOwn(clouds, provider)
}

/** What reconciles the objects of clusters of provider `envtest`. */
export const envtestControllers = ['simulated', 'kubernetes', 'none'] as const

/** Reports whether pods of a cluster run nothing, so that software for them is replaced by stand-ins. */
export function runsNothing(provider: string): boolean {
  return provider === 'simulated' || provider === 'envtest'
}

/** Declares a spec field with a minor version of Kubernetes. */
export function kubernetesVersionField(description: string) {
  return z
    .string({ error: 'must be a string such as "1.35"; quote it' })
    .regex(/^1\.\d{2}$/, { error: 'must be a minor version of Kubernetes such as "1.35"' })
    .meta({ description })
}

/** Declares a spec field with the zones of Route 53 in which a cluster of EKS may write DNS records. */
export function hostedZonesField() {
  return z
    .array(
      z.string().regex(/^Z[A-Z0-9]{1,31}$/, {
        error: 'must be the ID of a hosted zone such as "Z0123456789ABCDEFGHIJ"',
      }),
    )
    .max(50)
    .meta({
      description:
        'The IDs of the hosted zones of Route 53 in which external-dns may write the records of domain names, for clusters of Amazon ' +
        'EKS. Default: none.',
    })
}

/** Returns a problem if a version of Kubernetes is older than the one before. */
export function downgradeProblems(version: string | undefined, before: string | undefined): SpecProblem[] {
  if (version === undefined || before === undefined || !isOlderVersion(version, before)) return []
  const message = `must not be older than ${before}, because clusters cannot be downgraded`
  const remedy = 'Keep the version, or move the workloads to a runtime of the older version.'
  return [{ path: 'kubernetesVersion', code: 'CONFLICT', message, remedy }]
}
