import { groupOf, isRecord, type Manifest } from '../../schema/manifests.ts'

/** The field that an autoscaler decides. */
export const replicasField = '.spec.replicas'

/** `Kind name` of what the autoscalers among the manifests scale, with the API group of the kind. */
export function autoscaled(manifests: readonly Manifest[]): Set<string> {
  const targets = manifests.flatMap((manifest) => {
    const scaler = `${manifest.kind}.${groupOf(manifest.apiVersion)}`
    if (scaler !== 'HorizontalPodAutoscaler.autoscaling' && scaler !== 'ScaledObject.keda.sh') return []
    const spec = isRecord(manifest['spec']) ? manifest['spec'] : {}
    const target = isRecord(spec['scaleTargetRef']) ? spec['scaleTargetRef'] : {}
    const { kind = 'Deployment', apiVersion = 'apps/v1', name } = target
    return typeof name === 'string' && typeof kind === 'string' && typeof apiVersion === 'string'
      ? [scaleKey({ apiVersion, kind, metadata: { name } })]
      : []
  })
  return new Set(targets)
}

export function scaleKey({
  apiVersion,
  kind,
  metadata,
}: Pick<Manifest, 'apiVersion' | 'kind' | 'metadata'>): string {
  return `${groupOf(apiVersion)}/${kind}/${metadata.name}`
}
