import { isAutoscalerKind } from '../../../schema/autoscaler-kinds.ts'
import { groupOf, isRecord, type Manifest, type ResourceIdentity } from '../../../schema/manifests.ts'

/** The field that autoscalers write in all built-in kinds. */
export const replicasField = '.spec.replicas'

/** The target of an autoscaler. */
interface ScaleTarget {
  /** Absent if the autoscaler names only a kind. */
  group?: string
  kind: string
  name: string
}

/** Returns the scale keys of the targets of autoscalers in the manifests; `namespace` applies to autoscalers without one. */
export function autoscaled(manifests: readonly Manifest[], namespace: string): Set<string> {
  return new Set(
    manifests.flatMap((manifest) => {
      if (!isAutoscalerKind(manifest.kind)) return []
      const target = scaleTargetOf(manifest)
      const { namespace: own = namespace } = manifest.metadata
      return target === undefined ? [] : [scaleKey({ group: 'apps', ...target, namespace: own })]
    }),
  )
}

/** Returns the key that identifies a scaled resource regardless of its API version. */
export function scaleKey({ group, kind, namespace, name }: ResourceIdentity): string {
  return `${group}/${kind} ${namespace}/${name}`
}

/** Returns undefined if the object has no scale target. A ScaledObject without a kind scales a Deployment. */
export function scaleTargetOf(autoscaler: { [field: string]: unknown }): ScaleTarget | undefined {
  const spec = isRecord(autoscaler['spec']) ? autoscaler['spec'] : {}
  const target = isRecord(spec['scaleTargetRef']) ? spec['scaleTargetRef'] : spec['targetRef']
  const { kind = 'Deployment', apiVersion, name } = isRecord(target) ? target : {}
  if (typeof name !== 'string' || typeof kind !== 'string') return undefined
  return { kind, name, ...(typeof apiVersion === 'string' ? { group: groupOf(apiVersion) } : {}) }
}

/** Reports whether the autoscaler scales the resource. */
export function isScaledBy(
  { group, kind, name }: ResourceIdentity,
  autoscaler: { [field: string]: unknown },
): boolean {
  const target = scaleTargetOf(autoscaler)
  return target?.name === name && target.kind === kind && (target.group ?? group) === group
}
