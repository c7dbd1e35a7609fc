import { createHash } from 'node:crypto'
import { canonicalJson } from '../../schema/canonical-json.ts'
import type { Manifest } from '../../schema/manifests.ts'
import type { Values } from '../../schema/values-document.ts'
import type { Charts, ResolvedChart } from '../charts/charts.ts'
import type { ChartSource, Credentials } from '../charts/chart-source.ts'
import { carriedOver, generatedValues, readGenerated, withGenerated } from '../charts/generated-values.ts'
import type { Capabilities } from '../charts/helm.ts'
import { requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment, ReconcilerCaches } from '../environment.ts'
import type { BoundDependency } from './bindings.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { serverVersion } from '../kube/client/server-version.ts'

/** The inputs of a rendering that users decide. */
export interface ReleaseInputs {
  name: string
  namespace: string
  source: ChartSource
  credentials: Credentials
  chart: ResolvedChart
  /** All values, merged. */
  values: Values
  /** Those that errors must not contain. */
  secretValues: Values
}

/** The inputs that a release has now. Other inputs are another revision, before and after which hooks run again. */
export interface Revision {
  id: string
  /** An earlier revision has been installed. */
  isUpgrade: boolean
}

/** What the revision of a release depends on besides its inputs. */
interface RevisionOptions {
  /** A release of Helm is adopted. */
  hasExisting: boolean
  /** The bindings from which containers get variables. */
  injected: readonly BoundDependency[]
}

/** The name of the secret output with the values that a chart generated. */
const generatedOutput = 'generatedValues'

/** Returns the id of the revision with the given inputs. */
export function revisionId(
  { name, namespace, chart, values }: Pick<ReleaseInputs, 'name' | 'namespace' | 'chart' | 'values'>,
  variables: readonly unknown[] = [],
): string {
  return digestOf([name, namespace, chart.digest, values, ...variables])
}

/** Returns the revision, and records it in the state when it has changed. */
export function revisionOf(
  { state, updateState }: ReconcileContext,
  inputs: ReleaseInputs,
  { hasExisting, injected }: RevisionOptions,
): Revision {
  // Values of bindings are left out: a password that is rotated runs no hook again.
  const variables = injected.map(({ dependency, secret, keys }) => [dependency.inject, secret, keys])
  const id = revisionId(inputs, variables)
  if (state['revision'] === id) return { id, isUpgrade: state['upgrade'] === true }
  const isUpgrade = state['deployed'] === true || state['upgrade'] === true || hasExisting
  const finished = Object.keys(state).filter((key) => key.startsWith('hook/'))
  updateState({
    ...Object.fromEntries(finished.map((key) => [key, undefined])),
    revision: id,
    upgrade: isUpgrade,
  })
  return { id, isUpgrade }
}

/**
 * Renders the chart of a release. Renders new inputs twice: fields that differ have generated values, which are stored
 * before anything is applied, and keep them from then on.
 */
export async function renderRelease(
  context: ReconcileContext,
  { charts, caches }: Pick<Environment, 'charts' | 'caches'>,
  { cluster, inputs, revision }: { cluster: Cluster; inputs: ReleaseInputs; revision: Revision },
): Promise<readonly Manifest[] | Outcome> {
  const { state, updateState, signal, secrets } = context
  const { name, namespace, source, credentials, chart, values, secretValues } = inputs
  const capabilities = await capabilitiesOf(cluster, caches, signal)
  const release = { name, namespace, values, isUpgrade: revision.isUpgrade, capabilities }
  const request: Parameters<Charts['render']>[0] = { source, credentials, chart, release, secretValues }
  const manifests = await charts.render(request, signal)
  const stored = readGenerated(secrets[generatedOutput])
  const rendering = digestOf([revision, capabilities])
  if (state['rendering'] === rendering) return withGenerated(manifests, stored)
  const again = await charts.render({ ...request, isRepeated: true }, signal)
  const generated = carriedOver(generatedValues(manifests, again), stored, {
    areInputsChanged: state['renderedRevision'] !== revision.id,
  })
  updateState({ rendering, renderedRevision: revision.id })
  if (canonicalJson(generated) === canonicalJson(stored)) return withGenerated(manifests, generated)
  return requeueAfter(0, {
    reason: 'Rendered',
    message: 'Storing the values that the chart has generated.',
    secretOutputs: { [generatedOutput]: JSON.stringify(generated) },
  })
}

/** Milliseconds for which the capabilities of a cluster are cached. */
const capabilitiesTtl = 60_000

/** Returns what charts may know of a cluster. */
export async function capabilitiesOf(
  { client, discovery }: Cluster,
  { capabilities: known }: Pick<ReconcilerCaches, 'capabilities'>,
  signal: AbortSignal,
): Promise<Capabilities> {
  const cached = known.get(client)
  if (cached !== undefined && Date.now() - cached.at < capabilitiesTtl) return cached.capabilities
  const [kubeVersion, apiVersions] = await Promise.all([
    serverVersion(client, { signal }),
    discovery.served(),
  ])
  const capabilities = { kubeVersion, apiVersions }
  known.set(client, { at: Date.now(), capabilities })
  return capabilities
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 32)
}
