import { kubernetesVersion } from '../generated/kubernetes-version.ts'
import type { JsonObject } from '../json.ts'
import { patchTypes } from '../patch/media-types.ts'
import { apiVersionOf, hasSubresource, type Resource } from '../resources/resource.ts'
import { addKind, addModel, groupVersionKind, reference, type Schemas } from './schemas.ts'

/** Returns the OpenAPI v3 document of one group and version: its kinds and their operations. */
export function documentOf(resources: readonly Resource[]): JsonObject {
  const schemas: Schemas = new Map()
  const paths: JsonObject = {}
  for (const resource of resources) {
    const name = addKind(schemas, resource)
    addPaths(paths, resource, name)
  }
  addModel(schemas, 'V1DeleteOptions')
  addModel(schemas, 'V1Status')
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: kubernetesVersion.gitVersion },
    paths,
    components: { schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) },
  }
}

const query = (name: string, type = 'string'): JsonObject => ({
  name,
  in: 'query',
  schema: { type, uniqueItems: true },
})
const writing = ['dryRun', 'fieldManager', 'fieldValidation'].map((name) => query(name))
const listing = ['labelSelector', 'fieldSelector', 'resourceVersion', 'resourceVersionMatch', 'continue'].map(
  (name) => query(name),
)
const watching = [query('limit', 'integer'), query('timeoutSeconds', 'integer'), query('watch', 'boolean')]

function addPaths(paths: JsonObject, resource: Resource, name: string): void {
  const root = resource.group === '' ? '/api/v1' : `/apis/${apiVersionOf(resource)}`
  const base = resource.namespaced
    ? `${root}/namespaces/{namespace}/${resource.plural}`
    : `${root}/${resource.plural}`
  const collection = operationsOf(resource, name, collectionActions)
  if (Object.keys(collection).length > 0) paths[base] = withParameters(resource, collection)
  const single = operationsOf(resource, name, objectActions)
  if (Object.keys(single).length === 0) return
  paths[`${base}/{name}`] = withParameters(resource, single, 'name')
  if (hasSubresource(resource, 'status'))
    paths[`${base}/{name}/status`] = withParameters(
      resource,
      operationsOf(resource, name, statusActions),
      'name',
    )
}

function withParameters(resource: Resource, operations: JsonObject, ...more: string[]): JsonObject {
  const names = [...more, ...(resource.namespaced ? ['namespace'] : [])]
  return {
    ...operations,
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', uniqueItems: true },
    })),
  }
}

interface Action {
  method: string
  verb: string
  /** The value of `x-kubernetes-action`. */
  action: string
  parameters: readonly JsonObject[]
  body?: 'object' | 'patch' | 'delete'
}

const collectionActions: readonly Action[] = [
  { method: 'get', verb: 'list', action: 'list', parameters: [...listing, ...watching] },
  { method: 'post', verb: 'create', action: 'post', parameters: writing, body: 'object' },
  {
    method: 'delete',
    verb: 'deletecollection',
    action: 'deletecollection',
    parameters: listing,
    body: 'delete',
  },
]

const changing: readonly Action[] = [
  { method: 'get', verb: 'get', action: 'get', parameters: [] },
  { method: 'put', verb: 'update', action: 'put', parameters: writing, body: 'object' },
  {
    method: 'patch',
    verb: 'patch',
    action: 'patch',
    parameters: [...writing, query('force', 'boolean')],
    body: 'patch',
  },
]

const objectActions: readonly Action[] = [
  ...changing,
  { method: 'delete', verb: 'delete', action: 'delete', parameters: [], body: 'delete' },
]

const statusActions = changing

function operationsOf(resource: Resource, name: string, actions: readonly Action[]): JsonObject {
  const operations: JsonObject = {}
  for (const { method, verb, action, parameters, body } of actions) {
    if (!resource.verbs.includes(verb)) continue
    operations[method] = {
      operationId: `${verb}${resource.kind}`,
      parameters: [...parameters],
      ...(body === undefined ? {} : { requestBody: { content: bodyOf(body, name) } }),
      responses: {
        '200': { description: 'OK', content: { 'application/json': { schema: reference(name) } } },
      },
      'x-kubernetes-action': action,
      'x-kubernetes-group-version-kind': groupVersionKind(resource),
    }
  }
  return operations
}

function bodyOf(body: NonNullable<Action['body']>, name: string): JsonObject {
  if (body === 'patch')
    return Object.fromEntries(Object.values(patchTypes).map((type) => [type, { schema: { type: 'object' } }]))
  return { '*/*': { schema: body === 'delete' ? reference('io.k8s.v1.DeleteOptions') : reference(name) } }
}
