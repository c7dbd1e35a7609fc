import { createHmac } from 'node:crypto'
import type { Manifest } from '../../schema/manifests.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { ResourceState } from '../kube/apply/sync-context.ts'
import { usesSecret, type BoundDependency } from './bindings.ts'
import { templateOf } from '../../schema/overriding/pod-templates.ts'
import { inProject } from '../../schema/names.ts'

/*
 * Pods that use a binding of rollout `manual` get a changed one when they are restarted, by whatever changes their template. The
 * state of the application has, for each of these bindings, the templates and the digest of the binding when that last happened: when
 * the templates were applied, since the binding may change before their pods are ready.
 */

export interface DueRestarts {
  /** The names of dependencies whose bindings have changed since the pods that use them were rolled out. */
  names: readonly string[]
  /** Records the rollouts of what this reconcile has applied, whether its pods are ready or not. */
  recordRollouts(resources: readonly ResourceState[]): void
  /** Records that all manifests have been applied. */
  recordApplied(): void
}

/** The kinds whose pods `qleetctl rollout restart` restarts. Pods of Jobs get the binding when they start. */
const restartedKinds = new Set(['Deployment', 'StatefulSet', 'DaemonSet'])

const prefix = 'rollout/'

/** Returns the restarts that are due once the manifests have been applied, with the given bindings. */
export function dueRestarts(
  { state, updateState, digestKey }: ReconcileContext,
  manifests: readonly Manifest[],
  bound: readonly BoundDependency[],
): DueRestarts {
  const rollouts = new Map<string, string | undefined>(
    Object.keys(state).flatMap((key) => (key.startsWith(prefix) ? [[key, undefined]] : [])),
  )
  const names: string[] = []
  const started: Rollout[] = []
  for (const { dependency, secret, digest } of bound) {
    if (dependency.rollout !== 'manual' || digest === undefined) continue
    const users = manifests.filter((manifest) => isUser(manifest, secret))
    if (users.length === 0) continue
    const key = `${prefix}${dependency.name}`
    const templates = digestOf(digestKey, users)
    const current = `${templates} ${digest}`
    const known = state[key]
    const isSame = typeof known === 'string' && known.startsWith(`${templates} `)
    if (isSame && known !== current) names.push(dependency.name)
    if (!isSame) started.push({ key, users, current })
    rollouts.set(key, isSame ? known : current)
  }
  return {
    names,
    recordRollouts: (resources) => {
      const applied = started.filter(({ users }) => users.every((user) => wasApplied(user, resources)))
      updateState(Object.fromEntries(applied.map(({ key, current }) => [key, current])))
    },
    recordApplied: () => updateState(Object.fromEntries(rollouts)),
  }
}

/** Templates that use a binding and have changed, so that their pods start with the binding as it is now. */
interface Rollout {
  key: string
  users: readonly Manifest[]
  /** What the state of the application has of it from then on. */
  current: string
}

function isUser(manifest: Manifest, secret: string): boolean {
  return restartedKinds.has(manifest.kind) && usesSecret(templateOf(manifest), secret)
}

function digestOf(digestKey: Buffer, users: readonly Manifest[]): string {
  const templates = users.map((manifest) => [manifest.kind, manifest.metadata.name, templateOf(manifest)])
  return createHmac('sha256', digestKey).update(JSON.stringify(templates)).digest('hex').slice(0, 16)
}

function wasApplied({ kind, metadata }: Manifest, resources: readonly ResourceState[]): boolean {
  return resources.some(
    ({ applied }) =>
      applied?.live.kind === kind &&
      applied.live.metadata.name === metadata.name &&
      (metadata.namespace === undefined || applied.live.metadata.namespace === metadata.namespace),
  )
}

/** Returns the sentence for the status of an application whose pods still use earlier bindings. */
export function describeDueRestarts(
  names: readonly string[],
  { kind, name, projectName }: { kind: string; name: string; projectName: string | null },
): string {
  const use = `Pods use an earlier binding of ${names.join(', ')} until they are restarted`
  // What a chart renders is restarted by the usual means of the cluster.
  if (kind !== 'WorkloadInstance') return `${use}, for example by kubectl rollout restart.`
  return `${use}: qleetctl rollout restart workload/${name}${inProject(projectName)}`
}
