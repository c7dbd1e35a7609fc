import type { ClusterContext } from '../context.ts'
import { badRequest, expired, notFound, StatusError } from '../errors/status-error.ts'
import { storageKey } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'
import { parseFieldSelector, parseLabelSelector, type Matcher } from '../selectors/selectors.ts'
import { pathOf } from '../storage/object-table.ts'
import type { KubeObject } from '../storage/object.ts'
import { keyOf, type Target } from '../target.ts'
import { toVersion } from './convert.ts'
import { parseListOptions, type ListOptions } from './list-options.ts'

/** Returns an object. Thrown Timeout: if the request names a future revision. */
export function getObject(
  { store }: ClusterContext,
  target: Target,
  query = new URLSearchParams(),
): KubeObject {
  const requested = Number(query.get('resourceVersion') ?? 0)
  if (requested > store.revision()) throw futureRevision(requested, store.revision())
  const found = store.get(keyOf(target))
  if (found === undefined) throw notFound(target.resource, target.name)
  return toVersion(target.resource, found)
}

export interface ListRequest {
  resource: Resource
  /** The namespace; empty for all namespaces. */
  namespace: string
  query: URLSearchParams
}

export interface Listed {
  items: KubeObject[]
  resourceVersion: string
  continue?: string | undefined
  remaining?: number | undefined
}

/** Lists objects in the order of their keys, in chunks that together show one snapshot. */
export function listObjects(context: ClusterContext, request: ListRequest): Listed {
  const { query } = request
  const matches = matcherOf(request)
  const options = parseListOptions(query, false)
  const { limit } = options
  const from = options.continue === '' ? undefined : parseContinue(options.continue)
  const revision = from === undefined ? revisionOf(context, options) : from.revision
  const everything = objectsAt(context, request, revision)
  const rest = from === undefined ? everything : everything.filter((object) => pathOf(object) > from.after)
  const matching = matches === undefined ? rest : rest.filter(matches)
  const items = limit > 0 ? matching.slice(0, limit) : matching
  const listed = revision ?? context.store.revision()
  const last = items.at(-1)
  const versioned = items.map((object) => toVersion(request.resource, object))
  if (last === undefined || items.length === matching.length)
    return { items: versioned, resourceVersion: String(listed) }
  return {
    items: versioned,
    resourceVersion: String(listed),
    continue: formatContinue({ revision: listed, after: pathOf(last) }),
    // With selectors, the remaining items are not counted: the real server would have to read everything.
    remaining: matches === undefined ? matching.length - items.length : undefined,
  }
}

export function matcherOf({ resource, query }: Pick<ListRequest, 'resource' | 'query'>): Matcher | undefined {
  const labels = parseLabelSelector(query.get('labelSelector'))
  const fields = parseFieldSelector(query.get('fieldSelector'), {
    key: storageKey(resource),
    fields: resource.custom?.selectableFields ?? [],
  })
  if (labels === undefined || fields === undefined) return labels ?? fields
  return (object) => labels(object) && fields(object)
}

/** Returns the requested revision of a list; undefined for the current one. */
function revisionOf({ store }: ClusterContext, { revision, match }: ListOptions): number | undefined {
  if (revision === undefined || revision === 0) return undefined
  if (revision > store.revision()) throw futureRevision(revision, store.revision())
  return match === 'Exact' ? revision : undefined
}

export function futureRevision(requested: number, current: number): StatusError {
  return new StatusError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  })
}

const inconsistentHint =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'

/** Returns the objects as they were at a revision: the current ones, with every later event undone. */
function objectsAt(
  { store }: ClusterContext,
  request: ListRequest,
  revision: number | undefined,
): KubeObject[] {
  const key = storageKey(request.resource)
  const namespace = request.namespace === '' ? undefined : request.namespace
  const current = store.list(key, namespace)
  if (revision === undefined || revision >= store.revision()) return current
  const later = store.since(key, revision)
  if (later === undefined) {
    const token = request.query.get('continue')
    if (token === null || token === '') throw expired('The resourceVersion for the provided list is too old.')
    throw expiredContinue(token)
  }
  if (later.length === 0) return current
  const byPath = new Map(current.map((object) => [pathOf(object), object]))
  for (const event of later.toReversed()) {
    if (namespace !== undefined && event.object.metadata.namespace !== namespace) continue
    if (event.previous === undefined) byPath.delete(pathOf(event.object))
    else byPath.set(pathOf(event.object), event.previous)
  }
  return [...byPath.values()].sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))
}

interface Continue {
  /** The revision; undefined to continue with the current state. */
  revision: number | undefined
  after: string
}

function formatContinue({ revision, after }: { revision: number; after: string }): string {
  const token = { v: 'meta.k8s.io/v1', rv: revision, start: `${after}\0` }
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

function parseContinue(token: string): Continue {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (typeof parsed === 'object' && parsed !== null && 'rv' in parsed && 'start' in parsed) {
      const { rv, start } = parsed
      if (typeof rv === 'number' && typeof start === 'string')
        return { revision: rv < 0 ? undefined : rv, after: start.replace(/\0$/, '') }
    }
  } catch {
    // Refused below, like every other invalid token.
  }
  throw badRequest(
    "invalid continue token: continue key is not valid: invalid character 'i' looking for beginning of value",
  )
}

/** Returns the error for an expired token, with one that continues inconsistently. */
function expiredContinue(token: string): StatusError {
  const { after } = parseContinue(token)
  return new StatusError({
    code: 410,
    reason: 'Expired',
    message: inconsistentHint,
    continue: formatContinue({ revision: -1, after }),
  })
}
