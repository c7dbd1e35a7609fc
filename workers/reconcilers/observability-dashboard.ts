import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import {
  ObservabilityDashboardDefinition,
  type ObservabilityDashboardInstance as DashboardInstanceKind,
} from '../../schema/kinds/observability-dashboard.ts'
import { done, inheritedStatus, requeueAfter, waitingFor, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { possibleStorage } from '../observability/cluster.ts'
import { dashboardPath } from '../observability/dashboards.ts'
import {
  adminSecret,
  dashboardsFor,
  grafana,
  grafanaResources,
  grafanaStandIn,
  grafanaUrl,
  grafanaValues,
  type DashboardSettings,
} from '../observability/grafana.ts'
import { isOfControlPlane, reconcileInstallation, versionOf } from '../observability/installation.ts'
import { runtimeAccessOf, unready } from '../resources/runtime-access.ts'
import { inspect } from '../support-services/inspect.ts'
import type { Inspected } from '../support-services/proofs.ts'

/** Reconciles Grafana of a runtime as an ordinary Helm workload, once what it shows has an address. */
export const ObservabilityDashboardInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const references = objectAs(context.object, 'ObservabilityDashboardInstance')
    const runtime = referenced(references.runtime)
    const notReady = unready(runtime)
    if (notReady !== undefined) return notReady
    const { metricsInstance, loggingInstance } = references
    for (const source of [metricsInstance, loggingInstance])
      if (source !== null && source.outputs?.url == null) return waitForAddress(source)
    const generated = passwordOf(context)
    if ('outcome' in generated) return generated
    const definition = ObservabilityDashboardDefinition.spec.parse(
      referenced(references.definition).manifestSpec,
    )
    const desired: DashboardSettings = {
      storage: definition.storage,
      prometheusUrl: metricsInstance?.outputs?.url ?? undefined,
      lokiUrl: loggingInstance?.outputs?.url ?? undefined,
      password: generated.password,
      digestKey: context.digestKey,
    }
    const { guard, grafanaHelmValuesDocument } = specOf(context)
    const documents = [definition.grafanaHelmValuesDocument, grafanaHelmValuesDocument]
    return runtimeAccessOf(runtime, environment, async (cluster) => {
      const inspected = { cluster, signal: context.signal }
      const kubernetesVersion = runtime.outputs?.kubernetesVersion ?? ''
      const options = { kubernetesVersion, isOurs: isOfControlPlane(context) }
      const refused = context.owns ? undefined : await inspect(inspected, grafana, options)
      if (refused !== undefined && 'outcome' in refused) return refused
      const settings = { ...desired, storage: await storageOf(inspected, desired) }
      const outcome = await reconcileInstallation(context, inspected, {
        program: grafana,
        runtime,
        version: versionOf(context, grafana, definition.grafanaHelmChartVersion),
        values: grafanaValues(settings),
        documents,
        additional: grafanaResources(settings),
        standIn: grafanaStandIn(settings),
        guard,
      })
      return withLinks(outcome, settings, documents)
    })
  },

  // The owned objects go with their last owner.
  remove: async () => done('Nothing is left of it.'),
}

type Source = NonNullable<
  ReturnType<typeof objectAs<'ObservabilityDashboardInstance'>>['metricsInstance' | 'loggingInstance']
>

function waitForAddress({ id, kind, name, version, status }: Source): Outcome {
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'has an address')
}

function specOf({ object }: ReconcileContext): z.infer<(typeof DashboardInstanceKind)['spec']> {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof DashboardInstanceKind)['spec']>
}

/** Returns the password of the administrator. A new one is stored before it is used, so that a crash cannot lose it. */
function passwordOf(context: ReconcileContext): { password: string } | Outcome {
  const { secrets, state, updateState } = context
  const { adminPassword: password } = secrets
  const { passwordRotatedAt } = specOf(context)
  if (password !== undefined && state['passwordRotatedAt'] === passwordRotatedAt) return { password }
  updateState({ passwordRotatedAt })
  return requeueAfter(0, {
    reason: 'GeneratedPassword',
    message: 'It has generated the password of the administrator.',
    secretOutputs: { adminPassword: randomBytes(24).toString('base64url') },
  })
}

/** Returns the storage of Grafana, which never shrinks; undefined for none. */
async function storageOf(inspected: Inspected, { storage }: DashboardSettings): Promise<string | undefined> {
  if (storage === undefined) return undefined
  const { namespace, releaseName: name } = grafana
  return possibleStorage(inspected, { namespace, name, storage })
}

/** Adds the URLs of Grafana and of its dashboards to the outputs. */
function withLinks(
  outcome: Outcome,
  settings: DashboardSettings,
  documents: readonly (string | undefined)[],
): Outcome {
  if (outcome.outcome === 'failed' || outcome.outputs === undefined) return outcome
  const url = grafanaUrl(...documents)
  const links = dashboardsFor(settings).map((each) => ({
    title: each.title,
    url: `${url}${dashboardPath(each)}`,
  }))
  return { ...outcome, outputs: { ...outcome.outputs, url, adminSecret, links } }
}
