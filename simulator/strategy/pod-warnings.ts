import { objectsOf, stringOf, type JsonObject } from '../json.ts'

/** Returns warnings about valid fields of a pod's spec that are most likely mistakes. */
export function podWarnings(spec: JsonObject, field: string): string[] {
  return ['containers', 'initContainers'].flatMap((list) =>
    objectsOf(spec[list]).flatMap((container, index) =>
      hiddenVariables(container, `${field}.${list}[${index}]`),
    ),
  )
}

function hiddenVariables(container: JsonObject, field: string): string[] {
  const seen = new Set<string>()
  return objectsOf(container['env']).flatMap((variable, index) => {
    const name = stringOf(variable['name'])
    const isHiding = seen.has(name)
    seen.add(name)
    return isHiding
      ? [
          `${field}.env[${index}]: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`,
        ]
      : []
  })
}
