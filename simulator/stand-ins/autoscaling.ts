import { timestamp } from '../context.ts'
import { externalMetricPrefix } from '../controllers/autoscaler-metrics.ts'
import {
  controllerReference,
  isDeleting,
  itself,
  keyOf,
  ownerOf,
  splitKey,
  type Control,
} from '../controllers/controller.ts'
import { at, equal, numberOf, objectOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import { isTrue, withCondition } from '../objects/conditions.ts'
import type { Condition } from '../objects/kinds.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Store } from '../storage/store.ts'
import type { StandIn } from './stand-in.ts'

/*
 * A stand-in of KEDA. Its event sources are simulated: an annotation of the ScaledObject states the current value of each
 * trigger by its index, for example `trigger-0.simulator.qleetos.io/value: "120"`; without one, nothing is waiting.
 */

const resource = 'scaledobjects.keda.sh'
const autoscalers = 'horizontalpodautoscalers.autoscaling'
const finalizer = 'finalizer.keda.sh'

/** Fields in which event sources state the value per replica, the most specific first. */
const targetFields = ['lagThreshold', 'queueLength', 'threshold', 'targetValue', 'desiredReplicas', 'value']

export const scaledObjects: StandIn = {
  name: 'scaledobjects',
  component: 'keda',
  service: 'autoscaling',
  resource,
  watches: {
    [resource]: itself,
    [autoscalers]: ownerOf('ScaledObject'),
    'deployments.apps': ({ object }, { store }) =>
      store
        .list(resource, object.metadata.namespace)
        .filter((scaled) => targetOf(scaled, store)?.metadata.uid === object.metadata.uid)
        .map(keyOf),
  },
  async reconcile(key, control) {
    const { context, writes } = control
    const scaled = context.store.get({ resource, ...splitKey(key) })
    if (scaled === undefined) return
    const finalizers = scaled.metadata.finalizers ?? []
    if (isDeleting(scaled)) {
      await writes.update(scaled, (draft) => {
        draft.metadata.finalizers = finalizers.filter((each) => each !== finalizer)
      })
      return
    }
    if (!finalizers.includes(finalizer)) {
      await writes.update(scaled, (draft) => {
        draft.metadata.finalizers = [...finalizers, finalizer]
      })
      return
    }
    await scaleTarget(scaled, control)
  },
}

async function scaleTarget(scaled: KubeObject, control: Control): Promise<void> {
  const target = targetOf(scaled, control.context.store)
  if (target === undefined) {
    const message = "ScaledObject doesn't have correct scaleTargetRef specification"
    await report(scaled, control, [
      { type: 'Ready', status: 'False', reason: 'ScaledObjectCheckFailed', message },
      { type: 'Active', status: 'Unknown', reason: 'UnknownState', message: 'ScaledObject check failed' },
    ])
    return
  }
  const triggers = triggersOf(scaled)
  await writeAutoscaler(scaled, control, triggers)
  const isActive = triggers.some(({ value }) => value > 0 || value === undefinedUsage)
  const wasActive = isTrue((at(scaled, 'status', 'conditions') ?? []) as unknown as Condition[], 'Active')
  await report(
    scaled,
    control,
    [
      {
        type: 'Ready',
        status: 'True',
        reason: 'ScaledObjectReady',
        message: 'ScaledObject is defined correctly and is ready for scaling',
      },
      {
        type: 'Active',
        status: isActive ? 'True' : 'False',
        reason: isActive ? 'ScalerActive' : 'ScalerNotActive',
        message: `Scaling is ${isActive ? '' : 'not '}performed because triggers are ${isActive ? '' : 'not '}active`,
      },
      {
        type: 'Fallback',
        status: 'False',
        reason: 'NoFallbackFound',
        message: 'No fallbacks are active on this scaled object',
      },
    ],
    {
      scaleTargetKind: `${target.apiVersion}.${target.kind}`,
      hpaName: autoscalerName(scaled),
      triggersTypes: [...new Set(triggers.map(({ type }) => type))].join(','),
      externalMetricNames: triggers.flatMap(({ metric }) => (metric === undefined ? [] : [metric])),
      originalReplicaCount:
        at(scaled, 'status', 'originalReplicaCount') ?? numberOf(at(target, 'spec', 'replicas'), 0),
      ...(isActive || wasActive ? { lastActiveTime: timestamp(control.context.now()) } : {}),
    },
  )
  const reported = control.context.store.get({ resource, ...splitKey(keyOf(scaled)) }) ?? scaled
  await startOrStop({ scaled: reported, target, isActive }, control)
}

function targetOf(scaled: KubeObject, store: Store): KubeObject | undefined {
  const target = objectOf(at(scaled, 'spec', 'scaleTargetRef'))
  const kind = stringOf(target['kind']) || 'Deployment'
  const { namespace = '' } = scaled.metadata
  return store.get({ resource: `${kind.toLowerCase()}s.apps`, namespace, name: stringOf(target['name']) })
}

function autoscalerName({ metadata }: KubeObject): string {
  return `keda-hpa-${metadata.name}`
}

/** The value of triggers whose usage the autoscaler reads by itself. They never let a target sleep. */
const undefinedUsage = -1

interface TriggerState {
  type: string
  value: number
  /** The name of its external metric; undefined for CPU and memory. */
  metric: string | undefined
  spec: JsonObject
}

function triggersOf(scaled: KubeObject): TriggerState[] {
  return objectsOf(at(scaled, 'spec', 'triggers')).map((trigger, index) => {
    const type = stringOf(trigger['type'])
    const metadata = objectOf(trigger['metadata'])
    if (type === 'cpu' || type === 'memory') {
      const averageUtilization = Number(metadata['value'])
      const target = { type: 'Utilization', averageUtilization }
      return {
        type,
        value: undefinedUsage,
        metric: undefined,
        spec: { type: 'Resource', resource: { name: type, target } },
      }
    }
    const metric = `s${index}-${type}`
    const field = targetFields.find((each) => Number(metadata[each]) > 0)
    const averageValue = field === undefined ? '1' : stringOf(metadata[field])
    const matchLabels = { 'scaledobject.keda.sh/name': scaled.metadata.name }
    const external = {
      metric: { name: metric, selector: { matchLabels } },
      target: { type: 'AverageValue', averageValue },
    }
    const stated = scaled.metadata.annotations?.[`trigger-${index}.simulator.qleetos.io/value`]
    return { type, value: Number(stated ?? 0), metric, spec: { type: 'External', external } }
  })
}

async function writeAutoscaler(
  scaled: KubeObject,
  { context, writes }: Control,
  triggers: readonly TriggerState[],
): Promise<void> {
  const { namespace = '', labels = {} } = scaled.metadata
  const name = autoscalerName(scaled)
  const min = numberOf(at(scaled, 'spec', 'minReplicaCount'), 0)
  const spec: JsonObject = {
    scaleTargetRef: objectOf(at(scaled, 'spec', 'scaleTargetRef')),
    minReplicas: Math.max(1, min),
    maxReplicas: numberOf(at(scaled, 'spec', 'maxReplicaCount'), 100),
    metrics: triggers.map((trigger) => trigger.spec),
  }
  const annotations = Object.fromEntries(
    triggers.flatMap(({ metric, value }) =>
      metric === undefined ? [] : [[`${externalMetricPrefix}${metric}`, String(value)]],
    ),
  )
  const existing = context.store.get({ resource: autoscalers, namespace, name })
  if (existing === undefined) {
    const own = {
      'app.kubernetes.io/managed-by': 'keda-operator',
      'scaledobject.keda.sh/name': scaled.metadata.name,
    }
    await writes.create({
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: {
        name,
        namespace,
        labels: { ...labels, ...own },
        annotations,
        ownerReferences: [controllerReference(scaled)],
      },
      spec,
    })
    return
  }
  const before = objectOf(existing['spec'])
  const isSame = Object.entries(spec).every(([field, value]) => equal(before[field], value))
  if (isSame && equal(existing.metadata.annotations ?? {}, annotations)) return
  await writes.update(existing, (draft) => {
    draft['spec'] = { ...before, ...spec }
    draft.metadata.annotations = annotations
  })
}

interface Activity {
  scaled: KubeObject
  target: KubeObject
  isActive: boolean
}

/** Starts a target that sleeps, and lets one sleep whose triggers have been inactive for long enough. */
async function startOrStop({ scaled, target, isActive }: Activity, control: Control): Promise<void> {
  const min = numberOf(at(scaled, 'spec', 'minReplicaCount'), 0)
  const replicas = numberOf(at(target, 'spec', 'replicas'), 0)
  if (isActive && replicas === 0) await control.writes.updateScale(target, Math.max(1, min))
  if (isActive || replicas === 0 || min > 0) return
  const lastActive = Date.parse(stringOf(at(scaled, 'status', 'lastActiveTime')))
  const cooldown = numberOf(at(scaled, 'spec', 'cooldownPeriod'), 300) * 1000
  const remaining = Number.isNaN(lastActive) ? 0 : lastActive + cooldown - control.context.now().getTime()
  if (remaining > 0) control.enqueueAfter(keyOf(scaled), remaining)
  else await control.writes.updateScale(target, 0)
}

async function report(
  scaled: KubeObject,
  { context, writes }: Control,
  next: readonly Condition[],
  fields: JsonObject = {},
): Promise<void> {
  const before = objectOf(scaled['status'])
  const now = timestamp(context.now())
  // Only withCondition writes the conditions of these objects.
  let conditions = (before['conditions'] ?? []) as unknown as Condition[]
  for (const condition of next) conditions = withCondition(conditions, condition, now)
  const { lastActiveTime, ...others } = fields
  const status: JsonObject = { ...before, ...others, conditions }
  const isSame =
    equal(before, status) && (lastActiveTime === undefined) === (before['lastActiveTime'] === undefined)
  if (isSame) return
  await writes.updateStatus(scaled, (draft) => {
    draft['status'] = lastActiveTime === undefined ? status : { ...status, lastActiveTime }
  })
}
