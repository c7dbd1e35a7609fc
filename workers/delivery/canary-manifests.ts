import { groupOf, isRecord, type Manifest } from '../../schema/manifests.ts'
import { shortName } from '../../schema/short-name.ts'

/*
 * The canary of a workload: copies of the Deployments behind some of its Services, with Services, ConfigMaps and Secrets of their own. The
 * Services of the workload do not select its pods, because their labels have other values.
 */

type Json = Record<string, unknown>

const suffix = '-canary'

/** Returns the name of the copy of a resource, and the value of a label by which its pods are selected. */
export function canaryName(name: string): string {
  return shortName(`${name}${suffix}`)
}

/** Why there is no canary of a definition. */
export interface NoCanary {
  reason: string
}

/** The copies that a canary consists of. */
export interface CanaryManifests {
  manifests: readonly Manifest[]
  /** The names of the Deployments of the definition, with those of their copies. */
  deployments: ReadonlyMap<string, string>
}

/** Returns the canary behind the named Services of a definition. The given manifests are not changed. */
export function canaryManifests(
  manifests: readonly Manifest[],
  services: readonly string[],
): CanaryManifests | NoCanary {
  const all = manifests.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Service')
  const chosen: Manifest[] = []
  for (const name of services) {
    const service = all.find(({ metadata }) => metadata.name === name)
    if (service === undefined) {
      const known = all.map(({ metadata }) => metadata.name).join(', ') || 'none'
      return {
        reason: `Its definition has no Service ${name}, to which a gateway sends requests; it has ${known}.`,
      }
    }
    chosen.push(service)
  }
  const workloads = manifests.filter((manifest) => isDeployment(manifest))
  const behind = workloads.filter((workload) =>
    chosen.some((service) => selects(selectorOf(service), labelsOf(workload))),
  )
  const idle = chosen.find(
    (service) => !workloads.some((each) => selects(selectorOf(service), labelsOf(each))),
  )
  if (idle !== undefined)
    return {
      reason: `Service ${idle.metadata.name} selects the pods of no Deployment of its definition, and only Deployments can have a canary. Set strategy to rolling.`,
    }
  // Labels by which any Service or Deployment of the definition could select the pods.
  const keys = new Set(
    [...all.map(selectorOf), ...behind.map((each) => recordAt(each, 'spec', 'selector', 'matchLabels'))]
      .flatMap((selector) => Object.keys(selector))
      .concat(behind.flatMap(expressionKeys)),
  )
  const used = new Set(behind.flatMap((each) => configurationOf(each)))
  const configuration = manifests.filter(({ apiVersion, kind, metadata }) => {
    const isKind = apiVersion === 'v1' && (kind === 'ConfigMap' || kind === 'Secret')
    return isKind && used.has(`${kind}/${metadata.name}`)
  })
  const copied = new Set(configuration.map(({ kind, metadata }) => `${kind}/${metadata.name}`))
  return {
    manifests: [
      ...configuration.map((each) => renamed(each)),
      ...behind.map((each) => deploymentCopy(each, { keys, copied })),
      ...chosen.map((each) => serviceCopy(each)),
    ],
    deployments: new Map(behind.map(({ metadata: { name } }) => [name, canaryName(name)])),
  }
}

function isDeployment({ apiVersion, kind }: Manifest): boolean {
  return groupOf(apiVersion) === 'apps' && kind === 'Deployment'
}

function recordAt(value: unknown, ...path: readonly string[]): Json {
  const found = path.reduce<unknown>((inner, field) => (isRecord(inner) ? inner[field] : undefined), value)
  return isRecord(found) ? found : {}
}

function selectorOf(service: Manifest): Json {
  return recordAt(service, 'spec', 'selector')
}

function labelsOf(workload: Manifest): Json {
  return recordAt(workload, 'spec', 'template', 'metadata', 'labels')
}

function selects(selector: Json, labels: Json): boolean {
  const entries = Object.entries(selector)
  return entries.length > 0 && entries.every(([key, value]) => labels[key] === value)
}

function expressionKeys(workload: Manifest): string[] {
  const { matchExpressions } = recordAt(workload, 'spec', 'selector')
  return Array.isArray(matchExpressions)
    ? matchExpressions.flatMap((each) => (isRecord(each) ? String(each['key']) : []))
    : []
}

