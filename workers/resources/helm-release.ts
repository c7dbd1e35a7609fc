import { event } from '../../schema/status.ts'
import type { Dependency } from '../../schema/dependencies/declaration.ts'
import { describeIdentity, identityOf, isRecord, type Manifest } from '../../schema/manifests.ts'
import { ChartError } from '../charts/chart-error.ts'
import { readHooks, type ChartResources, type HookJob } from '../charts/hooks.ts'
import { failed, type Outcome, type WaitingFor } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { isCrd, isNamespace, type DesiredResource } from '../kube/client/resource.ts'
import { syncBesideOthers, syncResources, type SyncContext, type SyncResult } from '../kube/apply/sync.ts'
import { withBindingDigests, withInjections, type BoundDependency } from './bindings.ts'
import { adoptReleaseRecords, findRelease, isOfRelease, isReleaseRecord } from './helm-adoption.ts'
import { refusedByPolicies } from './chart-policies.ts'
import { renderRelease, revisionOf, type ReleaseInputs, type Revision } from './helm-rendering.ts'
import { assertInjectionTargets } from './injection-targets.ts'
import { hasApplied, reconcileResources, type ManagedResources } from './managed-resources.ts'
import { manifestsOfNamespace, withNamespace } from './namespace.ts'
import { servicesOf } from './services.ts'
import { withVariables } from './variables.ts'

/** A release of a chart, to be reconciled in a runtime. */
export interface Release extends Pick<
  ManagedResources,
  'runtime' | 'guard' | 'keepsUsedDefinitions' | 'policy' | 'outputs'
> {
  inputs: ReleaseInputs
  /** Resources besides those of the chart. */
  additional: readonly Manifest[]
  /** Takes over a release that Helm has installed. */
  adopts: boolean
  /** The dependencies of the release. */
  dependencies: readonly Dependency[]
  /** The bindings that are complete. */
  bound: readonly BoundDependency[]
}

/**
 * Reconciles a release: CustomResourceDefinitions and the Jobs that run before an install or an upgrade, all other
 * resources, and the Jobs that run afterwards. Helm only renders them.
 */
export async function reconcileRelease(
  context: ReconcileContext,
  environment: Environment,
  release: Release,
): Promise<Outcome> {
  const { inputs, adopts, additional, dependencies: _, bound, ...managed } = release
  const { namespace } = inputs
  let rendered: RenderedRelease | undefined
  return withChartErrors(() =>
    reconcileResources(context, environment, {
      ...managed,
      namespace,
      holdsDefinitions: true,
      takesOver: adopts ? (live) => isOfRelease(live, inputs) : undefined,
      manifests: async (cluster) => {
        const found = await renderedRelease(context, environment, { cluster, release })
        if ('outcome' in found) return found
        rendered = found
        const chart = [...found.resources, ...jobsOf(found)]
        assertDistinct([...found.bindings, ...chart], additional, namespace)
        // Jobs of hooks read the binding when they start; another digest in their templates would be another Job.
        const own = withVariables([...found.resources, ...additional], context.variables)
        const rolled = withBindingDigests(own, bound)
        return withNamespace(namespace, [...found.bindings, ...rolled, ...jobsOf(found)])
      },
      sync: (sync, desired) =>
        rendered === undefined
          ? syncResources(sync, desired)
          : new ReleaseSync(context, { sync, desired, rendered, release }).run(),
    }),
  )
}

/** The outputs of a release of which nothing has been applied. */
const nothingYet = { resources: 0, readyResources: 0 }

/**
 * Creates the namespace of a release that waits for a dependency, which may need it, as it may need to know the Services. A
 * release that is running keeps its resources until the dependency is there.
 */
export async function prepareRelease(
  context: ReconcileContext,
  environment: Environment,
  { release, waiting }: { release: Release; waiting: WaitingFor },
): Promise<Outcome> {
  if (hasApplied(context)) {
    const { outputs } = context.object.status
    // None has been reported if the reconcile that applied for the first time was interrupted.
    return {
      ...waiting,
      outputs: { ...nothingYet, ...(isRecord(outputs) ? outputs : {}), ...waiting.outputs },
    }
  }
  const { runtime, inputs } = release
  const { namespace } = inputs
  let services = {}
  return withChartErrors(async () => {
    const prepared = await reconcileResources(context, environment, {
      runtime,
      namespace,
      manifests: async (cluster) => {
        const rendered = await renderedRelease(context, environment, { cluster, release })
        if ('outcome' in rendered) return rendered
        services = servicesOf([...rendered.resources, ...release.additional], namespace)
        return manifestsOfNamespace(namespace, withNamespace(namespace, rendered.resources))
      },
      sync: syncBesideOthers,
    })
    return prepared.outcome === 'done'
      ? { ...waiting, outputs: { ...nothingYet, ...waiting.outputs, ...services } }
      : prepared
  })
}

