import type { AnyObject } from '../../../client-sdk/index.ts'
import { parseImageReference } from '../../../schema/image-reference.ts'
import { isRecord, parseManifests, type Manifest } from '../../../schema/manifests.ts'
import type { Overrides } from '../../../schema/overrides.ts'
import { withContainerOverrides } from '../../../schema/overriding/containers.ts'
import { withContainers } from '../../../schema/overriding/pod-templates.ts'
import { keyOf } from '../data/object-key.ts'

/** The kinds of objects that run images: workloads, and the canaries beside them. */
export const runningKinds = ['WorkloadInstance', 'CanaryWorkload']

/** An image in a version that a workload runs. */
export interface RunningImage {
  image: string
  /** The tag, or the digest. */
  version: string
  instance: AnyObject
}

/** The resources of definitions, which are parsed once for each version. */
const parsed = new Map<string, readonly Manifest[]>()

/** Returns the images of workload instances and canaries, as their definitions and overrides declare them. */
export function imagesOf(objects: readonly AnyObject[]): RunningImage[] {
  const definitions = new Map(
    objects.filter(({ kind }) => kind === 'WorkloadDefinition').map((each) => [keyOf(each), each]),
  )
  return objects
    .filter(({ kind }) => runningKinds.includes(kind))
    .flatMap((instance) => {
      const spec = isRecord(instance.manifestSpec) ? instance.manifestSpec : {}
      const [first = '', second] = String(spec['definition'] ?? '').split('/')
      const definition = definitions.get(
        keyOf({
          kind: 'WorkloadDefinition',
          name: second ?? first,
          projectName: second === undefined ? instance.projectName : first,
        }),
      )
      if (definition === undefined) return []
      const overrides = spec['overrides'] as Overrides | undefined
      // A canary has copies of Deployments only.
      const wanted = instance.kind === 'CanaryWorkload' ? 'Deployment' : undefined
      return [...imagesIn(definition, { overrides, wanted })].map((reference): RunningImage => {
        const { name, tag, digest } = parseImageReference(reference)
        return { image: name, version: digest ?? tag ?? 'latest', instance }
      })
    })
}

function imagesIn(
  definition: AnyObject,
  { overrides, wanted }: { overrides: Overrides | undefined; wanted: string | undefined },
): Set<string> {
  const images = new Set<string>()
  const manifests = overriddenOf(manifestsOf(definition), overrides)
  for (const manifest of manifests.filter(({ kind }) => wanted === undefined || kind === wanted))
    withContainers(manifest, (container) => {
      if (typeof container['image'] === 'string') images.add(container['image'])
      return container
    })
  return images
}

/** An override that matches nothing is an error of the instance, which its page explains. */
function overriddenOf(manifests: readonly Manifest[], overrides: Overrides | undefined): readonly Manifest[] {
  if (overrides?.images === undefined) return manifests
  try {
    return withContainerOverrides(manifests, { images: overrides.images })
  } catch {
    return manifests
  }
}

function manifestsOf({ id, generation, manifestSpec }: AnyObject): readonly Manifest[] {
  const key = `${id} ${generation}`
  const known = parsed.get(key)
  if (known !== undefined) return known
  const document = isRecord(manifestSpec) ? manifestSpec['yamlDocument'] : undefined
  const { manifests } = parseManifests(typeof document === 'string' ? document : '')
  parsed.set(key, manifests)
  return manifests
}
