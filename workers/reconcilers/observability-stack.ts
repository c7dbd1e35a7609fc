import type { z } from 'zod'
import { defined } from '../../schema/defined.ts'
import type {
  ObservabilityStackDefinition as StackDefinitionKind,
  ObservabilityStackInstance as StackInstanceKind,
} from '../../schema/kinds/observability-stack.ts'
import { shortName } from '../../schema/short-name.ts'
import { done, inheritedStatus, waitingFor } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import type { OwnedDocumentInput } from '../generated/documents.ts'

/** Reconciles a definition as the definitions of its parts. */
export const ObservabilityStackDefinition: Reconciler<Environment> = {
  ensure: async (context) => {
    const spec = definitionOf(context)
    const names = partsOf(context.object.name)
    const owned = await reconcileOwned(context, [
      document(context, ['MetricsDefinition', names.metrics], {
        retention: spec.metricsRetention,
        retentionSize: spec.metricsRetentionSize,
        storage: spec.metricsStorage,
        kubePrometheusStackHelmChartVersion: spec.kubePrometheusStackHelmChartVersion,
        kubePrometheusStackHelmValuesDocument: spec.kubePrometheusStackHelmValuesDocument,
      }),
      document(context, ['LoggingDefinition', names.logging], {
        retention: spec.logsRetention,
        storage: spec.logsStorage,
        lokiHelmChartVersion: spec.lokiHelmChartVersion,
        lokiHelmValuesDocument: spec.lokiHelmValuesDocument,
      }),
      document(context, ['ObservabilityDashboardDefinition', names.dashboard], {
        storage: spec.dashboardStorage,
        grafanaHelmChartVersion: spec.grafanaHelmChartVersion,
        grafanaHelmValuesDocument: spec.grafanaHelmValuesDocument,
      }),
    ])
    if ('outcome' in owned) return owned
    return done('It has its definitions of metrics, logs and dashboards.', {
      outputs: {
        metricsDefinition: names.metrics,
        loggingDefinition: names.logging,
        dashboardDefinition: names.dashboard,
      },
    })
  },

  // The owned objects go with their owner.
  remove: async () => done('Nothing is left of it.'),
}

/** Reconciles an instance as the instances of those parts that are enabled. */
export const ObservabilityStackInstance: Reconciler<Environment> = {
  ensure: async (context) => {
    const references = objectAs(context.object, 'ObservabilityStackInstance')
    const definition = referenced(references.definition)
    if (definition.outputs === null) {
      const { id, kind, name, version, status } = definition
      return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'has its definitions')
    }
    const { metricsDefinition, loggingDefinition, dashboardDefinition } = definition.outputs
    const project = definition.projectName ?? 'default'
    const spec = instanceOf(context)
    const { runtime, guard } = spec
    const names = partsOf(context.object.name)
    const metrics = document(context, ['MetricsInstance', names.metrics], {
      definition: `${project}/${metricsDefinition}`,
      runtime,
      guard,
      kubePrometheusStackHelmValuesDocument: spec.kubePrometheusStackHelmValuesDocument,
    })
    const logging = document(context, ['LoggingInstance', names.logging], {
      definition: `${project}/${loggingDefinition}`,
      runtime,
      guard,
      lokiHelmValuesDocument: spec.lokiHelmValuesDocument,
    })
    const dashboard = document(context, ['ObservabilityDashboardInstance', names.dashboard], {
      definition: `${project}/${dashboardDefinition}`,
      runtime,
      guard,
      metricsInstance: spec.metricsEnabled ? names.metrics : undefined,
      loggingInstance: spec.loggingEnabled ? names.logging : undefined,
      grafanaHelmValuesDocument: spec.grafanaHelmValuesDocument,
    })
    const owned = await reconcileOwned(context, [
      ...(spec.metricsEnabled ? [metrics] : []),
      ...(spec.loggingEnabled ? [logging] : []),
      dashboard,
    ])
    if ('outcome' in owned) return owned
    const urlOf = (kind: string): string | undefined => {
      const found = owned.objects.find((each) => each.kind === kind)
      // The server parsed the outputs with the schema of the kind.
      return (found?.status.outputs as { url?: string } | undefined)?.url
    }
    const outputs = {
      ...(spec.metricsEnabled ? { metricsInstance: names.metrics } : {}),
      ...(spec.loggingEnabled ? { loggingInstance: names.logging } : {}),
      dashboardInstance: names.dashboard,
      ...defined({
        prometheusUrl: urlOf('MetricsInstance'),
        lokiUrl: urlOf('LoggingInstance'),
        grafanaUrl: urlOf('ObservabilityDashboardInstance'),
      }),
    }
    const waiting = unreadyOwned(owned)
    return waiting === undefined ? done('All of its parts are ready.', { outputs }) : { ...waiting, outputs }
  },

  // The owned objects go with their owner, dashboards first, because they refer to the others.
  remove: async () => done('Nothing is left of it.'),
}

/** Returns the names of the parts of a stack. */
function partsOf(name: string): Record<'metrics' | 'logging' | 'dashboard', string> {
  return {
    metrics: shortName(`${name}-metrics`),
    logging: shortName(`${name}-logging`),
    dashboard: shortName(`${name}-dashboard`),
  }
}

/** Returns the document of a part. Undefined fields are left to the part. */
function document(
  { object }: ReconcileContext,
  [kind, name]: readonly [string, string],
  spec: Readonly<Record<string, unknown>>,
): OwnedDocumentInput {
  const field = kind.endsWith('Definition') ? 'spec' : 'spec.definition'
  return { kind, name, project: object.projectName ?? 'default', spec: defined(spec), field }
}

function definitionOf({ object }: ReconcileContext): z.infer<(typeof StackDefinitionKind)['spec']> {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof StackDefinitionKind)['spec']>
}

function instanceOf({ object }: ReconcileContext): z.infer<(typeof StackInstanceKind)['spec']> {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof StackInstanceKind)['spec']>
}
