import semver from 'semver'
import type { z } from 'zod'
import {
  ControlPlaneDefinition,
  type ControlPlaneInstance as ControlPlaneInstanceKind,
} from '../../schema/kinds/control-plane.ts'
import { release } from '../../schema/release.ts'
import { ownCharts } from '../charts/own-charts.ts'
import { addressOf } from '../control-planes/address.ts'
import { valuesOf, type DesiredControlPlane } from '../control-planes/values.ts'
import { failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { reconcileRelease, withChartErrors, type Release } from '../resources/helm-release.ts'
import { removeRelease } from '../resources/helm-removal.ts'
import { managedNamespace } from '../kube/client/namespaces.ts'
import { guardOf } from '../resources/resource-policy.ts'
import { supportServiceOf } from '../support-services/require.ts'

/** Milliseconds after which a worker of an older release looks whether a newer one has reconciled the object. */
const olderWorkerRetry = 30_000

/** Installs a control plane as a release of the chart that belongs to the release of the worker. */
export const ControlPlaneInstance: Reconciler<Environment> = {
  ensure: (context, environment) =>
    withChartErrors(async () => {
      const desired = desiredOf(context)
      if ('outcome' in desired) return desired
      const waiting = await databaseOperator(context, desired)
      if (waiting !== undefined) return waiting
      const source = { repo: ownCharts, chart: 'qleetos' }
      const chart = await environment.charts.resolve(source, {}, context.signal)
      if (isOlder(chart.chartVersion, context.state['chart'])) return olderWorker()
      const { version } = desired
      context.updateState({ version, chart: chart.chartVersion })
      const values = valuesOf(desired)
      const applied = await reconcileRelease(context, environment, {
        ...placeOf(context),
        policy: {},
        adopts: false,
        additional: [],
        inputs: {
          name: desired.name,
          namespace: desired.namespace,
          chart,
          source,
          credentials: {},
          values,
          secretValues: desired.databaseUrl === undefined ? {} : { database: { url: desired.databaseUrl } },
        },
        dependencies: [],
        bound: [],
        outputs: outputsOf(context, desired, addressOf(values, desired)),
      })
      return applied.outcome === 'done' ? { ...applied, message: `Version ${version} is running.` } : applied
    }),

  remove: (context, environment) => removeRelease(context, environment, placeOf(context)),
}

function specOf({ object }: ReconcileContext): z.infer<(typeof ControlPlaneInstanceKind)['spec']> {
  // The server has validated the spec with the schema of the kind.
  return object.manifestSpec as z.infer<(typeof ControlPlaneInstanceKind)['spec']>
}

function placeOf(context: ReconcileContext): Pick<Release, 'runtime' | 'guard'> {
  const { runtime } = objectAs(context.object, 'ControlPlaneInstance')
  return { runtime: referenced(runtime), guard: guardOf({ guard: specOf(context).guard ?? 'on' }) }
}

/** Returns what is to be installed, or why it cannot be. */
function desiredOf(context: ReconcileContext): DesiredControlPlane | Outcome {
  const { object, owner, secrets } = context
  const { namespace, valuesDocument } = specOf(context)
  const references = objectAs(object, 'ControlPlaneInstance')
  const definition = ControlPlaneDefinition.spec.parse(referenced(references.definition).manifestSpec)
  const version = versionOf(context, definition.version)
  if (typeof version !== 'string') return version
  const databaseUrl = secrets['databaseUrl']
  if ((databaseUrl !== undefined) !== (definition.database === 'external'))
    return wrongDatabase(definition.database)
  return {
    name: resourceName(object.name),
    namespace: namespace ?? managedNamespace(owner),
    version,
    definition,
    valuesDocument,
    databaseUrl,
  }
}

/** Returns the version to run: that of the definition, or else the one that runs, or else that of the parent. */
function versionOf({ state }: ReconcileContext, wanted: string | undefined): string | Outcome {
  const running = typeof state['version'] === 'string' ? state['version'] : undefined
  const version = wanted ?? running ?? release
  if (!isOlder(version, running)) return version
  const message =
    `Its database is of version ${running}, whose migrations version ${version} cannot undo. Set version ${running} in its ` +
    'definition.'
  return failed({ reason: 'VersionTooOld', message, blocked: true }, { retryable: false })
}

function isOlder(version: string, other: unknown): boolean {
  if (typeof other !== 'string' || semver.valid(version) === null || semver.valid(other) === null)
    return false
  return semver.lt(version, other)
}

/** A worker of an older release would undo what a newer one has applied, while the parent is being upgraded. */
function olderWorker(): Outcome {
  const message = 'A worker of a newer release has installed it. Waiting for the workers to be upgraded.'
  return requeueAfter(olderWorkerRetry, { reason: 'OlderWorker', message })
}

function wrongDatabase(database: 'cloudNativePG' | 'external'): Outcome {
  const message =
    database === 'external'
      ? 'Its definition asks for an external database, whose URL it lacks. Set databaseUrl.'
      : 'It has a databaseUrl, but its definition asks for a database of CloudNativePG. Remove databaseUrl, or set database: ' +
        'external in another definition.'
  return failed({ reason: 'WrongDatabase', message, blocked: true }, { retryable: false })
}

/** Owns the operator of databases. Returns an outcome until it is ready, and undefined if none is needed. */
async function databaseOperator(
  context: ReconcileContext,
  { definition }: DesiredControlPlane,
): Promise<Outcome | undefined> {
  const { runtime } = placeOf(context)
  const services =
    definition.database === 'external'
      ? []
      : [{ ...supportServiceOf('databases', runtime), field: 'spec.runtime' }]
  const owned = await reconcileOwned(context, services)
  return 'outcome' in owned ? owned : unreadyOwned(owned)
}

/** Returns a name for resources: a DNS label that begins with a letter, with room for suffixes. */
function resourceName(name: string): string {
  const label = name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-')
  const named = /^[a-z]/.test(label) ? label : `qleetos-${label}`
  return named.slice(0, 40).replace(/-+$/, '')
}

function outputsOf(
  { owner }: ReconcileContext,
  { name, namespace, version }: DesiredControlPlane,
  url: string,
): NonNullable<Release['outputs']> {
  return (resources) => ({
    version,
    namespace,
    url,
    tokenSecret: `${name}-secrets`,
    ...(owner.controlPlane === undefined ? {} : { parent: owner.controlPlane }),
    resources: resources.length,
    readyResources: resources.filter(({ health }) => health.state === 'ready').length,
  })
}
