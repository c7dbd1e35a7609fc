import { createHmac } from 'node:crypto'
import type { Manifest } from '../../schema/manifests.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { usesSecret, type BoundDependency } from './bindings.ts'
import { templateOf } from '../../schema/overriding/pod-templates.ts'
import { inProject } from '../../schema/names.ts'

/*
 * Pods that use a binding of rollout `manual` get a changed one when they are restarted, by whatever changes their template. The
 * state of the application has, for each of these bindings, the templates and the digest of the binding when that last happened.
 */

export interface DueRestarts {
  /** The names of dependencies whose bindings have changed since the pods that use them were rolled out. */
  names: readonly string[]
  /** Records that the manifests were applied. */
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
  for (const { dependency, secret, digest } of bound) {
    if (dependency.rollout !== 'manual' || digest === undefined) continue
    const users = templatesUsing(manifests, secret)
    if (users.length === 0) continue
    const key = `${prefix}${dependency.name}`
    const templates = createHmac('sha256', digestKey).update(JSON.stringify(users)).digest('hex').slice(0, 16)
    const current = `${templates} ${digest}`
    const known = state[key]
    const isSame = typeof known === 'string' && known.startsWith(`${templates} `)
    if (isSame && known !== current) names.push(dependency.name)
    rollouts.set(key, isSame ? known : current)
  }
  return { names, recordApplied: () => updateState(Object.fromEntries(rollouts)) }
}

function templatesUsing(manifests: readonly Manifest[], secret: string): unknown[] {
  return manifests
    .filter(({ kind }) => restartedKinds.has(kind))
    .flatMap((manifest) => {
      const template = templateOf(manifest)
      return usesSecret(template, secret) ? [[manifest.kind, manifest.metadata.name, template]] : []
    })
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
