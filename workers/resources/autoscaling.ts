import { isScalable, scales, type Autoscaling } from '../../schema/autoscaling.ts'
import { groupOf, identityOf, type Manifest } from '../../schema/manifests.ts'
import { autoscaled, scaleKey } from '../kube/client/autoscaled.ts'
import { OverrideError } from '../../schema/overriding/override-error.ts'

/** The kind of autoscalers by events. */
const scaledObject = { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject' }

/** Reports whether a resource is an autoscaler of a kind that a support service provides. */
export function isScaledObject({ group, kind }: { group: string; kind: string }): boolean {
  return kind === scaledObject.kind && group === groupOf(scaledObject.apiVersion)
}

/**
 * Returns the autoscalers of workloads: a HorizontalPodAutoscaler, or with triggers a ScaledObject, from which KEDA makes
 * the HorizontalPodAutoscaler. Throws an OverrideError if another autoscaler of the definition has the same target.
 */
export function autoscalers(
  list: readonly Autoscaling[],
  manifests: readonly Manifest[],
  namespace: string,
): Manifest[] {
  const taken = autoscaled(manifests, namespace)
  return list.map((entry) => {
    const target = manifests.find((manifest) => isTarget(entry, manifest))
    if (target === undefined)
      throw new OverrideError(
        'autoscaling',
        `names ${entry.workload}, which is no workload of the definition any more`,
        'correct or remove it',
      )
    const own = { ...identityOf(target), namespace: target.metadata.namespace ?? namespace }
    if (taken.has(scaleKey(own)))
      throw new OverrideError(
        'autoscaling',
        `concerns ${target.kind} ${own.name}, which has an autoscaler in the definition already`,
        'remove one of them',
      )
    return entry.triggers === undefined ? podAutoscaler(entry, target) : eventAutoscaler(entry, target)
  })
}

function isTarget(entry: Autoscaling, manifest: Manifest): boolean {
  const identity = identityOf(manifest)
  return isScalable(identity) && scales(entry, identity)
}

function metadataOf({ metadata: { name, namespace } }: Manifest): Manifest['metadata'] {
  return { name, ...(namespace === undefined ? {} : { namespace }) }
}

function targetRef({ apiVersion, kind, metadata: { name } }: Manifest) {
  return { apiVersion, kind, name }
}

/** Returns the targets of an entry by resource. */
function usageTargets({ cpu, memory }: Autoscaling): (readonly ['cpu' | 'memory', number])[] {
  return [
    ...(cpu === undefined ? [] : [['cpu', cpu] as const]),
    ...(memory === undefined ? [] : [['memory', memory] as const]),
  ]
}

/** https://kubernetes.io/docs/reference/kubernetes-api/autoscaling/horizontal-pod-autoscaler-v2/ */
function podAutoscaler(entry: Autoscaling, target: Manifest): Manifest {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: metadataOf(target),
    spec: {
      scaleTargetRef: targetRef(target),
      minReplicas: entry.min ?? 1,
      maxReplicas: entry.max,
      metrics: usageTargets(entry).map(([name, averageUtilization]) => ({
        type: 'Resource',
        resource: { name, target: { type: 'Utilization', averageUtilization } },
      })),
    },
  }
}

/** https://keda.sh/docs/latest/reference/scaledobject-spec/ */
function eventAutoscaler(entry: Autoscaling, target: Manifest): Manifest {
  const { min = 1, max, triggers = [] } = entry
  return {
    ...scaledObject,
    metadata: metadataOf(target),
    spec: {
      scaleTargetRef: targetRef(target),
      minReplicaCount: min,
      maxReplicaCount: max,
      triggers: [
        ...usageTargets(entry).map(([type, value]) => ({
          type,
          metricType: 'Utilization',
          metadata: { value: String(value) },
        })),
        ...triggers.map(({ type, metadata = {}, authentication }) => ({
          type,
          metadata,
          ...(authentication === undefined
            ? {}
            : {
                authenticationRef: {
                  name: authentication.name,
                  kind: authentication.kind ?? 'TriggerAuthentication',
                },
              }),
        })),
      ],
    },
  }
}
