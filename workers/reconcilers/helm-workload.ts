import { mergeValues } from '../../schema/values-document.ts'
import type { ResolvedChart } from '../charts/charts.ts'
import { done, inheritedStatus, waitingFor } from '../engine/outcome.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import { withDependencies } from '../resources/applied-application.ts'
import {
  awaitBinding,
  boundDependencies,
  dependencyOutputs,
  reconcileDependencies,
} from '../resources/dependencies.ts'
import { dueRestarts } from '../resources/due-restarts.ts'
import {
  inputsOf,
  openedDefinition,
  recordedChart,
  releaseNameOf,
  sourceKey,
  sourceOf,
} from '../resources/helm-definition.ts'
import { prepareRelease, reconcileRelease, withChartErrors, type Release } from '../resources/helm-release.ts'
import { removeRelease } from '../resources/helm-removal.ts'
import { managedNamespace } from '../kube/client/namespaces.ts'
import { reconcilePlacement, recordedChoice } from '../resources/placement.ts'
import { servicesOf } from '../resources/services.ts'
import {
  driftOf,
  guardOf,
  keepsUsedDefinitions,
  policyOf,
  type ResourcePolicyFields,
} from '../resources/resource-policy.ts'

/** Resolves the chart once per change of its source, so that a new version in the repository changes nothing by itself. */
export const HelmWorkloadDefinition: Reconciler<Environment> = {
  ensure: (context, { charts }) =>
    withChartErrors(async () => {
      const { object, secrets, state, updateState, signal } = context
      const source = sourceOf(object.manifestSpec)
      const { username } = object.manifestSpec as { username?: string }
      const chart =
        recordedChart(source, state) ??
        (await charts.resolve(source, { username, password: secrets['password'] }, signal))
      updateState({ source: sourceKey(source), ...chart, url: chart.url.slice(0, maxStateLength) })
      return done(`It is version ${chart.chartVersion} of chart ${chart.chart}.`, { outputs: { ...chart } })
    }),
  remove: async () => done('Nothing is left of it.'),
}

/** The maximum length of a text in the state of a reconciler. */
const maxStateLength = 1000

export const HelmWorkloadInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { object, owner, secrets } = context
    const references = objectAs(object, 'HelmWorkloadInstance')
    const { runtime } = references
    if (runtime === null) return reconcilePlacement(context)
    const definition = referenced(references.definition)
    const spec = specOf(object)
    const opened = await openedDefinition(context, definition, environment.caches)
    const namespace = spec.releaseNamespace ?? managedNamespace(owner)
    const dependencies = await reconcileDependencies(context, {
      dependencies: opened.dependencies,
      namespace,
      runtime,
      services: [],
      tier: spec.tier,
    })
    if ('outcome' in dependencies) return dependencies
    const { outputs: chart } = definition
    if (!definition.ready || chart === null) {
      const { id, kind, name, version, status } = definition
      return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'has found its chart')
    }
    const own = inputsOf({ ...spec, ...secrets })
    const name = spec.releaseName ?? releaseNameOf(object.name)
    const bound = boundDependencies(dependencies)
    const known = { ...chartOutputs(chart), releaseName: name, namespace, ...recordedChoice(context) }
    let restarts = dueRestarts(context, [], bound)
    const release: Release = {
      runtime,
      guard: guardOf(spec),
      keepsUsedDefinitions: keepsUsedDefinitions(spec),
      policy: policyOf(spec),
      adopts: spec.adopt === true,
      additional: [...opened.additional, ...own.additional],
      inputs: {
        name,
        namespace,
        chart,
        source: opened.source,
        credentials: opened.credentials,
        values: mergeValues(opened.values, opened.secretValues, own.values, own.secretValues),
        secretValues: mergeValues(opened.secretValues, own.secretValues),
      },
      dependencies: opened.dependencies,
      bound,
      outputs: (resources, manifests) => {
        restarts = dueRestarts(context, manifests, bound)
        restarts.recordRollouts(resources)
        return {
          ...known,
          resources: resources.length,
          readyResources: resources.filter(({ health }) => health.state === 'ready').length,
          ...servicesOf(manifests, namespace),
          ...driftOf(resources),
          ...dependencyOutputs(dependencies, restarts.names),
        }
      },
    }
    const waiting = awaitBinding(dependencies, { ...known, ...dependencyOutputs(dependencies) })
    if (waiting !== undefined) return prepareRelease(context, environment, { release, waiting })
    const applied = await reconcileRelease(context, environment, release)
    return applied.outcome === 'done'
      ? withDependencies(applied, { dependencies, restarts, object })
      : applied
  },

  remove: async (context, environment) => {
    const { runtime } = objectAs(context.object, 'HelmWorkloadInstance')
    if (runtime === null) return done('Nothing is left of it.')
    return removeRelease(context, environment, {
      runtime,
      guard: guardOf(specOf(context.object)),
      keepsUsedDefinitions: keepsUsedDefinitions(specOf(context.object)),
    })
  },
}

function chartOutputs({ url, chart, chartVersion, appVersion, digest }: ResolvedChart): ResolvedChart {
  return { url, chart, chartVersion, appVersion, digest }
}

interface HelmWorkloadSpec extends ResourcePolicyFields {
  tier?: string
  releaseNamespace?: string
  releaseName?: string
  adopt?: boolean
}

/** Returns the spec of a Helm workload, which the server has validated with the schema of the kind. */
function specOf({ manifestSpec }: ReconcileContext['object']): HelmWorkloadSpec {
  return manifestSpec as HelmWorkloadSpec
}
