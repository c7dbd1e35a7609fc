import semver from 'semver'
import type { PreflightCheck } from './catalogue/support-service-data.ts'
import { findObjects, type Inspected } from './proofs.ts'

/** A cluster with its version. */
export interface PreflightTarget extends Inspected {
  /** The version of the API server, such as `v1.34.1+k3s1`. */
  kubernetesVersion: string
}

/** Returns the first check of an installation that fails, as a sentence with its remedy; undefined if all pass. */
export async function failedCheck(
  target: PreflightTarget,
  checks: readonly PreflightCheck[],
): Promise<string | undefined> {
  for (const check of checks) {
    const failure =
      'kubernetes' in check
        ? checkVersion(target, check.kubernetes)
        : await checkPresence(target, check, check.presence === 'required')
    if (failure !== undefined) return `${failure}. ${check.remedy}`
  }
  return undefined
}

function checkVersion({ kubernetesVersion }: PreflightTarget, range: string): string | undefined {
  // Providers add suffixes, which semver takes for pre-releases.
  const version = semver.coerce(kubernetesVersion)
  return version === null || semver.satisfies(version, range)
    ? undefined
    : `It requires Kubernetes ${range}, and the cluster runs ${kubernetesVersion}`
}

async function checkPresence(
  target: PreflightTarget,
  sought: { apiVersion: string; kind: string; name?: string; namespace?: string },
  isRequired: boolean,
): Promise<string | undefined> {
  const [first] = await findObjects(target, sought)
  if ((first !== undefined) === isRequired) return undefined
  const { kind, name } = sought
  if (first === undefined)
    return name === undefined ? `The cluster has no ${kind}` : `${kind} ${name} does not exist`
  return `The cluster has ${kind} ${first.metadata.name} already`
}
