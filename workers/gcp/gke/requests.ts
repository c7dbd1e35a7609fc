import type { GcpAccess } from '../account.ts'

/* Clusters and groups of nodes as GKE shows them: https://cloud.google.com/kubernetes-engine/docs/reference/rest */

export interface Condition {
  code?: string
  canonicalCode?: string
  message?: string
}

export interface GkePool {
  name: string
  status?: 'PROVISIONING' | 'RUNNING' | 'RUNNING_WITH_ERROR' | 'RECONCILING' | 'STOPPING' | 'ERROR'
  version?: string
  autoscaling?: { enabled?: boolean; totalMinNodeCount?: number; totalMaxNodeCount?: number }
  conditions?: readonly Condition[]
  statusMessage?: string
}

/** A time range in which GKE does not upgrade by itself. */
interface MaintenanceExclusion {
  startTime: string
  maintenanceExclusionOptions?: { scope?: string; endTimeBehavior?: string }
}

export interface MaintenancePolicy {
  window?: { maintenanceExclusions?: Record<string, MaintenanceExclusion> }
  resourceVersion?: string
}

export interface GkeCluster {
  name: string
  status?: 'PROVISIONING' | 'RUNNING' | 'RECONCILING' | 'STOPPING' | 'ERROR' | 'DEGRADED'
  /** The address of the Kubernetes API. */
  endpoint?: string
  masterAuth?: { clusterCaCertificate?: string }
  currentMasterVersion?: string
  resourceLabels?: Record<string, string>
  createTime?: string
  network?: string
  subnetwork?: string
  releaseChannel?: { channel?: string }
  controlPlaneEndpointsConfig?: {
    ipEndpointsConfig?: {
      authorizedNetworksConfig?: { enabled?: boolean; cidrBlocks?: readonly { cidrBlock: string }[] }
    }
  }
  maintenancePolicy?: MaintenancePolicy
  nodePools?: readonly GkePool[]
  conditions?: readonly Condition[]
  statusMessage?: string
}

export interface GkeOperation {
  name: string
  operationType?: string
  status?: 'PENDING' | 'RUNNING' | 'DONE' | 'ABORTING'
  targetLink?: string
  startTime?: string
  progress?: { metrics?: readonly { name?: string; intValue?: string }[] }
}

/** A cluster by its place. */
export interface ClusterPlace {
  /** A region, or a zone. */
  location: string
  name: string
}

/** Returns the path of what is in a location. */
export function locationPath({ projectId }: GcpAccess, location: string, rest: string): string {
  return `v1/projects/${projectId}/locations/${location}/${rest}`
}

/** Returns the path of a cluster, or of something in it. */
export function clusterPath(access: GcpAccess, { location, name }: ClusterPlace, rest = ''): string {
  return locationPath(access, location, `clusters/${name}${rest}`)
}

/** Returns what GKE says is wrong with a cluster or a group of nodes, as a sentence. */
export function problemOf({
  conditions = [],
  statusMessage,
}: Pick<GkeCluster, 'conditions' | 'statusMessage'>): string {
  const text =
    conditions.find(({ message }) => message !== undefined)?.message ?? statusMessage ?? 'no reason is given'
  return `${text.replace(/\.$/, '')}.`
}
