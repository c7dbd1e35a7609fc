import { groupOf, type Manifest } from '../manifests.ts'
import { recordOf, recordsOf } from '../records.ts'
import type { ResourceChange } from '../resource-changes.ts'
import type { CheckedResource } from '../resource-checks.ts'
import type { DowntimeRisk } from './operation.ts'

/* How much a change of a resource may interrupt, as far as manifests say it. */

export interface ResourceRisk {
  risk: DowntimeRisk
  /** Empty for no risk. */
  reason: string
}

const none: ResourceRisk = { risk: 'none', reason: '' }

type Change = Pick<ResourceChange, 'resource' | 'action' | 'pods' | 'differences'>

/**
 * Returns the risk of a change of a resource.
 *
 * @param manifest The resource after the change, or before it if it is deleted
 * @param all All resources of the workload after the change
 */
export function riskOfResource(change: Change, manifest: Manifest, all: readonly Manifest[]): ResourceRisk {
  const { resource, action, pods } = change
  if (action === 'create') return none
  if (action === 'delete') {
    if (pods === 'downtime') return { risk: 'yes', reason: `${resource} is deleted, and its pods stop` }
    const entrance = entrances[`${groupOf(manifest.apiVersion)}/${manifest.kind}`]
    return entrance === undefined ? none : { risk: 'yes', reason: `${resource} is deleted: ${entrance}` }
  }
  if (action === 'replace')
    return pods === 'downtime'
      ? { risk: 'yes', reason: `${resource} is replaced: its pods stop before new ones start` }
      : { risk: 'brief', reason: `${resource} is replaced, and is missing for a moment` }
  if (pods === 'none') return riskOfEntrance(change, manifest)
  const { risk, reason } = riskOfPods(manifest, all, pods)
  return { risk, reason: reason === '' ? '' : `${resource}: ${reason}` }
}

/**
 * Returns the risk of a change about which API servers were asked: they know better what has no effect, and what they replace. Returns
 * undefined for what has no effect on anything that runs.
 */
export function riskOfChecked(
  change: Change,
  checks: readonly Pick<CheckedResource, 'result'>[],
  { manifest, all }: { manifest: Manifest; all: readonly Manifest[] },
): ResourceRisk | undefined {
  if (change.action === 'create') return undefined
  if (checks.length > 0 && checks.every(({ result }) => result === 'unchanged')) return undefined
  if (!checks.some(({ result }) => result === 'replaced')) return riskOfResource(change, manifest, all)
  const pods = change.pods === 'none' ? 'none' : 'downtime'
  return riskOfResource({ ...change, action: 'replace', pods }, manifest, all)
}

/** What fails without a resource by which requests arrive, by group and kind. */
const entrances: Readonly<Record<string, string>> = {
  '/Service': 'what connects to it fails',
  'networking.k8s.io/Ingress': 'requests to its hosts fail',
  'gateway.networking.k8s.io/Gateway': 'requests to its listeners fail',
  'gateway.networking.k8s.io/HTTPRoute': 'requests to its hosts fail',
  '/PersistentVolumeClaim': 'its data is deleted unless its volume is retained',
}

function riskOfEntrance({ resource, differences }: Change, { apiVersion, kind }: Manifest): ResourceRisk {
  if (kind !== 'Service' || groupOf(apiVersion) !== '') return none
  const isMoved = differences.some(({ path }) => /^spec\.(selector|ports|type|clusterIP)/.test(path))
  return isMoved ? { risk: 'brief', reason: `${resource}: its clients reach other pods or ports` } : none
}

function riskOfPods(manifest: Manifest, all: readonly Manifest[], pods: Change['pods']): ResourceRisk {
  const spec = recordOf(manifest['spec'])
  const { replicas = 1 } = spec
  if (replicas === 0) return { risk: 'yes', reason: 'it is scaled to 0, and its pods stop' }
  switch (manifest.kind) {
    case 'DaemonSet':
      return { risk: 'brief', reason: 'on each node, the pod stops before the next one starts' }
    case 'StatefulSet':
      return replicas === 1
        ? { risk: 'yes', reason: 'its only pod stops before the next one starts' }
        : { risk: 'brief', reason: 'its pods stop and start one after the other' }
    case 'Deployment':
      return pods === 'downtime'
        ? { risk: 'yes', reason: 'strategy Recreate: all pods stop before new ones start' }
        : riskOfRollingUpdate(spec, all)
    default:
      return none
  }
}

function riskOfRollingUpdate(
  spec: Readonly<Record<string, unknown>>,
  all: readonly Manifest[],
): ResourceRisk {
  const { replicas = 1 } = spec
  const podSpec = recordOf(recordOf(spec['template'])['spec'])
  const { maxUnavailable } = recordOf(recordOf(spec['strategy'])['rollingUpdate'])
  if (maxUnavailable === '100%' || (typeof maxUnavailable === 'number' && maxUnavailable >= Number(replicas)))
    return { risk: 'yes', reason: `maxUnavailable is ${maxUnavailable}: all pods may stop at once` }
  const claim = exclusiveClaim(podSpec, all)
  if (claim !== undefined)
    return {
      risk: 'yes',
      reason: `only one node can have volume ${claim}, so a new pod may have to wait until the old one is gone`,
    }
  const containers = recordsOf(podSpec['containers'])
  if (containers.length > 0 && containers.every(({ readinessProbe }) => readinessProbe === undefined))
    return {
      risk: 'brief',
      reason: 'without a readiness probe, requests may reach new pods before they are ready',
    }
  return none
}

/** Returns a claim of the pods whose volume only one node can have, if the manifests have the claim. */
function exclusiveClaim(
  podSpec: Readonly<Record<string, unknown>>,
  all: readonly Manifest[],
): string | undefined {
  const volumes = recordsOf(podSpec['volumes'])
  const names = volumes.map(({ persistentVolumeClaim }) => recordOf(persistentVolumeClaim)['claimName'])
  const exclusive = all.find(({ kind, metadata, spec }) => {
    if (kind !== 'PersistentVolumeClaim' || !names.includes(metadata.name)) return false
    const { accessModes } = recordOf(spec)
    return (
      Array.isArray(accessModes) &&
      accessModes.length > 0 &&
      accessModes.every((mode) => mode === 'ReadWriteOnce' || mode === 'ReadWriteOncePod')
    )
  })
  return exclusive?.metadata.name
}
