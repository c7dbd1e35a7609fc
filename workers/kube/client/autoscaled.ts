import { groupOf, isRecord, type Manifest, type ResourceIdentity } from '../../../schema/manifests.ts'

/** The field that an autoscaler decides in all kinds of Kubernetes itself. */
export const replicasField = '.spec.replicas'

/** What an autoscaler scales. */
interface ScaleTarget {
  /** Absent where the autoscaler names a kind alone. */
  group?: string
  kind: string
  name: string
}

/** Keys of what the autoscalers among the manifests scale; `namespace` is that of autoscalers that name none. */
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

export function scaleKey({ group, kind, namespace, name }: ResourceIdentity): string {
  return `${group}/${kind} ${namespace}/${name}`
}

/**
 * Whether objects of the kind may scale others: HorizontalPodAutoscaler, KEDA's ScaledObject, and the many that clouds
 * and operators have (CronHorizontalPodAutoscaler, WatermarkPodAutoscaler, …). A VerticalPodAutoscaler changes pods alone.
 */
export function isAutoscalerKind(kind: string): boolean {
  return /scale/i.test(kind) && !kind.startsWith('Vertical')
}

/** Undefined where the object scales nothing. A ScaledObject may leave out the kind: it then means a Deployment. */
export function scaleTargetOf(autoscaler: { [field: string]: unknown }): ScaleTarget | undefined {
  const spec = isRecord(autoscaler['spec']) ? autoscaler['spec'] : {}
  const target = isRecord(spec['scaleTargetRef']) ? spec['scaleTargetRef'] : spec['targetRef']
  const { kind = 'Deployment', apiVersion, name } = isRecord(target) ? target : {}
  if (typeof name !== 'string' || typeof kind !== 'string') return undefined
  return { kind, name, ...(typeof apiVersion === 'string' ? { group: groupOf(apiVersion) } : {}) }
}

export function isScaledBy(
  { group, kind, name }: ResourceIdentity,
  autoscaler: { [field: string]: unknown },
): boolean {
  const target = scaleTargetOf(autoscaler)
  return target?.name === name && target.kind === kind && (target.group ?? group) === group
}
