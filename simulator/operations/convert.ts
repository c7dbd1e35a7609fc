import { clone, numberOf, objectOf, objectsOf, type Json, type JsonObject } from '../json.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import { asObject, type KubeObject } from '../storage/object.ts'

/** Converts a stored object to the version of the request. */
export function toVersion(resource: Resource, stored: KubeObject): KubeObject {
  const apiVersion = apiVersionOf(resource)
  if (stored.apiVersion === apiVersion) return stored
  const result = { ...stored, apiVersion }
  if (resource.group === 'autoscaling') return autoscalerToV1(result)
  return resource.group === 'events.k8s.io' ? eventToNew(result) : result
}

/** Converts an object of a request to its storage version. */
export function toStorage(resource: Resource, object: KubeObject): KubeObject {
  if (resource.group === 'events.k8s.io') return eventToCore({ ...object, apiVersion: 'v1' })
  if (resource.version === resource.storageVersion) return object
  const result = { ...object, apiVersion: apiVersionOf({ ...resource, version: resource.storageVersion }) }
  return resource.group === 'autoscaling' ? autoscalerToV2(result) : result
}

const eventPairs = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
] as const

function eventToNew(event: KubeObject): KubeObject {
  return renamed(event, eventPairs)
}

function eventToCore(event: KubeObject): KubeObject {
  return renamed(
    event,
    eventPairs.map(([core, other]) => [other, core] as const),
  )
}

function renamed(object: KubeObject, pairs: readonly (readonly [string, string])[]): KubeObject {
  const names = new Map(pairs)
  const result: JsonObject = {}
  for (const [key, value] of Object.entries(object)) result[names.get(key) ?? key] = value
  return asObject(result)
}

const keptMetrics = 'autoscaling.alpha.kubernetes.io/metrics'

function isCpuUtilization(metric: JsonObject): boolean {
  const resource = objectOf(metric['resource'])
  return resource['name'] === 'cpu' && objectOf(resource['target'])['type'] === 'Utilization'
}

/** Converts to v1, which has one metric; the others are in an annotation, so that an update does not lose them. */
function autoscalerToV1(object: KubeObject): KubeObject {
  const { metrics, behavior: _, ...spec } = objectOf(clone(object['spec']))
  const { currentMetrics: __, conditions: ___, ...status } = objectOf(clone(object['status']))
  const cpu = objectsOf(metrics).find(isCpuUtilization)
  const others = objectsOf(metrics).filter((metric) => metric !== cpu)
  const target = objectOf(objectOf(cpu?.['resource'])['target'])['averageUtilization']
  const annotations = { ...object.metadata.annotations }
  if (others.length > 0) annotations[keptMetrics] = JSON.stringify(others)
  return {
    ...object,
    metadata: Object.keys(annotations).length === 0 ? object.metadata : { ...object.metadata, annotations },
    spec: target === undefined ? spec : { ...spec, targetCPUUtilizationPercentage: target },
    status: { currentReplicas: 0, ...status },
  }
}

function autoscalerToV2(object: KubeObject): KubeObject {
  const { targetCPUUtilizationPercentage: target, ...spec } = objectOf(clone(object['spec']))
  const { currentCPUUtilizationPercentage: _, ...status } = objectOf(clone(object['status']))
  const { [keptMetrics]: kept, ...annotations } = object.metadata.annotations ?? {}
  const metrics: Json[] = kept === undefined ? [] : JSON.parse(kept)
  if (target !== undefined)
    metrics.unshift({
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: numberOf(target) } },
    })
  return {
    ...object,
    metadata: kept === undefined ? object.metadata : { ...object.metadata, annotations },
    spec: metrics.length === 0 ? spec : { ...spec, metrics },
    status: { currentMetrics: null, ...status },
  }
}
