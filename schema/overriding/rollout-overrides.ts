import { isAutoscalerKind } from '../autoscaler-kinds.ts'
import { isScalable } from '../autoscaling.ts'
import { groupOf, identityOf, isRecord, type Manifest } from '../manifests.ts'
import { withTemplateAnnotations } from './pod-templates.ts'

/** What an operator changes about a running instance. */
export interface RolloutOverrides {
  scale?: readonly { kind?: string | undefined; name: string; replicas: number }[] | undefined
  /** The time of the last requested restart. */
  restartedAt?: string | undefined
  paused?: boolean | undefined
  /** Whether nothing runs for now. */
  asleep?: boolean | undefined
}

/** The annotation by which `kubectl rollout restart` changes the pods of a workload. */
const restartAnnotation = 'kubectl.kubernetes.io/restartedAt'

/** Kinds whose controller replaces all pods when the template changes. */
const restarted: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet'])

/** Returns the manifests as an instance overrides them. Those of the definition, which instances share, are not changed. */
export function withRolloutOverrides(
  manifests: readonly Manifest[],
  overrides: RolloutOverrides,
): readonly Manifest[] {
  const { asleep = false, ...others } = overrides
  const changed = withOperatorChanges(manifests, others)
  return asleep ? changed.flatMap((manifest) => sleeping(manifest) ?? []) : changed
}

/** Returns a resource without pods of its own. Undefined for an autoscaler, which would start some. */
function sleeping(manifest: Manifest): Manifest | undefined {
  const { apiVersion, kind, spec } = manifest
  if (isAutoscalerKind(kind)) return undefined
  if (!isRecord(spec)) return manifest
  if (isScalable(identityOf(manifest))) return { ...manifest, spec: { ...spec, replicas: 0 } }
  const isCronJob = kind === 'CronJob' && groupOf(apiVersion) === 'batch'
  return isCronJob ? { ...manifest, spec: { ...spec, suspend: true } } : manifest
}

function withOperatorChanges(
  manifests: readonly Manifest[],
  { scale = [], restartedAt, paused = false }: Omit<RolloutOverrides, 'asleep'>,
): readonly Manifest[] {
  if (scale.length === 0 && restartedAt === undefined && !paused) return manifests
  return manifests.map((manifest) => {
    const spec = manifest['spec']
    if (!isRecord(spec)) return manifest
    const replicas = replicasOf(manifest, spec, scale)
    const isPaused = paused && isOfApps(manifest) && manifest.kind === 'Deployment'
    const template = restartedAt === undefined ? undefined : restartedTemplate(manifest, spec, restartedAt)
    if (replicas === undefined && !isPaused && template === undefined) return manifest
    return {
      ...manifest,
      spec: {
        ...spec,
        ...(replicas === undefined ? {} : { replicas }),
        ...(isPaused ? { paused: true } : {}),
        ...(template === undefined ? {} : { template }),
      },
    }
  })
}

function replicasOf(
  manifest: Manifest,
  spec: Record<string, unknown>,
  scale: NonNullable<RolloutOverrides['scale']>,
): number | undefined {
  // Some have replicas even if their manifest does not set them.
  if (!isScalable(identityOf(manifest)) && spec['replicas'] === undefined) return undefined
  const { kind, metadata } = manifest
  const found = scale.find(
    (each) => each.name === metadata.name && (each.kind === undefined || each.kind === kind),
  )
  return found?.replicas
}

function restartedTemplate(
  manifest: Manifest,
  { template }: Record<string, unknown>,
  restartedAt: string,
): Record<string, unknown> | undefined {
  if (!isOfApps(manifest) || !restarted.has(manifest.kind) || !isRecord(template)) return undefined
  return withTemplateAnnotations(template, { [restartAnnotation]: restartedAt })
}

function isOfApps({ apiVersion }: Manifest): boolean {
  return groupOf(apiVersion) === 'apps'
}
