import { createHash } from 'node:crypto'
import { groupOf, isRecord, type Manifest } from '../../schema/manifests.ts'

/*
 * Hooks of charts: https://helm.sh/docs/topics/charts_hooks/
 *
 * Jobs run in the phases that they name, in the order of their weights. All other resources with hook annotations, such
 * as the service accounts of these Jobs, are ordinary resources. Resources for tests and rollbacks only are left out.
 */

export type HookPhase =
  'pre-install' | 'post-install' | 'pre-upgrade' | 'post-upgrade' | 'pre-delete' | 'post-delete'

/** A Job that runs once in a phase. */
export interface HookJob {
  /** The name in the chart. */
  name: string
  weight: number
  manifest: Manifest
  /** The chart wants it to be deleted once it has succeeded. */
  isDeletedAfterSuccess: boolean
}

/** The rendering of a chart by the role of its resources. */
export interface ChartResources {
  resources: readonly Manifest[]
  /** The resources that Jobs of the phases before an install or an upgrade may need. */
  early: ReadonlySet<Manifest>
  /** Returns the Jobs of a phase in their order. */
  jobs(phase: HookPhase): readonly HookJob[]
}

/** The annotation with the phase of a Job that runs when the release is deleted, and is suspended until then. */
export const deleteHookAnnotation = 'qleet.io/delete-hook'

const phases: ReadonlySet<string> = new Set<HookPhase>([
  'pre-install',
  'post-install',
  'pre-upgrade',
  'post-upgrade',
  'pre-delete',
  'post-delete',
])

interface Hook {
  manifest: Manifest
  phases: readonly string[]
  weight: number
  policies: readonly string[]
}

/**
 * Splits a rendering by role.
 *
 * @param revision Identifies the inputs of the rendering: with others, hooks run again
 */
export function readHooks(manifests: readonly Manifest[], revision: string): ChartResources {
  const hooks = manifests.map(hookOf)
  const relevant = hooks.filter(({ phases: own }) => own.length === 0 || own.some((each) => phases.has(each)))
  const jobs = relevant.filter((hook) => hook.phases.length > 0 && isJob(hook.manifest))
  const ordinary = relevant.filter((hook) => !jobs.includes(hook))
  const early = ordinary.filter(({ phases: own }) => own.some((each) => each.startsWith('pre-')))
  return {
    resources: ordinary.map(({ manifest }) => manifest),
    early: new Set(early.map(({ manifest }) => manifest)),
    jobs: (phase) =>
      jobs
        .filter((hook) => hook.phases.includes(phase))
        .toSorted(
          (a, b) => a.weight - b.weight || (a.manifest.metadata.name < b.manifest.metadata.name ? -1 : 1),
        )
        .map((hook) => jobOf(hook, phase, revision)),
  }
}

function isJob({ apiVersion, kind }: Manifest): boolean {
  return kind === 'Job' && groupOf(apiVersion) === 'batch'
}

function hookOf(manifest: Manifest): Hook {
  const { annotations } = manifest.metadata
  const found: Record<string, unknown> = isRecord(annotations) ? annotations : {}
  const weight = Number(found['helm.sh/hook-weight'] ?? 0)
  return {
    manifest,
    phases: listOf(found['helm.sh/hook']).filter((each) => each !== 'crd-install'),
    weight: Number.isNaN(weight) ? 0 : weight,
    policies: listOf(found['helm.sh/hook-delete-policy']),
  }
}

function listOf(text: unknown): string[] {
  return typeof text !== 'string'
    ? []
    : text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
}

/**
 * Returns a Job under a name of its own in each phase and revision: a finished Job of an earlier revision neither blocks
 * nor replaces it. A Job that runs on deletion is the same in all revisions that do not change it.
 */
function jobOf({ manifest, weight, policies }: Hook, phase: HookPhase, revision: string): HookJob {
  const isDelete = phase.endsWith('-delete')
  const { name, annotations } = manifest.metadata
  // Its life is ours: a Job that deletes itself would run again.
  const { ttlSecondsAfterFinished: _, ...spec } = isRecord(manifest['spec']) ? manifest['spec'] : {}
  const identity = isDelete ? JSON.stringify(spec) : revision
  const digest = createHash('sha256').update(`${phase}\n${name}\n${identity}`).digest('hex').slice(0, 8)
  const metadata = { ...manifest.metadata, name: `${name.slice(0, 54).replace(/[-.]+$/, '')}-${digest}` }
  const complete: Manifest = isDelete
    ? {
        ...manifest,
        metadata: { ...metadata, annotations: { ...annotations, [deleteHookAnnotation]: phase } },
        spec: { ...spec, suspend: true },
      }
    : { ...manifest, metadata, spec }
  return { name, weight, manifest: complete, isDeletedAfterSuccess: policies.includes('hook-succeeded') }
}
