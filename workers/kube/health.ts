import { isRecord } from '../../schema/manifests.ts'
import type { KubeObject } from './client.ts'

/**
 * How a resource is doing, after kstatus (https://github.com/kubernetes-sigs/cli-utils/tree/master/pkg/kstatus): from
 * its own status, without knowledge of how it is used.
 */
export interface Health {
  state: 'ready' | 'progressing' | 'failed' | 'terminating'
  /** CamelCase; empty when ready. */
  reason: string
  /** In words; empty when ready. */
  message: string
}

const ready: Health = { state: 'ready', reason: '', message: '' }

export function healthOf(object: KubeObject): Health {
  const { metadata } = object
  if (metadata.deletionTimestamp !== undefined) {
    const finalizers = metadata.finalizers ?? []
    const held = finalizers.length === 0 ? '' : `, held by finalizer ${finalizers.join(', ')}`
    return { state: 'terminating', reason: 'Terminating', message: `is being deleted${held}` }
  }
  const status = record(object['status'])
  const observed = number(status['observedGeneration'])
  if (observed !== undefined && metadata.generation !== undefined && observed < metadata.generation) {
    return progressing('NotObserved', 'its latest change has not been seen by its controller yet')
  }
  const rule =
    rules[`${object.kind}.${object.apiVersion.includes('/') ? object.apiVersion.split('/')[0] : ''}`]
  return rule === undefined ? conventional(object) : rule(record(object['spec']), status, object)
}

type Rule = (spec: Fields, status: Fields, object: KubeObject) => Health
type Fields = Record<string, unknown>

const rules: Record<string, Rule> = {
  'Deployment.apps': deployment,
  'ReplicaSet.apps': (spec, status) => replicas(spec, status, ['readyReplicas', 'availableReplicas']),
  'StatefulSet.apps': statefulSet,
  'DaemonSet.apps': daemonSet,
  'Job.batch': job,
  'CronJob.batch': () => ready,
  'Pod.': pod,
  'Service.': service,
  'PersistentVolumeClaim.': (_, status) =>
    status['phase'] === 'Bound'
      ? ready
      : progressing('NotBound', `is ${text(status['phase']) || 'Pending'}, not bound to a volume`),
  'Namespace.': (_, status) =>
    status['phase'] === undefined || status['phase'] === 'Active'
      ? ready
      : progressing('NotActive', `is ${text(status['phase'])}`),
  'PodDisruptionBudget.policy': () => ready,
  'HorizontalPodAutoscaler.autoscaling': () => ready,
  'Ingress.networking.k8s.io': () => ready,
  'CustomResourceDefinition.apiextensions.k8s.io': crd,
  'APIService.apiregistration.k8s.io': (_, status) =>
    byCondition(status, 'Available', 'its API does not answer') ??
    progressing('NotAvailable', 'its API does not answer'),
}

function deployment(spec: Fields, status: Fields): Health {
  const progress = conditionOf(status, 'Progressing')
  if (progress?.['reason'] === 'ProgressDeadlineExceeded') {
    return failing('ProgressDeadlineExceeded', text(progress['message']) || 'made no progress in time')
  }
  const failure = conditionOf(status, 'ReplicaFailure')
  if (failure?.['status'] === 'True') return failing(text(failure['reason']), text(failure['message']))
  const wanted = number(spec['replicas']) ?? 1
  const [updated, all, available] = [
    count(status, 'updatedReplicas'),
    count(status, 'replicas'),
    count(status, 'availableReplicas'),
  ]
  if (status['observedGeneration'] === undefined)
    return progressing('NotObserved', 'waits for its controller')
  if (updated < wanted)
    return progressing('RollingOut', `${updated} of ${wanted} pods are of the new version`)
  if (all > updated)
    return progressing('RollingOut', `${all - updated} pods of the old version are still there`)
  if (available < wanted) return progressing('NotReady', `${available} of ${wanted} pods are ready`)
  return ready
}

