import type { z } from 'zod'
import { MetricsDefinition, type MetricsInstance as MetricsInstanceKind } from '../../schema/kinds/metrics.ts'
import { spread } from '../../schema/retry.ts'
import { done, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { findPrometheus, growClaims, possibleStorage } from '../observability/cluster.ts'
import { isOfControlPlane, reconcileInstallation, versionOf } from '../observability/installation.ts'
import { urlOf } from '../observability/program.ts'
import {
  prometheus,
  prometheusClaims,
  prometheusStandIn,
  prometheusValues,
} from '../observability/prometheus.ts'
import { runtimeAccessOf, unready } from '../resources/runtime-access.ts'
import { checkInterval, inspect } from '../support-services/inspect.ts'
import type { Inspected } from '../support-services/proofs.ts'

/** Reconciles Prometheus of a runtime: one that the cluster has is used as it is; any other is an ordinary Helm workload. */
export const MetricsInstance: Reconciler<Environment> = {
  ensure: (context, environment) => {
    const runtime = runtimeOf(context)
    const notReady = unready(runtime)
    if (notReady !== undefined) return Promise.resolve(notReady)
    return runtimeAccessOf(runtime, environment, async (cluster) => {
      const inspected = { cluster, signal: context.signal }
      const found = context.owns ? undefined : await existing(context, inspected)
      return found ?? install(context, inspected)
    })
  },

  // The owned objects go with their last owner.
  remove: async () => done('Nothing is left of it.'),
}

function runtimeOf({ object }: ReconcileContext) {
  return referenced(objectAs(object, 'MetricsInstance').runtime)
}

/** Returns the outcome of Prometheus that the cluster has already, or that cannot be installed; undefined to install it. */
async function existing(context: ReconcileContext, inspected: Inspected): Promise<Outcome | undefined> {
  const kubernetesVersion = runtimeOf(context).outputs?.kubernetesVersion ?? ''
  const isOurs = isOfControlPlane(context)
  const found = await inspect(inspected, prometheus, { kubernetesVersion, isOurs })
  if (found === undefined || 'outcome' in found) return found
  const address = await findPrometheus(inspected)
  if (address === undefined) return undefined
  const { version } = found
  return done(`The cluster has Prometheus in namespace ${address.namespace} already.`, {
    outputs: {
      providedBy: 'cluster',
      ...address,
      url: urlOf(address),
      ...(version === '' ? {} : { version }),
    },
    recheckAfter: spread(checkInterval),
  })
}

async function install(context: ReconcileContext, inspected: Inspected): Promise<Outcome> {
  const { definition } = objectAs(context.object, 'MetricsInstance')
  const desired = MetricsDefinition.spec.parse(referenced(definition).manifestSpec)
  const claims = { namespace: prometheus.namespace, labelSelector: prometheusClaims }
  const storage = await possibleStorage(inspected, { ...claims, storage: desired.storage })
  const settings = { ...desired, storage }
  const { guard, kubePrometheusStackHelmValuesDocument } = specOf(context)
  const outcome = await reconcileInstallation(context, inspected, {
    program: prometheus,
    runtime: runtimeOf(context),
    version: versionOf(context, prometheus, settings.kubePrometheusStackHelmChartVersion),
    values: prometheusValues(settings),
    documents: [settings.kubePrometheusStackHelmValuesDocument, kubePrometheusStackHelmValuesDocument],
    additional: [],
    standIn: prometheusStandIn(settings),
    guard,
  })
  if (outcome.outcome === 'done')
    await growClaims(context, inspected, { ...claims, name: prometheus.releaseName })
  return outcome
}

function specOf({ object }: ReconcileContext): z.infer<(typeof MetricsInstanceKind)['spec']> {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof MetricsInstanceKind)['spec']>
}
