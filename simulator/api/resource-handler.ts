import type { ClusterContext } from '../context.ts'
import {
  badRequest,
  methodNotAllowed,
  pathNotFound,
  StatusError,
  unsupportedMediaType,
} from '../errors/status-error.ts'
import { isObject, objectOf, type Json, type JsonObject } from '../json.ts'
import { createObject } from '../operations/create.ts'
import { deleteCollection } from '../operations/delete-collection.ts'
import { deleteObject } from '../operations/delete.ts'
import { isTrue } from '../operations/list-options.ts'
import { patchObject } from '../operations/patch.ts'
import { getObject, listObjects } from '../operations/read.ts'
import { replaceObject } from '../operations/update.ts'
import { patchTypes } from '../patch/media-types.ts'
import { hasSubresource, type Resource } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import { createReview, isReview } from '../subresources/reviews.ts'
import { handleSubresource } from '../subresources/subresources.ts'
import type { Target, WriteOptions, Written } from '../target.ts'
import { mediaTypeOf, parseBody, parseJson, parseYaml, readBody, unreadable } from './body.ts'
import type { Call } from './call.ts'
import { negotiate, type Representation } from './negotiate.ts'
import { checkApplyOptions, deleteOptions, writeOptions } from './options.ts'
import type { ResourcePath } from './path.ts'
import { represent, representList } from './represent.ts'
import { sendObject, sendReadable, setWarnings } from './respond.ts'
import { streamWatch } from './watch-stream.ts'

interface Route {
  path: ResourcePath
  resource: Resource
}

/** Handles a request for a resource: determines its operation and runs it. */
export async function handleResource(context: ClusterContext, call: Call, route: Route): Promise<void> {
  const { path, resource } = route
  const target: Target = {
    resource,
    namespace: path.namespace,
    name: path.name,
    subresource: path.subresource,
  }
  if (!resource.namespaced && path.namespace !== '') throw pathNotFound()
  if (target.subresource !== '' && target.subresource !== 'status')
    return serveSubresource(context, call, target)
  if (target.subresource === 'status' && !hasSubresource(resource, 'status')) throw pathNotFound()
  if (resource.namespaced && path.namespace === '' && path.name !== '') throw pathNotFound()
  const { method = 'GET' } = call.request
  checkVerb(resource, verbOf(method, target))
  return path.name === ''
    ? serveCollection(context, call, { ...route, target })
    : serveObject(context, call, target)
}

async function serveCollection(
  context: ClusterContext,
  call: Call,
  route: Route & { target: Target },
): Promise<void> {
  const { resource, target, path } = route
  const query = call.url.searchParams
  switch (call.request.method) {
    case 'GET':
    case 'HEAD': {
      const isWatch = path.watch || isTrue(query.get('watch') ?? 'false')
      const representation = negotiate(call.request.headers.accept, isWatch ? 'object' : 'list')
      const list = { resource, namespace: path.namespace, query }
      if (isWatch) return streamWatch(context, call, { list, representation })
      const listed = listObjects(context, list)
      setWarnings(call.response, call.warnings)
      return sendReadable(
        call.response,
        200,
        representList(context, { resource, listed, query }, representation),
      )
    }
    case 'POST': {
      const options = writeOptions(call, 'CreateOptions')
      const body = await objectBody(context, call, resource)
      if (isReview(resource))
        return sendWritten(context, call, {
          target,
          written: createReview(context, target, { body, options }),
        })
      if (resource.namespaced && path.namespace === '') {
        throw badRequest('an empty namespace may not be set during creation')
      }
      return sendWritten(context, call, {
        target,
        written: await createObject(context, target, { body, options }),
      })
    }
    case 'DELETE': {
      const options = deleteOptions(query, await optionalBody(context, call), call.actor)
      const listed = await deleteCollection(context, { resource, namespace: path.namespace, query }, options)
      return sendReadable(
        call.response,
        200,
        representList(context, { resource, listed, query }, negotiate(call.request.headers.accept, 'list')),
      )
    }
    default:
      throw methodNotAllowed()
  }
}

async function serveObject(context: ClusterContext, call: Call, target: Target): Promise<void> {
  const { request, url } = call
  const query = url.searchParams
  switch (request.method) {
    case 'GET':
    case 'HEAD': {
      return sendOne(context, call, {
        resource: target.resource,
        object: getObject(context, target, query),
        code: 200,
      })
    }
    case 'PUT': {
      const options = writeOptions(call, 'UpdateOptions')
      return sendWritten(context, call, {
        target,
        written: await replaceObject(context, target, {
          body: await objectBody(context, call, target.resource),
          options,
        }),
      })
    }
    case 'PATCH':
      return sendWritten(context, call, { target, written: await patch(context, call, target) })
    case 'DELETE': {
      const options = deleteOptions(query, await optionalBody(context, call), call.actor)
      if (target.resource.kind === 'Job' && options.propagation === undefined)
        call.warnings.add(orphanWarning)
      setWarnings(call.response, call.warnings)
      const { object, isRemoved } = await deleteObject(context, target, options)
      if (isRemoved && !respondsWithObject.has(target.resource.plural))
        return sendDeleted(call, target, object)
      return sendOne(context, call, { resource: target.resource, object, code: 200 })
    }
    default:
      throw methodNotAllowed()
  }
}

