import { groupOf, isRecord, type Manifest } from '../../../schema/manifests.ts'
import { withContainers } from '../../../schema/overriding/pod-templates.ts'

/** The groups of the kinds with pods. */
const groups: readonly string[] = ['', 'apps', 'batch']

/**
 * Returns a manifest whose containers have each environment variable once. Of several with one name, the last takes effect
 * (https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#environment-variables), but a server-side apply
 * refuses them, unlike the creation of an object. Those to whose value another one refers stay.
 */
export function withoutRepeatedVariables(manifest: Manifest): Manifest {
  if (!groups.includes(groupOf(manifest.apiVersion))) return manifest
  return withContainers(manifest, (container) => {
    const { env } = container
    return Array.isArray(env)
      ? { ...container, env: env.filter((each, index) => isEffective(each, env.slice(index + 1))) }
      : container
  })
}

/** Reports whether a variable has an effect, by those that follow it. */
function isEffective(variable: unknown, following: readonly unknown[]): boolean {
  if (!isRecord(variable) || typeof variable['name'] !== 'string') return true
  const { name } = variable
  const again = following.findIndex((each) => isRecord(each) && each['name'] === name)
  return again === -1 || following.slice(0, again + 1).some((each) => refersTo(each, name))
}

function refersTo(variable: unknown, name: string): boolean {
  return (
    isRecord(variable) && typeof variable['value'] === 'string' && variable['value'].includes(`$(${name})`)
  )
}
