import { injectableKinds } from '../dependencies/check.ts'
import { isRecord, type Manifest } from '../manifests.ts'

type Json = Record<string, unknown>

/** Returns the path of the pod template in a manifest; undefined for a kind without one. */
export function templatePath({ kind }: Manifest): string[] | undefined {
  if (!injectableKinds.has(kind)) return undefined
  return kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec', 'template'] : ['spec', 'template']
}

/** Returns the pod template of a manifest; undefined if it has none. */
export function templateOf(manifest: Manifest): unknown {
  return templatePath(manifest)?.reduce<unknown>(
    (inner, field) => (isRecord(inner) ? inner[field] : undefined),
    manifest,
  )
}

/** Returns the path of the pod spec in a manifest; undefined for a kind without pods. */
function podSpecPath(manifest: Manifest): string[] | undefined {
  if (manifest.kind === 'Pod') return ['spec']
  const template = templatePath(manifest)
  return template && [...template, 'spec']
}

/** Returns a copy of a pod template with further annotations. */
export function withTemplateAnnotations(template: Json, added: Readonly<Record<string, string>>): Json {
  const metadata = isRecord(template['metadata']) ? template['metadata'] : {}
  const annotations = isRecord(metadata['annotations']) ? metadata['annotations'] : {}
  return { ...template, metadata: { ...metadata, annotations: { ...annotations, ...added } } }
}

/** Returns a copy in which the object at a path is replaced; the same if there is none. */
export function updatedAt<Value extends Json>(
  value: Value,
  [first, ...rest]: readonly string[],
  update: (found: Json) => Json,
): Value {
  if (first === undefined) return update(value) as Value
  const inner = value[first]
  return isRecord(inner) ? { ...value, [first]: updatedAt(inner, rest, update) } : value
}

/** Returns a copy of a manifest in which all containers of its pods, including init containers, are replaced. */
export function withContainers(manifest: Manifest, update: (container: Json) => Json): Manifest {
  const path = podSpecPath(manifest)
  return path === undefined ? manifest : updatedAt(manifest, path, (pod) => withContainersOf(pod, update))
}

/** Returns a copy of the spec of a pod in which all containers are replaced. */
export function withContainersOf(pod: Json, update: (container: Json) => Json): Json {
  const changed = ['initContainers', 'containers'].flatMap((field) => {
    const list = pod[field]
    return Array.isArray(list)
      ? [[field, list.map((each: unknown) => (isRecord(each) ? update(each) : each))]]
      : []
  })
  return { ...pod, ...(Object.fromEntries(changed) as Json) }
}
