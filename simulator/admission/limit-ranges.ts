// Limit ranges of a namespace: defaults of containers, and limits that none may exceed
// (https://kubernetes.io/docs/concepts/policy/limit-range/; messages as in the LimitRanger plugin).
import type { ClusterContext } from '../context.ts'
import { forbidden } from '../errors/status-error.ts'
import { at, childOf, objectOf, objectsOf, own, stringOf, type JsonObject } from '../json.ts'
import { storageKey } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'
import { addQuantities, compareQuantities, parseQuantity } from '../schema/quantity.ts'
import type { KubeObject } from '../storage/object.ts'

const annotation = 'kubernetes.io/limit-ranger'

function limitsOf({ store }: ClusterContext, namespace: string, type: string): JsonObject[] {
  return store
    .list('limitranges', namespace)
    .flatMap((range) => objectsOf(at(range, 'spec', 'limits')))
    .filter((limit) => limit['type'] === type)
}

/** Sets the default requests and limits of the namespace on containers without them. */
export function addDefaultLimits(context: ClusterContext, pod: KubeObject, namespace: string): void {
  const limits = limitsOf(context, namespace, 'Container')
  if (limits.length === 0) return
  const spec = childOf(pod, 'spec')
  const messages = [
    ...objectsOf(spec['containers']).flatMap((each) => fill(each, 'container', limits)),
    ...objectsOf(spec['initContainers']).flatMap((each) => fill(each, 'init container', limits)),
  ]
  if (messages.length === 0) return
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [annotation]: `LimitRanger plugin set: ${messages.join('; ')}`,
  }
}

function fill(container: JsonObject, what: string, limits: readonly JsonObject[]): string[] {
  const resources = childOf(container, 'resources')
  const sides = [
    ['requests', 'request', 'defaultRequest'],
    ['limits', 'limit', 'default'],
  ] as const
  return sides.flatMap(([side, adjective, source]) => {
    const defaults = Object.assign({}, ...limits.map((limit) => objectOf(limit[source]))) as JsonObject
    const given = objectOf(resources[side])
    const missing = Object.keys(defaults)
      .filter((name) => own(given, name) === undefined)
      .sort()
    if (missing.length === 0) return []
    resources[side] = { ...given, ...Object.fromEntries(missing.map((name) => [name, defaults[name] ?? ''])) }
    return [`${missing.join(', ')} ${adjective} for ${what} ${stringOf(container['name'])}`]
  })
}

/** Thrown Forbidden: if a pod or a claim requests less or more than its namespace allows. */
export function checkLimits(context: ClusterContext, resource: Resource, object: KubeObject): void {
  const namespace = object.metadata.namespace ?? ''
  const key = storageKey(resource)
  const problems =
    key === 'pods'
      ? podProblems(context, object, namespace)
      : key === 'persistentvolumeclaims'
        ? claimProblems(context, object, namespace)
        : []
  if (problems.length === 0) return
  const message = problems.length === 1 ? (problems[0] ?? '') : `[${problems.join(', ')}]`
  throw forbidden(resource, object.metadata.name, { message })
}

interface Amounts {
  requests: JsonObject
  limits: JsonObject
}

function podProblems(context: ClusterContext, pod: KubeObject, namespace: string): string[] {
  const containers = objectsOf(at(pod, 'spec', 'containers'))
  const all = [...containers, ...objectsOf(at(pod, 'spec', 'initContainers'))]
  const single = limitsOf(context, namespace, 'Container').flatMap((limit) =>
    all.flatMap((each) => problemsOf(limit, amountsOf(each))),
  )
  const whole = { requests: sum(containers, 'requests'), limits: sum(containers, 'limits') }
  return [...single, ...limitsOf(context, namespace, 'Pod').flatMap((limit) => problemsOf(limit, whole))]
}

function amountsOf(container: JsonObject): Amounts {
  return {
    requests: objectOf(at(container, 'resources', 'requests')),
    limits: objectOf(at(container, 'resources', 'limits')),
  }
}

function sum(containers: readonly JsonObject[], side: keyof Amounts): JsonObject {
  const total: JsonObject = {}
  for (const container of containers)
    for (const [name, amount] of Object.entries(amountsOf(container)[side]))
      total[name] = addQuantities(stringOf(total[name]) || '0', stringOf(amount))
  return total
}

function claimProblems(context: ClusterContext, claim: KubeObject, namespace: string): string[] {
  const requests = objectOf(at(claim, 'spec', 'resources', 'requests'))
  return limitsOf(context, namespace, 'PersistentVolumeClaim').flatMap(({ type, min, max }) => [
    ...each(min).flatMap((bound) => tooLittle(bound, stringOf(type), { requests, limits: {} })),
    ...each(max).flatMap(({ name, amount }) =>
      requests[name] !== undefined && compareQuantities(stringOf(requests[name]), amount) > 0
        ? [
            `maximum ${name} usage per ${stringOf(type)} is ${amount}, but request is ${stringOf(requests[name])}`,
          ]
        : [],
    ),
  ])
}

interface Bound {
  name: string
  amount: string
}

function each(bounds: unknown): Bound[] {
  return Object.entries(bounds ?? {}).map(([name, amount]) => ({ name, amount: String(amount) }))
}

function problemsOf({ type, min, max, maxLimitRequestRatio }: JsonObject, amounts: Amounts): string[] {
  const what = stringOf(type)
  return [
    ...each(min).flatMap((bound) => tooLittle(bound, what, amounts)),
    ...each(max).flatMap((bound) => tooMuch(bound, what, amounts)),
    ...each(maxLimitRequestRatio).flatMap((bound) => tooFarApart(bound, what, amounts)),
  ]
}

function tooLittle({ name, amount }: Bound, what: string, { requests, limits }: Amounts): string[] {
  const start = `minimum ${name} usage per ${what} is ${amount}`
  const [request, limit] = [requests[name], limits[name]]
  if (request === undefined) return [`${start}.  No request is specified`]
  if (compareQuantities(stringOf(request), amount) < 0)
    return [`${start}, but request is ${stringOf(request)}`]
  if (limit !== undefined && compareQuantities(stringOf(limit), amount) < 0)
    return [`${start}, but limit is ${stringOf(limit)}`]
  return []
}

function tooMuch({ name, amount }: Bound, what: string, { requests, limits }: Amounts): string[] {
  const start = `maximum ${name} usage per ${what} is ${amount}`
  const [request, limit] = [requests[name], limits[name]]
  if (limit === undefined) return [`${start}.  No limit is specified`]
  if (compareQuantities(stringOf(limit), amount) > 0) return [`${start}, but limit is ${stringOf(limit)}`]
  if (request !== undefined && compareQuantities(stringOf(request), amount) > 0)
    return [`${start}, but request is ${stringOf(request)}`]
  return []
}

function tooFarApart({ name, amount }: Bound, what: string, { requests, limits }: Amounts): string[] {
  const start = `${name} max limit to request ratio per ${what} is ${amount}, but`
  const request = Number(parseQuantity(stringOf(requests[name]))?.nanos ?? 0n)
  const limit = Number(parseQuantity(stringOf(limits[name]))?.nanos ?? 0n)
  const allowed = Number(parseQuantity(amount)?.nanos ?? 0n) / 1e9
  if (request === 0) return [`${start} no request is specified or request is 0`]
  if (limit === 0) return [`${start} no limit is specified or limit is 0`]
  return limit / request > allowed ? [`${start} provided ratio is ${(limit / request).toFixed(6)}`] : []
}
