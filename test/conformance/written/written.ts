/** A text as people write it, what becomes of it, and the same after an edit. */
export interface WrittenManifests {
  /** Names the workload; also its namespace, after the prefix of the run. */
  name: string
  /** `corpus` in it, and in paths, stands for the prefix of the run. */
  text: string
  becomes: Outcome
  edited: { text: string; becomes: Outcome }
  /** @default false */
  needsStorage?: boolean
}

export interface Outcome {
  /**
   * What the cluster then has, in part: `configmaps/a` and `apps/v1/deployments/web` are in the namespace of the workload,
   * `/api/v1/…` is a whole path. Null where nothing may be there.
   */
  has?: Readonly<Record<string, object | null>>
  /** Refused before anything is stored, with a text like this. */
  invalid?: RegExp
  /** Why it is not ready. */
  because?: { reason: string; says: RegExp }
}

/** A ConfigMap with one value. */
export function configMapWith(name: string, value: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {value: "${value}"}\n`
}

export const podSpec = 'containers: [{name: app, image: "registry.k8s.io/pause:3.10"}]'

/** Manifests that the cluster refuses, and their correction. */
export function refused(
  name: string,
  [wrong, right]: readonly [string, string],
  { says, reason = 'Invalid', has }: { says: RegExp; reason?: string; has: Readonly<Record<string, object>> },
): WrittenManifests {
  return {
    name,
    text: wrong,
    becomes: { because: { reason, says } },
    edited: { text: right, becomes: { has } },
  }
}
