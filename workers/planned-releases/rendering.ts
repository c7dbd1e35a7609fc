import { randomBytes } from 'node:crypto'
import type { Manifest } from '../../schema/manifests.ts'
import type { ReleaseState, ReleaseToCheck } from '../../schema/release-checks.ts'
import { mergeValues } from '../../schema/values-document.ts'
import type { Credentials } from '../charts/chart-source.ts'
import type { Charts, ResolvedChart } from '../charts/charts.ts'
import {
  carriedOver,
  generatedValues,
  withGenerated,
  type GeneratedValue,
} from '../charts/generated-values.ts'
import type { Capabilities } from '../charts/helm.ts'
import { readHooks } from '../charts/hooks.ts'
import { managedNamespace } from '../kube/client/namespaces.ts'
import { withPlaceholders } from '../kube/client/secret-values.ts'
import {
  inputsWithPlaceholders,
  recordedChart,
  releaseNameOf,
  sourceOf,
} from '../resources/helm-definition.ts'
import { revisionId } from '../resources/helm-rendering.ts'

/*
 * A release as a plan would change it: rendered before and after, as its reconciler renders it. Nothing is stored, so generated values
 * are others than those of the release. They are the same before and after, except where a reconcile would generate new ones.
 */

/** The resources of a release before and after a change, without those of its namespace. Values of Secrets are placeholders. */
export interface PlannedManifests {
  before: Manifest[]
  after: Manifest[]
  /** The values that the chart has generated for the plan. */
  generated: ReadonlySet<unknown>
}

/** The longest text of a chart that is parsed for a plan, in the main thread of a worker. */
const maxText = 4_000_000

interface RenderPlanned {
  charts: Charts
  capabilities: Capabilities
  credentialsOf(state: ReleaseState): Promise<Credentials>
  /** A release of Helm is adopted. */
  hasExisting: boolean
  signal: AbortSignal
}

/** Where a release is, and under which name. */
export interface ReleasePlace {
  name: string
  namespace: string
}

export function placeOfRelease({ owner, namespace, after }: ReleaseToCheck): ReleasePlace {
  const { releaseName } = after.instance as { releaseName?: string }
  return { name: releaseName ?? releaseNameOf(owner.name), namespace: namespace ?? managedNamespace(owner) }
}

/** Renders a release before and after a change. Throws ChartError. */
export async function renderPlanned(
  release: ReleaseToCheck,
  options: RenderPlanned,
): Promise<PlannedManifests> {
  const place = placeOfRelease(release)
  const wasUpgrade = release.installed === 'upgrade'
  // Nothing of it may be in the cluster yet, and it may be impossible to render it.
  const before =
    release.before === undefined || release.installed === 'none'
      ? undefined
      : await rendered(release.before, { ...options, place, upgrades: () => wasUpgrade })
  const after = await rendered(release.after, {
    ...options,
    place,
    upgrades: (id) => (id === before?.id ? wasUpgrade : before !== undefined || options.hasExisting),
  })
  const areInputsChanged = after.id !== before?.id
  const kept = before?.generated ?? []
  const generated = carriedOver(after.generated, kept, { areInputsChanged })
  const key = randomBytes(32)
  const shown = (manifests: readonly Manifest[]): Manifest[] =>
    manifests.map((manifest) => withPlaceholders(withoutNamespace(manifest, place.namespace), key))
  return {
    before: before === undefined ? [] : shown(resourcesOf(before, { generated: kept, runsHooks: false })),
    after: shown(resourcesOf(after, { generated, runsHooks: areInputsChanged })),
    generated: new Set([...kept, ...generated].map(({ value }) => value)),
  }
}

interface Rendered {
  /** The id of its revision. */
  id: string
  isUpgrade: boolean
  /** What the chart renders. */
  manifests: readonly Manifest[]
  generated: readonly GeneratedValue[]
  /** The resources besides those of the chart. */
  additional: readonly Manifest[]
}

interface RenderState extends RenderPlanned {
  place: ReleasePlace
  /** Reports whether a revision is an upgrade. */
  upgrades(id: string): boolean
}

async function rendered(
  state: ReleaseState,
  { charts, capabilities, credentialsOf, place, upgrades, signal }: RenderState,
): Promise<Rendered> {
  const source = sourceOf(state.definition)
  const credentials = await credentialsOf(state)
  const found = recordedChart(source, state.found)
  const chart: ResolvedChart = found ?? (await charts.resolve(source, credentials, signal))
  const inputs = [inputsWithPlaceholders(state.definition), inputsWithPlaceholders(state.instance)]
  const secretValues = mergeValues(...inputs.map((each) => each.secretValues))
  const values = mergeValues(...inputs.flatMap((each) => [each.values, each.secretValues]))
  const id = revisionId({ ...place, chart, values })
  const isUpgrade = upgrades(id)
  const release = { ...place, values, isUpgrade, capabilities }
  const request = { source, credentials, chart, release, secretValues, maxText }
  const manifests = await charts.render(request, signal)
  const again = await charts.render({ ...request, isRepeated: true }, signal)
  return {
    id,
    isUpgrade,
    manifests,
    generated: generatedValues(manifests, again),
    additional: inputs.flatMap(({ additional }) => additional),
  }
}

/**
 * Returns the resources of a release. Jobs of hooks that have run are left out. Those that will run have the names that they have in the
 * chart, because the digest at the end of their names depends on secret values.
 */
function resourcesOf(
  { id, isUpgrade, manifests, additional }: Rendered,
  { generated, runsHooks }: { generated: readonly GeneratedValue[]; runsHooks: boolean },
): Manifest[] {
  const { resources, jobs } = readHooks(withGenerated(manifests, generated), id)
  const phases = isUpgrade
    ? (['pre-upgrade', 'post-upgrade'] as const)
    : (['pre-install', 'post-install'] as const)
  const running = (runsHooks ? phases : []).flatMap((phase) =>
    jobs(phase).map(({ name, manifest }) => ({ ...manifest, metadata: { ...manifest.metadata, name } })),
  )
  const waiting = (['pre-delete', 'post-delete'] as const).flatMap((phase) =>
    jobs(phase).map(({ manifest }) => manifest),
  )
  return [...resources, ...running, ...waiting, ...additional]
}

/** Returns a manifest without the namespace of its release, which charts name or leave out. */
function withoutNamespace(manifest: Manifest, namespace: string): Manifest {
  const { namespace: own, ...metadata } = manifest.metadata
  return own === namespace ? { ...manifest, metadata } : manifest
}
