/* Small objects that many tests use. */

export function configMap(name: string, data: Record<string, string> = {}, metadata: object = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data }
}

export function deployment(
  name: string,
  { replicas = 1, image = 'registry.k8s.io/pause:3.10', ...spec }: DeploymentOf = {},
) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { replicas, selector: { matchLabels: { app: name } }, template: podTemplate(name, image), ...spec },
  }
}

interface DeploymentOf {
  replicas?: number
  image?: string
  [field: string]: unknown
}

export function podTemplate(app: string, image = 'registry.k8s.io/pause:3.10') {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: 'app', image }] } }
}

export function pod(name: string, spec: object = {}) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: name } },
    spec: { containers: [{ name: 'app', image: 'registry.k8s.io/pause:3.10' }], ...spec },
  }
}

/** Returns the definition of a kind in a new group, and the path of its objects. */
export function definitionOf({ group, kind, schema, scope = 'Namespaced', ...version }: DefinitionOf) {
  const singular = kind.toLowerCase()
  const plural = `${singular}s`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular, listKind: `${kind}List` },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version },
      ],
    },
  }
}

interface DefinitionOf {
  group: string
  kind: string
  schema: object
  scope?: 'Namespaced' | 'Cluster'
  [field: string]: unknown
}

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

export function isTrue(object: object, type: string): boolean {
  const { status } = object as { status?: { conditions?: { type: string; status: string }[] } }
  return (status?.conditions ?? []).some((each) => each.type === type && each.status === 'True')
}