function statefulSet(spec: Fields, status: Fields): Health {
  const strategy = record(spec['updateStrategy'])
  const counted = replicas(spec, status, ['readyReplicas'])
  if (counted.state !== 'ready' || strategy['type'] === 'OnDelete') return counted
  const partition = number(record(strategy['rollingUpdate'])['partition']) ?? 0
  const wanted = (number(spec['replicas']) ?? 1) - partition
  const updated = count(status, 'updatedReplicas')
  if (updated < wanted)
    return progressing('RollingOut', `${updated} of ${wanted} pods are of the new version`)
  if (
    partition === 0 &&
    status['updateRevision'] !== undefined &&
    status['currentRevision'] !== status['updateRevision']
  ) {
    return progressing('RollingOut', 'the new version is not everywhere yet')
  }
  return ready
}

function replicas(spec: Fields, status: Fields, fields: readonly string[]): Health {
  const wanted = number(spec['replicas']) ?? 1
  const least = Math.min(...fields.map((field) => count(status, field)))
  return least >= wanted ? ready : progressing('NotReady', `${least} of ${wanted} pods are ready`)
}

function daemonSet(_: Fields, status: Fields): Health {
  if (status['observedGeneration'] === undefined)
    return progressing('NotObserved', 'waits for its controller')
  const wanted = count(status, 'desiredNumberScheduled')
  const [updated, available] = [count(status, 'updatedNumberScheduled'), count(status, 'numberAvailable')]
  if (updated < wanted)
    return progressing('RollingOut', `${updated} of ${wanted} pods are of the new version`)
  return available < wanted ? progressing('NotReady', `${available} of ${wanted} pods are ready`) : ready
}

function job(_: Fields, status: Fields): Health {
  const failure = conditionOf(status, 'Failed')
  if (failure?.['status'] === 'True')
    return failing(text(failure['reason']) || 'JobFailed', text(failure['message']) || 'has failed')
  if (conditionOf(status, 'Complete')?.['status'] === 'True') return ready
  return progressing(
    'Running',
    `${count(status, 'succeeded')} pods have succeeded, ${count(status, 'active')} are running`,
  )
}

function pod(_: Fields, status: Fields): Health {
  if (status['phase'] === 'Succeeded') return ready
  if (status['phase'] === 'Failed')
    return failing(text(status['reason']) || 'PodFailed', text(status['message']) || 'has failed')
  return byCondition(status, 'Ready', 'is not ready') ?? progressing('Pending', 'waits for a node')
}

function service(spec: Fields, status: Fields): Health {
  if (spec['type'] !== 'LoadBalancer') return ready
  const ingress: unknown = record(status['loadBalancer'])['ingress']
  return Array.isArray(ingress) && ingress.length > 0
    ? ready
    : progressing('NoAddress', 'waits for an address of the load balancer')
}

function crd(_: Fields, status: Fields): Health {
  const names = conditionOf(status, 'NamesAccepted')
  if (names?.['status'] === 'False') return failing(text(names['reason']), text(names['message']))
  return (
    byCondition(status, 'Established', 'is not established') ??
    progressing('NotEstablished', 'is not established yet')
  )
}

/** Any kind with conditions as the API conventions name them; one without is ready by being there. */
function conventional(object: KubeObject): Health {
  const status = record(object['status'])
  const stalled = conditionOf(status, 'Stalled')
  if (stalled?.['status'] === 'True') return failing(text(stalled['reason']), text(stalled['message']))
  const reconciling = conditionOf(status, 'Reconciling')
  if (reconciling?.['status'] === 'True')
    return progressing(text(reconciling['reason']), text(reconciling['message']))
  return (
    byCondition(status, 'Ready', 'is not ready') ??
    byCondition(status, 'Available', 'is not available') ??
    ready
  )
}

function byCondition(status: Fields, type: string, otherwise: string): Health | undefined {
  const condition = conditionOf(status, type)
  if (condition === undefined) return undefined
  if (condition['status'] === 'True') return ready
  return progressing(text(condition['reason']) || `Not${type}`, text(condition['message']) || otherwise)
}

export function conditionOf(status: Fields, type: string): Fields | undefined {
  const conditions: unknown = status['conditions']
  return Array.isArray(conditions)
    ? conditions.filter(isRecord).find((condition) => condition['type'] === type)
    : undefined
}

function progressing(reason: string, message: string): Health {
  return { state: 'progressing', reason: reason || 'Progressing', message: message || 'is not ready' }
}

function failing(reason: string, message: string): Health {
  return { state: 'failed', reason: reason || 'Failed', message: message || 'has failed' }
}

function record(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function count(status: Fields, field: string): number {
  return number(status[field]) ?? 0
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
