import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the names of the classes of @kubernetes/client-node, such as `V1PodSpec` and `CoreV1Event`. */
export async function clientClasses(): Promise<ReadonlySet<string>> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@kubernetes/client-node/dist/gen/models/all.js')))
  const files = await readdir(folder)
  return new Set(files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -'.js'.length)))
}

/**
 * Returns the client library's class for an OpenAPI schema: `V1PodSpec` for `io.k8s.api.core.v1.PodSpec`, prefixed with
 * the group if several groups have a type of that name. Undefined for types without a class, such as times and
 * quantities.
 */
export function classOf(schema: string, classes: ReadonlySet<string>): string | undefined {
  const [name = '', version = '', group = ''] = schema.split('.').reverse()
  if (!/^v\d/.test(version)) return undefined
  const unprefixed = `${capitalised(version)}${name}`
  return [`${capitalised(group)}${unprefixed}`, unprefixed].find((each) => classes.has(each))
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