/** Renders a release with the variables that dependencies inject. Returns an outcome if it cannot be applied now. */
async function renderedRelease(
  context: ReconcileContext,
  environment: Environment,
  { cluster, release }: { cluster: Cluster; release: Release },
): Promise<RenderedRelease | Outcome> {
  const { inputs, adopts, dependencies, bound } = release
  const hasExisting = !hasApplied(context) && (await findRelease(cluster, inputs, context.signal)).length > 0
  if (hasExisting && !adopts) return releaseExists(inputs)
  const injected = bound.filter(({ dependency }) => (dependency.inject ?? []).length > 0)
  const installed = context.state['deployed'] === true ? context.state['revision'] : undefined
  const revision = revisionOf(context, inputs, { hasExisting, injected })
  const manifests = await renderRelease(context, environment, { cluster, inputs, revision })
  if ('outcome' in manifests) return manifests
  const isInstalled = installed === revision.id
  const refused = await refusedByPolicies(context, { revision: revision.id, isInstalled, manifests })
  if (refused !== undefined) return refused
  assertInjectionTargets(manifests, dependencies)
  const bindings = bound.flatMap(({ manifest }) => manifest ?? [])
  assertNoBinding(manifests, bindings, inputs.namespace)
  const resources = readHooks(withInjections(manifests, injected), revision.id)
  // Hooks may need the bindings, for example to migrate a database.
  return { revision, bindings, ...resources, early: new Set([...bindings, ...resources.early]) }
}

/** Turns the failure of a chart into an outcome. */
export async function withChartErrors(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ChartError)) throw error
    const { reason, message, blocked } = error
    return failed({ reason, message, blocked }, { retryable: !blocked })
  }
}

function releaseExists({ name, namespace }: ReleaseInputs): Outcome {
  const message =
    `Helm has installed the release ${name} in namespace ${namespace}: set adopt to true to take it over, or choose ` +
    'another releaseName or releaseNamespace.'
  return failed({ reason: 'ReleaseExists', message, blocked: true }, { retryable: false })
}

/** Throws if additional resources are also in the chart: each would undo the changes of the other. */
function assertDistinct(
  rendered: readonly Manifest[],
  additional: readonly Manifest[],
  namespace: string,
): void {
  const seen = new Set(rendered.map((manifest) => placedIdentity(manifest, namespace)))
  for (const manifest of additional) {
    const identity = placedIdentity(manifest, namespace)
    if (seen.has(identity)) {
      const message = `additionalResources contains ${identity}, which exists already: remove it, or give it another name`
      throw new ChartError('DuplicateResource', message, { blocked: true })
    }
    seen.add(identity)
  }
}

/** Throws if a chart renders the Secret of a binding: each would undo the changes of the other. */
function assertNoBinding(
  rendered: readonly Manifest[],
  bindings: readonly Manifest[],
  namespace: string,
): void {
  const seen = new Set(rendered.map((manifest) => placedIdentity(manifest, namespace)))
  const [taken] = bindings.map((each) => placedIdentity(each, namespace)).filter((each) => seen.has(each))
  if (taken === undefined) return
  const message = `the chart contains ${taken}, which is the binding of a dependency: give the dependency another name`
  throw new ChartError('DuplicateResource', message, { blocked: true })
}

function placedIdentity(manifest: Manifest, namespace: string): string {
  const identity = identityOf(manifest)
  return describeIdentity({
    ...identity,
    namespace: identity.namespace === '' ? namespace : identity.namespace,
  })
}

interface RenderedRelease extends ChartResources {
  revision: Revision
  /** The Secrets with the bindings. */
  bindings: readonly Manifest[]
}

function jobsOf({ jobs, revision }: RenderedRelease): Manifest[] {
  const phases = revision.isUpgrade
    ? (['pre-upgrade', 'post-upgrade'] as const)
    : (['pre-install', 'post-install'] as const)
  return [...phases, 'pre-delete' as const, 'post-delete' as const].flatMap((phase) =>
    jobs(phase).map(({ manifest }) => manifest),
  )
}

interface ReleaseParts {
  sync: SyncContext
  desired: readonly DesiredResource[]
  rendered: RenderedRelease
  release: Release
}

/** One pass over the phases of a release. It stops at the first hook that has not finished, and goes on in a later reconcile. */
class ReleaseSync {
  readonly #context: ReconcileContext
  readonly #parts: ReleaseParts
  /** The keys of hooks that have finished in this revision. */
  readonly #finished: Set<string>

  constructor(context: ReconcileContext, parts: ReleaseParts) {
    this.#context = context
    this.#parts = parts
    const prefix = 'hook/'
    const finished = Object.keys(context.state).filter((key) => key.startsWith(prefix))
    const isCurrent = context.state['revision'] === parts.rendered.revision.id
    this.#finished = new Set(isCurrent ? finished.map((key) => this.#keyOf(key.slice(prefix.length))) : [])
  }

