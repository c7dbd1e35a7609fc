import type { ClusterContext } from '../context.ts'
import { at, objectOf, objectsOf, own, stringOf, type JsonObject } from '../json.ts'
import type { Container, Pod } from '../objects/kinds.ts'

/* What the kubelet reads from Secrets and ConfigMaps before it starts a container, and how it reports what is missing. */

interface SourceKind {
  resource: string
  /** The name in messages about a missing object. */
  name: string
  /** The name in messages about a missing key of an environment variable. */
  kind: string
  /** The start of messages about a missing key of a volume. */
  missingItem: string
}

const secret: SourceKind = {
  resource: 'secrets',
  name: 'secret',
  kind: 'Secret',
  missingItem: 'references non-existent secret key',
}

const configMap: SourceKind = {
  resource: 'configmaps',
  name: 'configmap',
  kind: 'ConfigMap',
  missingItem: 'configmap references non-existent config key',
}

/** Returns why the environment of a container cannot be made; undefined if everything it refers to exists. */
export function environmentProblem(
  context: ClusterContext,
  pod: Pod,
  container: Container,
): string | undefined {
  const namespace = pod.metadata.namespace ?? ''
  const missing = (source: SourceKind, reference: JsonObject): string | undefined => {
    if (reference['optional'] === true) return undefined
    const name = stringOf(reference['name'])
    const found = context.store.get({ resource: source.resource, namespace, name })
    if (found === undefined) return notFound(source, name)
    const key = stringOf(reference['key'])
    const hasKey = key === '' || own(objectOf(found['data']), key) !== undefined
    return hasKey ? undefined : `couldn't find key ${key} in ${source.kind} ${namespace}/${name}`
  }
  const references = [
    ...(container.envFrom ?? []).flatMap((each) => [
      { source: configMap, reference: each['configMapRef'] },
      { source: secret, reference: each['secretRef'] },
    ]),
    ...(container.env ?? []).flatMap(({ valueFrom }) => [
      { source: configMap, reference: at(valueFrom, 'configMapKeyRef') },
      { source: secret, reference: at(valueFrom, 'secretKeyRef') },
    ]),
  ]
  for (const { source, reference } of references) {
    const problem = reference === undefined ? undefined : missing(source, objectOf(reference))
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Returns the messages about the volumes that cannot be mounted. What no container mounts is not read. */
export function mountProblems(context: ClusterContext, pod: Pod): string[] {
  const containers = [...(pod.spec.initContainers ?? []), ...pod.spec.containers]
  const mounted = new Set(
    containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => stringOf(name))),
  )
  return (pod.spec.volumes ?? []).flatMap((volume) => {
    const name = stringOf(volume['name'])
    if (!mounted.has(name)) return []
    const problems = sourcesOf(volume).flatMap(
      (each) => sourceProblem(context, pod.metadata.namespace ?? '', each) ?? [],
    )
    if (problems.length === 0) return []
    const why = problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]`
    return [`MountVolume.SetUp failed for volume "${name}" : ${why}`]
  })
}

interface VolumeSource {
  source: SourceKind
  name: string
  fields: JsonObject
}

function sourcesOf(volume: JsonObject): VolumeSource[] {
  const all: [SourceKind, JsonObject, string][] = [
    [secret, objectOf(volume['secret']), 'secretName'],
    [configMap, objectOf(volume['configMap']), 'name'],
    ...objectsOf(at(volume, 'projected', 'sources')).flatMap((each): [SourceKind, JsonObject, string][] => [
      [secret, objectOf(each['secret']), 'name'],
      [configMap, objectOf(each['configMap']), 'name'],
    ]),
  ]
  return all.flatMap(([source, fields, nameField]) => {
    const name = stringOf(fields[nameField])
    return name === '' ? [] : [{ source, name, fields }]
  })
}

function sourceProblem(
  context: ClusterContext,
  namespace: string,
  { source, name, fields }: VolumeSource,
): string | undefined {
  if (fields['optional'] === true) return undefined
  const found = context.store.get({ resource: source.resource, namespace, name })
  if (found === undefined) return notFound(source, name)
  const keys = { ...objectOf(found['binaryData']), ...objectOf(found['data']) }
  const missing = objectsOf(fields['items'])
    .map(({ key }) => stringOf(key))
    .find((key) => own(keys, key) === undefined)
  return missing === undefined ? undefined : `${source.missingItem}: ${missing}`
}

function notFound({ name: kind }: SourceKind, name: string): string {
  return `${kind} "${name}" not found`
}
