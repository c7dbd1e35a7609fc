/** Manifests as users write them, the resulting state, and the state after an edit. */
export interface WrittenManifests {
  /** The name of the workload, and of its namespace after the prefix of the run. */
  name: string
  /** The manifests; `corpus` in them, and in paths, is replaced by the prefix of the run. */
  text: string
  becomes: Outcome
  edited: { text: string; becomes: Outcome }
  /** @default false */
  needsStorage?: boolean
}

export interface Outcome {
  /**
   * The expected fields in the cluster: `configmaps/a` and `apps/v1/deployments/web` are in the namespace of the
   * workload, `/api/v1/…` is an absolute path. Null means that nothing exists there.
   */
  has?: Readonly<Record<string, object | null>>
  /** The expected message of a refusal before anything is stored. */
  invalid?: RegExp
  /** The expected reason and message of a workload that is not ready. */
  because?: { reason: string; message: RegExp }
}

/** Returns a ConfigMap with one value. */
export function configMapWith(name: string, value: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {value: "${value}"}\n`
}

export const podSpec = 'containers: [{name: app, image: "registry.k8s.io/pause:3.10"}]'

/** Returns manifests that the cluster refuses, and their correction. */
export function refused(
  name: string,
  [wrong, right]: readonly [string, string],
  {
    message,
    reason = 'Invalid',
    has,
  }: { message: RegExp; reason?: string; has: Readonly<Record<string, object>> },
): WrittenManifests {
  return {
    name,
    text: wrong,
    becomes: { because: { reason, message } },
    edited: { text: right, becomes: { has } },
  }
}

/** Returns manifests that the server refuses at submit, and their correction. */
export function refusedAtSubmit(
  name: string,
  [wrong, right]: readonly [string, string],
  { message, has }: { message: RegExp; has: Readonly<Record<string, object>> },
): WrittenManifests {
  return { name, text: wrong, becomes: { invalid: message }, edited: { text: right, becomes: { has } } }
}

/** Turns the check at submit off, so that the cluster itself refuses the manifest. */
export function unchecked(manifest: string): string {
  return manifest.replace(
    /metadata: \{name: (\w+)/,
    'metadata: {annotations: {qleet.io/validate: none}, name: $1',
  )
}
