import type { ClusterContext } from '../context.ts'
import { at, objectOf, objectsOf, stringOf, type Json, type JsonObject } from '../json.ts'
import type { Pod } from '../objects/kinds.ts'

/** Returns the environment of a container, as the kubelet makes it. What does not exist is left out. */
export function environmentOf(
  context: ClusterContext,
  pod: Pod,
  containerName: string,
): ReadonlyMap<string, string> {
  const container = objectOf(
    [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].find(({ name }) => name === containerName),
  )
  const data = dataOf(context, pod.metadata.namespace ?? '')
  const variables = new Map([
    ['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
    ['HOSTNAME', pod.metadata.name],
    ['TERM', 'xterm'],
  ])
  for (const source of objectsOf(container['envFrom'])) {
    const prefix = stringOf(source['prefix'])
    const found = data.configMap(source['configMapRef']) ?? data.secret(source['secretRef']) ?? {}
    for (const [key, value] of Object.entries(found)) variables.set(`${prefix}${key}`, value)
  }
  for (const variable of objectsOf(container['env'])) {
    const value = variable['valueFrom'] === undefined ? stringOf(variable['value']) : fromSource(variable)
    if (value !== undefined) variables.set(stringOf(variable['name']), value)
  }
  return variables

  function fromSource(variable: JsonObject): string | undefined {
    const { configMapKeyRef, secretKeyRef, fieldRef } = objectOf(variable['valueFrom'])
    if (fieldRef !== undefined) return stringOf(at(pod, ...stringOf(at(fieldRef, 'fieldPath')).split('.')))
    const found = data.configMap(configMapKeyRef) ?? data.secret(secretKeyRef)
    return found?.[stringOf(at(configMapKeyRef ?? secretKeyRef, 'key'))]
  }
}

/** Reads the data of ConfigMaps and Secrets of a namespace by references. */
function dataOf(context: ClusterContext, namespace: string) {
  const read = (resource: string, reference: Json | undefined): Record<string, string> | undefined => {
    if (reference === undefined) return undefined
    const name = stringOf(at(reference, 'name'))
    const found = context.store.list(resource, namespace).find(({ metadata }) => metadata.name === name)
    return found === undefined ? {} : (objectOf(found['data']) as Record<string, string>)
  }
  return {
    configMap: (reference: Json | undefined) => read('configmaps', reference),
    secret: (reference: Json | undefined) => {
      const found = read('secrets', reference)
      return (
        found &&
        Object.fromEntries(
          Object.entries(found).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
        )
      )
    },
  }
}
