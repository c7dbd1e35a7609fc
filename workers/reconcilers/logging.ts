import type { z } from 'zod'
import { LoggingDefinition, type LoggingInstance as LoggingInstanceKind } from '../../schema/kinds/logging.ts'
import { done } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { possibleStorage } from '../observability/cluster.ts'
import { collectorClaim } from '../observability/collector.ts'
import { isOfControlPlane, reconcileInstallation, versionOf } from '../observability/installation.ts'
import { loki, lokiClaim, lokiPushUrl, lokiStandIn, lokiValues, lokiVolume } from '../observability/loki.ts'
import { runtimeAccessOf, unready } from '../resources/runtime-access.ts'
import { inspect } from '../support-services/inspect.ts'

/** Reconciles Loki of a runtime as an ordinary Helm workload, and claims the collector that sends lines to it. */
export const LoggingInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const references = objectAs(context.object, 'LoggingInstance')
    const runtime = referenced(references.runtime)
    const notReady = unready(runtime)
    if (notReady !== undefined) return notReady
    const definition = LoggingDefinition.spec.parse(referenced(references.definition).manifestSpec)
    const { guard, lokiHelmValuesDocument } = specOf(context)
    return runtimeAccessOf(runtime, environment, async (cluster) => {
      const inspected = { cluster, signal: context.signal }
      const kubernetesVersion = runtime.outputs?.kubernetesVersion ?? ''
      const options = { kubernetesVersion, isOurs: isOfControlPlane(context) }
      const refused = context.owns ? undefined : await inspect(inspected, loki, options)
      if (refused !== undefined && 'outcome' in refused) return refused
      const volume = { namespace: loki.namespace, name: lokiClaim, storage: definition.storage }
      const settings = { ...definition, storage: await possibleStorage(inspected, volume) }
      const destinations = [{ protocol: 'loki' as const, url: lokiPushUrl }]
      return reconcileInstallation(context, inspected, {
        program: loki,
        runtime,
        version: versionOf(context, loki, settings.lokiHelmChartVersion),
        values: lokiValues(settings),
        documents: [settings.lokiHelmValuesDocument, lokiHelmValuesDocument],
        additional: [lokiVolume(settings)],
        standIn: lokiStandIn(settings),
        others: [collectorClaim(context, runtime, { destinations })],
        guard,
      })
    })
  },

  // The owned objects go with their last owner.
  remove: async () => done('Nothing is left of it.'),
}

function specOf({ object }: ReconcileContext): z.infer<(typeof LoggingInstanceKind)['spec']> {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof LoggingInstanceKind)['spec']>
}
