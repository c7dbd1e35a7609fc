import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Names of the classes of @kubernetes/client-node: `V1PodSpec`, `CoreV1Event`. */
export async function clientClasses(): Promise<ReadonlySet<string>> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@kubernetes/client-node/dist/gen/models/all.js')))
  const files = await readdir(folder)
  return new Set(files.filter((file) => file.endsWith('.js')).map((file) => file.slice(0, -'.js'.length)))
}

/**
 * The client library's class of an OpenAPI schema: `V1PodSpec` of `io.k8s.api.core.v1.PodSpec`, and with the group before it
 * where several groups have a type of that name. Undefined for what is no class there, as times and quantities.
 */
export function classOf(schema: string, classes: ReadonlySet<string>): string | undefined {
  const [name = '', version = '', group = ''] = schema.split('.').reverse()
  if (!/^v\d/.test(version)) return undefined
  const alone = `${capitalised(version)}${name}`
  return [`${capitalised(group)}${alone}`, alone].find((each) => classes.has(each))
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
