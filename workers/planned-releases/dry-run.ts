import { riskOfChecked } from '../../schema/operations/resource-risks.ts'
import { unpacked } from '../../schema/packed-text.ts'
import { ReleaseToCheck, type CheckedChange, type ReleaseFindings } from '../../schema/release-checks.ts'
import { resourceNameOf } from '../../schema/manifests.ts'
import { resourceChanges, type ResourceChange } from '../../schema/resource-changes.ts'
import { definedKinds } from '../../schema/resource-checks.ts'
import type { Charts } from '../charts/charts.ts'
import { ChartError } from '../charts/chart-error.ts'
import { chunks } from '../../schema/chunks.ts'
import { PlannedPasswordDocument } from '../generated/documents.ts'
import { ReconcilerCaches } from '../environment.ts'
import { concurrency } from '../kube/apply/sync-context.ts'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import { findRelease, isOfRelease } from '../resources/helm-adoption.ts'
import { inputsWithPlaceholders } from '../resources/helm-definition.ts'
import { capabilitiesOf } from '../resources/helm-rendering.ts'
import { placeOfRelease, renderPlanned } from './rendering.ts'
import { checksOf } from '../cluster-queries/dry-run.ts'
import type { DryRunRelease, QueryContext } from '../cluster-queries/query-context.ts'
import { shortened, withoutGenerated } from './shown-changes.ts'

/** The most resources of a release that a plan lists. */
const maxChanges = 500

/** The number of resources that one item of the response has. */
const itemSize = 10

const nothing = { changes: [], omitted: 0, problem: '', isLast: true } as const satisfies ReleaseFindings

/** Returns a function that finds out what a change does to the resources of a release. Nothing is written. */
export function createReleaseDryRuns(charts: Charts): DryRunRelease {
  const { capabilities } = new ReconcilerCaches()
  return async function* ({ objectId, packed }, context) {
    const release = ReleaseToCheck.parse(JSON.parse(unpacked(packed)))
    try {
      yield* findingsOf(release, objectId, { ...context, charts, caches: { capabilities } })
    } catch (error) {
      if (!(error instanceof ChartError)) throw error
      yield { ...nothing, problem: problemOf(error, release) }
    }
  }
}

interface RenderingContext extends QueryContext {
  charts: Charts
  /** What charts may know of clusters. */
  caches: Pick<ReconcilerCaches, 'capabilities'>
}

/** Returns why a chart cannot be rendered. What is retried by a reconcile is not by a plan. */
function problemOf({ reason, message }: ChartError, { after }: ReleaseToCheck): string {
  const why = message.replace(/; it is retried$/, '')
  const inputs = [after.definition, after.instance].map(inputsWithPlaceholders)
  const hasSecrets = inputs.some(({ secretValues }) => Object.keys(secretValues).length > 0)
  return hasSecrets && (reason === 'RenderingFailed' || reason === 'InvalidRendering')
    ? `${why}; plans render charts with stand-ins for secret values, which the chart may not accept`
    : why
}

async function* findingsOf(
  release: ReleaseToCheck,
  runtimeId: string,
  { client, clusters, charts, caches, signal }: RenderingContext,
): AsyncGenerator<ReleaseFindings> {
  const cluster = await clusters.of(runtimeId)
  const place = placeOfRelease(release)
  const adopts = release.after.instance['adopt'] === true
  const isTaken = release.installed === 'none' && (await findRelease(cluster, place, signal)).length > 0
  if (isTaken && !adopts) {
    const problem = `Helm has installed the release ${place.name} in namespace ${place.namespace}, and adopt is not set`
    yield { ...nothing, problem }
    return
  }
  const manifests = await renderPlanned(release, {
    charts,
    capabilities: await capabilitiesOf(cluster, caches, signal),
    credentialsOf: async ({ definition, sealedPassword: sealed }) => {
      const { username } = definition as { username?: string }
      if (sealed === undefined) return { username }
      return { username, password: (await client.execute(PlannedPasswordDocument, { sealed })).result }
    },
    hasExisting: isTaken,
    signal,
  })
  const all = resourceChanges(manifests.before, manifests.after, { replaces: release.replace })
  const listed = all.slice(0, maxChanges)
  const arriving = release.arriving
  const workload = {
    ...release,
    ...manifests,
    namespace: place.namespace,
    resources: listed.map(({ resource }) => resource),
    arriving: { ...arriving, kinds: [...arriving.kinds, ...definedKinds(manifests.after)] },
  }
  const takesOver = adopts ? (live: Parameters<typeof isOfRelease>[0]) => isOfRelease(live, place) : undefined
  const check = await checksOf(workload, cluster, { signal, takesOver })
  const known = new Map(
    [...manifests.before, ...manifests.after].map((manifest) => [resourceNameOf(manifest), manifest]),
  )
  const checked = async (change: ResourceChange): Promise<CheckedChange> => {
    const { resource: _, ...found } = await check(change.resource)
    const manifest = known.get(change.resource)
    const risk = manifest && riskOfChecked(change, [found], { manifest, all: manifests.after })
    return {
      change: shortened(withoutGenerated(change, manifests.generated)),
      check: found,
      ...(risk === undefined ? {} : { risk }),
    }
  }
  for (const batch of chunks(listed, itemSize))
    yield { ...nothing, changes: await mapWithLimit(batch, concurrency, checked), isLast: false }
  yield { ...nothing, omitted: all.length - listed.length }
}