function renamed(manifest: Manifest): Manifest {
  const { metadata } = manifest
  return { ...manifest, metadata: { ...metadata, name: canaryName(metadata.name) } }
}

function withOtherValues(labels: Json, keys: { has(key: string): boolean }): Json {
  return Object.fromEntries(
    Object.entries(labels).map(([key, value]) => [key, keys.has(key) ? canaryName(String(value)) : value]),
  )
}

const anyKey = { has: () => true }

/** A Service within the cluster, whatever the type of the original is: its ports at nodes and load balancers are taken. */
function serviceCopy(service: Manifest): Manifest {
  const spec = recordAt(service, 'spec')
  const ports = Array.isArray(spec['ports']) ? spec['ports'] : []
  // Annotations may give it a name or an address outside of the cluster.
  const { annotations: _, ...metadata } = service.metadata
  return renamed({
    ...service,
    metadata,
    spec: {
      selector: withOtherValues(selectorOf(service), anyKey),
      ports: ports.map((each) => {
        if (!isRecord(each)) return each
        const { nodePort: _, ...port } = each
        return port
      }),
    },
  })
}

interface Copied {
  keys: ReadonlySet<string>
  copied: ReadonlySet<string>
}

function deploymentCopy(workload: Manifest, { keys, copied }: Copied): Manifest {
  const spec = recordAt(workload, 'spec')
  const template = recordAt(spec, 'template')
  const labels = withOtherValues(labelsOf(workload), keys)
  const selected = Object.entries(labels).filter(([key]) => keys.has(key))
  return renamed({
    ...workload,
    spec: {
      ...spec,
      selector: { matchLabels: Object.fromEntries(selected) },
      template: {
        ...template,
        metadata: { ...recordAt(template, 'metadata'), labels },
        spec: withOwnSelectors(withOwnConfiguration(recordAt(template, 'spec'), copied), keys),
      },
    },
  })
}

/** Fields of pods that refer to ConfigMaps and Secrets, with the field of the name. */
const references: readonly { field: string; kind: string; name: string }[] = [
  { field: 'configMapKeyRef', kind: 'ConfigMap', name: 'name' },
  { field: 'configMapRef', kind: 'ConfigMap', name: 'name' },
  { field: 'configMap', kind: 'ConfigMap', name: 'name' },
  { field: 'secretKeyRef', kind: 'Secret', name: 'name' },
  { field: 'secretRef', kind: 'Secret', name: 'name' },
  // A volume names it `secretName`, and a projected volume `name`.
  { field: 'secret', kind: 'Secret', name: 'secretName' },
  { field: 'secret', kind: 'Secret', name: 'name' },
]

/** Returns the ConfigMaps and Secrets to which the pods of a workload refer, as `kind/name`. */
function configurationOf(workload: Manifest): string[] {
  const found: string[] = []
  visited(recordAt(workload, 'spec', 'template', 'spec'), (field, value) => {
    for (const each of references)
      if (each.field === field && typeof value[each.name] === 'string')
        found.push(`${each.kind}/${String(value[each.name])}`)
    return value
  })
  return found
}

/** Returns the spec of pods with references to the copies of ConfigMaps and Secrets. */
function withOwnConfiguration(pod: Json, copied: ReadonlySet<string>): Json {
  return visited(pod, (field, value) =>
    references.reduce((reference, each) => {
      const name = reference[each.name]
      return each.field === field && typeof name === 'string' && copied.has(`${each.kind}/${name}`)
        ? { ...reference, [each.name]: canaryName(name) }
        : reference
    }, value),
  )
}

/** Returns the spec of pods whose rules about other pods of the workload, such as anti-affinity, are about those of the canary. */
function withOwnSelectors(pod: Json, keys: ReadonlySet<string>): Json {
  return visited(pod, (field, value) =>
    field === 'labelSelector' && isRecord(value['matchLabels'])
      ? { ...value, matchLabels: withOtherValues(value['matchLabels'], keys) }
      : value,
  )
}

/** Returns a copy of a value in which each record below is replaced by what `update` returns for it and the field it is in. */
function visited(value: Json, update: (field: string, inner: Json) => Json): Json {
  const visit = (field: string, inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map((each) => visit(field, each))
    return isRecord(inner) ? update(field, visited(inner, update)) : inner
  }
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, visit(field, inner)]))
}