const orphanWarning =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning'

/** Kinds whose deletion returns their last state rather than a Status. */
const respondsWithObject = new Set([
  'pods',
  'services',
  'persistentvolumeclaims',
  'persistentvolumes',
  'serviceaccounts',
  'podtemplates',
  'resourcequotas',
  'volumeattachments',
  'storageclasses',
  'csinodes',
  'csidrivers',
])

async function patch(context: ClusterContext, call: Call, target: Target): Promise<Written> {
  const query = call.url.searchParams
  const type = mediaTypeOf(call.request)
  const accepted = Object.values(patchTypes).filter(
    (each) => target.resource.custom === undefined || each !== patchTypes.strategic,
  )
  if (target.resource.custom !== undefined && type === patchTypes.strategic)
    throw unsupportedMediaType(accepted)
  if (!accepted.some((each) => each === type))
    throw new StatusError({
      code: 415,
      reason: 'UnsupportedMediaType',
      message: '415: Unsupported Media Type',
      details: {},
    })
  const isApply = type === patchTypes.apply
  checkApplyOptions(query, isApply)
  const options: WriteOptions = writeOptions(call, 'PatchOptions')
  const text = await readBody(call.request)
  const body: Json = isApply ? parseYaml(text.toString('utf8')) : parseJson(text.toString('utf8'))
  return patchObject(context, target, { type, body, options })
}

async function serveSubresource(context: ClusterContext, call: Call, target: Target): Promise<void> {
  const { request } = call
  const declared = target.resource.subresources.find(({ name }) => name === target.subresource.split('/')[0])
  if (declared === undefined) throw pathNotFound()
  const isPatch = request.method === 'PATCH'
  const kind = isPatch ? 'PatchOptions' : request.method === 'PUT' ? 'UpdateOptions' : 'CreateOptions'
  const hasBody = isPatch || request.method === 'PUT' || request.method === 'POST'
  if (isPatch) checkApplyOptions(call.url.searchParams, mediaTypeOf(request) === patchTypes.apply)
  const text = hasBody ? await readBody(request) : Buffer.alloc(0)
  const body = isPatch
    ? mediaTypeOf(request) === patchTypes.apply
      ? parseYaml(text.toString('utf8'))
      : parseJson(text.toString('utf8'))
    : (parseBody(context, text, { mediaType: mediaTypeOf(request), kind: target.resource.kind }) ?? {})
  const response = await handleSubresource(context, target, {
    method: request.method ?? 'GET',
    mediaType: mediaTypeOf(request),
    query: call.url.searchParams,
    body,
    options: writeOptions(call, kind),
    stream: (send) => {
      call.response.writeHead(200, { 'content-type': 'text/plain' })
      return send(call.response, call.onStop)
    },
  })
  if (response === undefined) return
  setWarnings(call.response, call.warnings)
  sendObject(call.response, response.code, {
    object: response.object,
    format: negotiate(request.headers.accept).format,
  })
}

function sendWritten(
  context: ClusterContext,
  call: Call,
  { target, written }: { target: Target; written: Written },
): void {
  sendOne(context, call, {
    resource: target.resource,
    object: written.object,
    code: written.created ? 201 : 200,
  })
}

function sendOne(
  context: ClusterContext,
  call: Call,
  { resource, object, code }: { resource: Resource; object: KubeObject; code: number },
): void {
  const representation: Representation = negotiate(call.request.headers.accept)
  setWarnings(call.response, call.warnings)
  sendReadable(
    call.response,
    code,
    represent(context, { resource, object, query: call.url.searchParams }, representation),
  )
}

function sendDeleted(call: Call, { resource, name }: Target, object: KubeObject): void {
  const details: JsonObject = {
    name,
    group: resource.group || undefined,
    kind: resource.plural,
    uid: object.metadata.uid,
  }
  sendObject(call.response, 200, {
    object: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details },
    format: negotiate(call.request.headers.accept).format,
  })
}

async function objectBody(context: ClusterContext, call: Call, { kind }: Resource): Promise<JsonObject> {
  const body = parseBody(context, await readBody(call.request), {
    mediaType: mediaTypeOf(call.request),
    kind,
  })
  if (body === undefined) throw unreadable(kind, 'unexpected end of JSON input (<empty>)')
  if (!isObject(body)) throw unreadable(kind, 'json: cannot unmarshal into an object')
  return body
}

async function optionalBody(context: ClusterContext, call: Call): Promise<JsonObject | undefined> {
  const body = parseBody(context, await readBody(call.request), {
    mediaType: mediaTypeOf(call.request),
    kind: 'DeleteOptions',
  })
  return body === undefined ? undefined : objectOf(body)
}

const collectionVerbs: Readonly<Record<string, string>> = {
  GET: 'list',
  HEAD: 'list',
  POST: 'create',
  DELETE: 'deletecollection',
}
const objectVerbs: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

function verbOf(method: string, { name }: Target): string {
  return (name === '' ? collectionVerbs : objectVerbs)[method] ?? method.toLowerCase()
}

function checkVerb(resource: Resource, verb: string): void {
  if (!resource.verbs.includes(verb)) throw methodNotAllowed()
}
