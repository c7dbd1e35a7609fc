import type { z } from 'zod'
import type { Dependency } from '../../schema/dependencies/declaration.ts'
import { resolveDependencies, type ResolvedDependency } from '../../schema/dependencies/documents.ts'
import { dependencyType } from '../../schema/dependencies/types.ts'
import { DependenciesDocument, type DependenciesQuery } from '../generated/documents.ts'
import { inheritedStatus, waitingFor, type Outcome, type WaitingFor } from '../engine/outcome.ts'
import { reconcileOwned, type OwnedObjects } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { GatewayInstance } from '../../schema/kinds/gateway.ts'
import type { SupportService } from '../../schema/support-services.ts'
import { supportServiceOf } from '../support-services/require.ts'
import { boundDependency, type BoundDependency } from './bindings.ts'

/** An application as far as its dependencies are concerned. */
export interface DependentApplication {
  dependencies: readonly Dependency[]
  /** The namespace of its bindings. */
  namespace: string
  /** Its runtime. */
  runtime: { name: string; projectName: string | null }
  /** The support services that it needs in its runtime. */
  services: readonly SupportService[]
  /** Its own tier; undefined if it has none. */
  tier?: string | undefined
}

type ProviderState = DependenciesQuery['result'][number]

/** The state of one dependency. */
export interface DependencyStatus {
  dependency: Dependency
  target: ResolvedDependency['target']
  /** The object that provides it; undefined for an existing one that the worker cannot see. */
  object: ProviderState['object'] | undefined
  ready: boolean
  bound: BoundDependency | undefined
}

/** The dependencies of an application. */
export interface Dependencies {
  statuses: readonly DependencyStatus[]
  /** The support services. */
  services: OwnedObjects['objects']
}

/**
 * Reconciles the objects that provide the dependencies of an application. Resolves with their states, or with an outcome when the
 * objects cannot be written yet.
 */
export async function reconcileDependencies(
  context: ReconcileContext,
  { dependencies, namespace, runtime, services, tier }: DependentApplication,
): Promise<Dependencies | Outcome> {
  // A definition that no longer has dependencies releases those that it had.
  if (dependencies.length === 0 && services.length === 0 && !context.owns)
    return { statuses: [], services: [] }
  const { object } = context
  const project = object.projectName ?? 'default'
  const resolved = resolveDependencies(
    {
      kind: object.kind,
      name: object.name,
      project,
      runtime: `${runtime.projectName ?? project}/${runtime.name}`,
      tier,
    },
    dependencies,
  )
  const documents = resolved.flatMap((each) =>
    each.documents.map((document) => ({
      ...document,
      field: `definition.dependencies.${each.dependency.name}`,
    })),
  )
  const required = services.map((service) => ({
    ...supportServiceOf(service, runtime),
    field: 'definition.autoscaling',
  }))
  const owned = await reconcileOwned(context, [...documents, ...required])
  if ('outcome' in owned) return owned
  const objects = owned.objects.slice(documents.length)
  if (resolved.length === 0) return { statuses: [], services: objects }
  const { result } = await context.client.execute(DependenciesDocument, {
    id: object.id,
    epoch: context.epoch,
  })
  const states = new Map(result.map((each) => [keyOf(projectOf(each.object)), each]))
  const place = { namespace, digestKey: context.digestKey }
  const statuses = resolved.map((each) => statusOf(each, states.get(keyOf(each.target)), place))
  return { statuses, services: objects }
}

function projectOf({ kind, name, projectName }: ProviderState['object']): ResolvedDependency['target'] {
  return { kind, name, project: projectName ?? '' }
}

function keyOf({ kind, project, name }: ResolvedDependency['target']): string {
  return `${kind} ${project}/${name}`
}

function statusOf(
  { dependency, target }: ResolvedDependency,
  state: ProviderState | undefined,
  place: { namespace: string; digestKey: Buffer },
): DependencyStatus {
  if (state === undefined) return { dependency, target, object: undefined, ready: false, bound: undefined }
  const { object, secrets } = state
  const { instance } = dependencyType(dependency)
  const outputs = instance.outputs.safeParse(object.status.outputs)
  const binding = outputs.success
    ? // The values are those of the kind's own secrets: the server decrypted them for this reconcile.
      instance.dependency?.bind(outputs.data, secrets as Record<string, string>)
    : undefined
  return {
    dependency,
    target,
    object,
    ready: object.ready && object.observedGeneration === object.generation,
    bound: binding && boundDependency(dependency, binding, place),
  }
}

/** Returns the bindings that are complete. */
export function boundDependencies({ statuses }: Dependencies): BoundDependency[] {
  return statuses.flatMap(({ bound }) => bound ?? [])
}

/**
 * Returns an outcome that waits for the first required dependency without a binding; undefined when all have one that the
 * application needs to start.
 */
export function awaitBinding(
  { statuses }: Dependencies,
  outputs: Record<string, unknown>,
): WaitingFor | undefined {
  return awaitFirst(
    statuses.filter(({ bound, dependency }) => bound === undefined && isNeededToStart(dependency)),
    outputs,
  )
}

/** Reports whether an application waits for the binding of a dependency before it starts. */
function isNeededToStart(dependency: Dependency): boolean {
  if (dependency.optional === true) return false
  const { instance } = dependencyType(dependency)
  return instance.dependency?.isNeededToStart !== false || (dependency.inject ?? []).length > 0
}

/** Returns an outcome that waits for the first required dependency that is not ready; undefined when all are. */
export function awaitDependencies(
  { statuses }: Dependencies,
  outputs: Record<string, unknown>,
): WaitingFor | undefined {
  return awaitFirst(
    statuses.filter(({ ready, dependency }) => !ready && dependency.optional !== true),
    outputs,
  )
}

function awaitFirst(
  waiting: readonly DependencyStatus[],
  outputs: Record<string, unknown>,
): WaitingFor | undefined {
  // One that has failed says more than one that is still in progress.
  const [first] = waiting.toSorted((one, other) => stalledFirst(other) - stalledFirst(one))
  if (first?.object === undefined) return undefined
  const { id, kind, name, version, status } = first.object
  const message = `Waiting for dependency ${first.dependency.name}: ${kind} ${name}.`
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'is ready', {
    message,
    outputs,
  })
}

function stalledFirst({ object }: DependencyStatus): number {
  return object?.status.stalled === true ? 1 : 0
}

/**
 * Returns the output of an application about its dependencies; none without dependencies.
 *
 * @param restarts The names of those whose changed bindings require a restart.
 */
export function dependencyOutputs(
  { statuses }: Dependencies,
  restarts: readonly string[] = [],
): { dependencies?: object[] } {
  if (statuses.length === 0) return {}
  const dependencies = statuses.map(({ dependency, target, object, ready, bound }) => ({
    name: dependency.name,
    kind: target.kind,
    object: target.name,
    ready,
    ...(bound === undefined ? {} : { binding: bound.secret }),
    ...urlsOf(target, object),
    ...(restarts.includes(dependency.name) ? { restartDue: true } : {}),
  }))
  return { dependencies }
}

function urlsOf(
  { kind }: ResolvedDependency['target'],
  object: ProviderState['object'] | undefined,
): { urls?: readonly string[] } {
  if (kind !== 'GatewayInstance' || object === undefined) return {}
  // The server has validated outputs with the schema of the kind.
  const { urls } = object.status.outputs as Partial<z.infer<(typeof GatewayInstance)['outputs']>>
  return urls === undefined || urls.length === 0 ? {} : { urls }
}
