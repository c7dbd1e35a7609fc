import type { KubeObject } from '../kube/client/client.ts'
import { record, records, string } from '../kube/health/fields.ts'
import type { Recognition } from './catalogue/support-service-data.ts'
import { findObjects, missingProof, type Inspected } from './proofs.ts'

/** An installation that somebody else made, or nothing. */
export type Detected =
  | { state: 'absent' }
  /** It works. Version and namespace are empty if unknown. */
  | { state: 'working'; version: string; namespace: string }
  /** It exists but cannot be used, so that a second one would not help. */
  | { state: 'unusable'; reason: string; message: string }

/**
 * Finds an installation of a service in a cluster: its definitions and the versions they serve, its controller in any
 * namespace, and what proves that it works. Definitions alone are no installation.
 *
 * @param isOurs Reports whether QleetOS itself has installed a controller. @default none
 */
export async function detect(
  inspected: Inspected,
  recognition: Recognition,
  isOurs: (object: KubeObject) => boolean = () => false,
): Promise<Detected> {
  const { definitions = {}, controllers, proofs } = recognition
  const found = await Promise.all(
    Object.keys(definitions).map((name) => findObjects(inspected, { ...definitionType, name })),
  )
  if (found.some(([definition]) => definition === undefined)) return { state: 'absent' }
  const [controller] = (await findControllers(inspected, controllers ?? [])).filter((each) => !isOurs(each))
  if (controllers !== undefined && controller === undefined) return { state: 'absent' }
  const unserved = found.flat().flatMap((definition) => unservedVersion(definition, definitions) ?? [])
  const [message] = unserved
  if (message !== undefined) return { state: 'unusable', reason: 'VersionNotServed', message }
  const missing = await missingProof(inspected, proofs)
  if (missing === undefined)
    return { state: 'working', version: versionOf(controller), namespace: namespaceOf(controller) }
  return controllers === undefined
    ? { state: 'absent' }
    : { state: 'unusable', reason: 'NotWorking', message: missing }
}

const definitionType = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }

async function findControllers(
  inspected: Inspected,
  controllers: NonNullable<Recognition['controllers']>,
): Promise<KubeObject[]> {
  const found: KubeObject[] = []
  for (const labels of controllers) {
    const labelSelector = Object.entries(labels)
      .map(([label, value]) => `${label}=${value}`)
      .join(',')
    const target = { apiVersion: 'apps/v1', kind: 'Deployment', labelSelector }
    found.push(...(await findObjects(inspected, target)))
  }
  return found
}

function unservedVersion(
  { metadata: { name }, spec }: KubeObject & { spec?: unknown },
  definitions: NonNullable<Recognition['definitions']>,
): string | undefined {
  const versions = records(record(spec)['versions'])
  const served = versions.filter((version) => version['served'] === true).map(({ name }) => string(name))
  const missing = (definitions[name] ?? []).find((version) => !served.includes(version))
  return missing === undefined
    ? undefined
    : `it serves ${served.join(', ') || 'no version'} of ${name}, and not ${missing}`
}

function versionOf(controller: KubeObject | undefined): string {
  return controller?.metadata.labels?.['app.kubernetes.io/version'] ?? ''
}

function namespaceOf(controller: KubeObject | undefined): string {
  return controller?.metadata.namespace ?? ''
}