  async run(): Promise<SyncResult> {
    const { sync, desired, rendered } = this.#parts
    const { isUpgrade } = rendered.revision
    const before = rendered.jobs(isUpgrade ? 'pre-upgrade' : 'pre-install')
    const after = rendered.jobs(isUpgrade ? 'post-upgrade' : 'post-install')
    for (const job of this.#pending(before)) {
      const staged = await this.#apply(
        job,
        desired.filter((each) => this.#isEarly(each)),
      )
      if (!isReady(staged)) return staged
      this.#finish(job)
    }
    const hooks = new Set([...before, ...after].map(({ manifest }) => this.#keyOf(manifest.metadata.name)))
    const main = desired.filter(({ key }) => !hooks.has(key))
    const kept = [...before, ...after].filter((job) => this.#isFinished(job) && !job.isDeletedAfterSuccess)
    const keptKeys = new Set(kept.map(({ manifest }) => this.#keyOf(manifest.metadata.name)))
    // A hook that is still running stays, too: its phase continues below.
    const running = new Set(this.#pending(after).map(({ manifest }) => this.#keyOf(manifest.metadata.name)))
    const keeps = (key: string): boolean =>
      keptKeys.has(key) || running.has(key) || isReleaseRecord(key, this.#parts.release.inputs)
    const synced = await syncResources(sync, main, { keeps })
    const isApplied = synced.held.length === 0 && synced.resources.every(({ live }) => live !== undefined)
    if (!isApplied) return synced
    for (const job of this.#pending(after)) {
      const staged = await this.#apply(job, [])
      if (!isReady(staged)) return { ...synced, resources: [...synced.resources, ...staged.resources] }
      this.#finish(job)
    }
    this.#context.updateState({ deployed: true })
    await this.#adopt()
    return synced
  }

  #pending(jobs: readonly HookJob[]): readonly HookJob[] {
    return jobs.filter((job) => !this.#isFinished(job))
  }

  #isFinished({ manifest }: HookJob): boolean {
    return this.#finished.has(this.#keyOf(manifest.metadata.name))
  }

  #finish({ manifest }: HookJob): void {
    const { name } = manifest.metadata
    this.#finished.add(this.#keyOf(name))
    this.#context.updateState({ [`hook/${name}`]: true })
  }

  /** Returns the key of a Job: {@link DesiredResource.key}. */
  #keyOf(name: string): string {
    const { desired, release } = this.#parts
    const found = desired.find(({ identity }) => identity.kind === 'Job' && identity.name === name)
    const { namespace } = found?.identity ?? release.inputs
    return describeIdentity({ group: 'batch', kind: 'Job', namespace, name })
  }

  /** Reports whether a resource is applied before the first hook: what hooks may need. */
  #isEarly({ identity, manifest }: DesiredResource): boolean {
    const { early } = this.#parts.rendered
    const isOfHook = [...early].some(
      (each) =>
        each.kind === identity.kind &&
        each.metadata.name === identity.name &&
        (each.metadata.namespace ?? identity.namespace) === identity.namespace,
    )
    return isOfHook || isCrd(manifest) || isNamespace(identity)
  }

  /** Applies a hook after the given resources, and leaves all others as they are. */
  async #apply(job: HookJob, resources: readonly DesiredResource[]): Promise<SyncResult> {
    const { sync, desired } = this.#parts
    const key = this.#keyOf(job.manifest.metadata.name)
    const own = desired.filter((each) => each.key === key)
    const prerequisites = resources.length === 0 ? undefined : await syncResources(sync, resources, keepsAll)
    if (prerequisites !== undefined && !isReady(prerequisites)) return prerequisites
    const synced = await syncResources(sync, own, keepsAll)
    return {
      ...synced,
      resources: synced.resources.map((state) => ({ ...state, health: explained(state.health, job) })),
    }
  }

  /** Takes the records of a release from Helm once all of its resources are ours. */
  async #adopt(): Promise<void> {
    const { sync, release } = this.#parts
    const { state, updateState, recordEvent } = this.#context
    if (!release.adopts || state['adopted'] === true) return
    const count = await adoptReleaseRecords(sync, release.inputs)
    updateState({ adopted: true })
    if (count === 0) return
    const { name, namespace } = release.inputs
    const message = `Took over the release ${name} in namespace ${namespace}; Helm no longer lists it.`
    recordEvent(event('Normal', 'ReleaseAdopted', message))
  }
}

const keepsAll = { keeps: () => true }

function isReady({ resources }: SyncResult): boolean {
  return resources.every(({ health }) => health.state === 'ready')
}

function explained(
  health: SyncResult['resources'][number]['health'],
  { name }: HookJob,
): SyncResult['resources'][number]['health'] {
  if (health.state !== 'failed') return health
  const message = `${health.message}; it is the hook ${name} of the chart: correct the values, or delete the Job to run it again`
  return { ...health, message }
}
