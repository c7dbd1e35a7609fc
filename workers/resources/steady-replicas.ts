import { groupOf, isRecord, type Manifest } from '../../schema/manifests.ts'
import { updatedAt } from '../../schema/overriding/pod-templates.ts'
import { isScaledObject } from './autoscaling.ts'

/**
 * Returns manifests whose autoscalers do not scale workloads down. While a canary gets requests, the workload gets fewer, and would have too
 * few pods when they come back. The given manifests are not changed.
 */
export function withSteadyReplicas(manifests: readonly Manifest[]): Manifest[] {
  return manifests.map((manifest) => {
    const group = groupOf(manifest.apiVersion)
    const { kind } = manifest
    if (kind === 'HorizontalPodAutoscaler' && manifest.apiVersion === 'autoscaling/v2')
      return updatedAt(manifest, ['spec'], withoutScaleDown)
    return isScaledObject({ group, kind })
      ? updatedAt(manifest, ['spec'], (spec) => within(spec, ['advanced', 'horizontalPodAutoscalerConfig']))
      : manifest
  })
}

type Json = Record<string, unknown>

function within(value: Json, [first, ...rest]: readonly string[]): Json {
  if (first === undefined) return withoutScaleDown(value)
  const inner = value[first]
  return { ...value, [first]: within(isRecord(inner) ? inner : {}, rest) }
}

function withoutScaleDown(spec: Json): Json {
  const behavior = isRecord(spec['behavior']) ? spec['behavior'] : {}
  const scaleDown = isRecord(behavior['scaleDown']) ? behavior['scaleDown'] : {}
  return { ...spec, behavior: { ...behavior, scaleDown: { ...scaleDown, selectPolicy: 'Disabled' } } }
}
