import { z } from 'zod'
import { shownValue, type FieldError } from './errors.ts'
import type { ResourceIdentity } from './manifests.ts'
import type { SupportService } from './support-services.ts'
import { unknownNameError } from './names-in-lists.ts'

/*
 * Autoscaling of the workloads of a definition: by CPU and memory as a HorizontalPodAutoscaler, or by events as a
 * ScaledObject of KEDA.
 */

const maxReplicas = 100_000

/** The average usage of a resource, as a percentage of its requests. */
function utilization(resource: string) {
  return z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .meta({
      description:
        `The target for the average ${resource} usage of the pods, as a percentage of what their containers request. ` +
        'All containers have to request some.',
    })
}

const Trigger = z.strictObject({
  type: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: 'The type of the event source, such as `kafka`, `prometheus` or `cron`.' }),
  metadata: z
    .record(z.string(), z.string({ error: 'must be a string: put it in quotes' }))
    .optional()
    .meta({ description: 'The settings of the event source, as in the documentation of KEDA.' }),
  authentication: z
    .strictObject({
      kind: z
        .enum(['TriggerAuthentication', 'ClusterTriggerAuthentication'], {
          error: 'must be TriggerAuthentication or ClusterTriggerAuthentication',
        })
        .optional()
        .meta({
          description: 'The kind of the object. Default: `TriggerAuthentication`.',
          enumName: 'TriggerAuthenticationKind',
          enumDescription: 'The kinds of objects with the credentials of triggers.',
          enumDescriptions: [
            'An object in the namespace of the workload.',
            'An object of the whole cluster.',
          ],
        }),
      name: z.string().min(1).max(253).meta({ description: 'The name of the object.' }),
    })
    .optional()
    .meta({ description: 'The object in the cluster with the credentials of the event source.' }),
})

export const Autoscaling = z.strictObject({
  workload: z.string().min(1).max(253).meta({
    description: 'The name of the Deployment, StatefulSet, ReplicaSet or ReplicationController to scale.',
  }),
  kind: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'The kind of the workload. Required if several have the name.' }),
  min: z
    .int()
    .min(0)
    .max(maxReplicas)
    .optional()
    .meta({ description: 'The minimum number of replicas. 0 requires triggers. Default: 1.' }),
  max: z.int().min(1).max(maxReplicas).meta({ description: 'The maximum number of replicas.' }),
  cpu: utilization('CPU'),
  memory: utilization('memory'),
  triggers: z
    .array(Trigger.meta({ description: 'An event source that scales a workload.' }))
    .min(1)
    .max(20)
    .optional()
    .meta({
      description:
        'The event sources that scale the workload. KEDA is installed in the runtime if it is missing.',
    }),
})
export type Autoscaling = z.infer<typeof Autoscaling>

/** Declares the spec field with the autoscaling of an application. */
export function autoscaling() {
  return z
    .array(Autoscaling.meta({ description: 'The autoscaling of one workload.' }))
    .max(50)
    .optional()
    .meta({
      description:
        'The workloads whose replicas follow their load. The number of replicas in `yamlDocument` is the initial one.',
    })
}

/** Kinds that can be scaled, with their groups. */
const scalable: Readonly<Record<string, string>> = {
  Deployment: 'apps',
  StatefulSet: 'apps',
  ReplicaSet: 'apps',
  ReplicationController: '',
}

/** Reports whether the replicas of a resource can be scaled. */
export function isScalable({ kind, group }: Pick<ResourceIdentity, 'kind' | 'group'>): boolean {
  return Object.hasOwn(scalable, kind) && scalable[kind] === group
}

/** Reports whether an entry scales a resource. */
export function scales(
  { workload, kind }: Pick<Autoscaling, 'workload' | 'kind'>,
  resource: Pick<ResourceIdentity, 'kind' | 'name'>,
): boolean {
  return resource.name === workload && (kind === undefined || kind === resource.kind)
}

/** Validates the autoscaling of a definition with its resources; undefined resources are not checked. */
export function autoscalingErrors(
  list: readonly Autoscaling[],
  path: string,
  resources: readonly ResourceIdentity[] | undefined,
): FieldError[] {
  return list.flatMap((entry, index) => {
    const at = `${path}[${index}]`
    const first = list.findIndex((other) => other.workload === entry.workload && other.kind === entry.kind)
    if (first < index) {
      const message = `is scaled by ${path}[${first}] already`
      const remedy = 'Merge the entries: a workload has one autoscaler.'
      return [
        { path: `${at}.workload`, code: 'DUPLICATE', message, value: shownValue(entry.workload), remedy },
      ]
    }
    return [...targetErrors(entry, at, resources ?? []), ...limitErrors(entry, at)]
  })
}

function targetErrors(
  entry: Autoscaling,
  path: string,
  resources: readonly ResourceIdentity[],
): FieldError[] {
  const named = resources.filter((resource) => scales(entry, resource))
  const [found, another] = named.filter(isScalable)
  const value = shownValue(entry.workload)
  const at = `${path}.workload`
  if (another !== undefined) {
    const message = `is the name of a ${found?.kind} and a ${another.kind}`
    return [{ path: at, code: 'CONFLICT', message, value, remedy: 'Set kind as well.' }]
  }
  if (found !== undefined || resources.length === 0) return []
  const [other] = named
  if (other === undefined) {
    const names = resources.filter(isScalable).map(({ name }) => name)
    const what = entry.kind === undefined ? 'a workload' : `a ${entry.kind}`
    return [
      unknownNameError(
        { path: at, name: entry.workload, message: `is not ${what} of the definition` },
        names,
      ),
    ]
  }
  const message = `is a ${other.kind}, which has no replicas to scale`
  const remedy = `Name a ${Object.keys(scalable)
    .join(', ')
    .replace(/, (\w+)$/, ' or $1')}.`
  return [{ path: at, code: 'NOT_SUPPORTED', message, value, remedy }]
}

function limitErrors({ min = 1, max, cpu, memory, triggers }: Autoscaling, path: string): FieldError[] {
  const errors: FieldError[] = []
  const add = (field: string, error: Omit<FieldError, 'path'>) =>
    errors.push({ path: `${path}.${field}`, ...error })
  if (min > max)
    add('min', {
      code: 'CONFLICT',
      message: `must not exceed max, which is ${max}`,
      value: String(min),
      remedy: 'Lower min, or raise max.',
    })
  if (min === 0 && triggers === undefined)
    add('min', {
      code: 'CONFLICT',
      message: 'can be 0 only with triggers, because pods that do not exist use no CPU and no memory',
      value: '0',
      remedy: 'Set 1 or more, or add a trigger.',
    })
  if (cpu === undefined && memory === undefined && triggers === undefined)
    add('cpu', {
      code: 'REQUIRED',
      message: 'is missing, and so are memory and triggers',
      remedy: 'Set at least one of cpu, memory and triggers.',
    })
  for (const [index, { type }] of (triggers ?? []).entries())
    if (type === 'cpu' || type === 'memory')
      add(`triggers[${index}].type`, {
        code: 'NOT_SUPPORTED',
        message: `must not be ${type}, which is a field of its own`,
        value: type,
        remedy: `Set ${type} of the entry instead.`,
      })
  return errors
}

/** Returns the support services that autoscaling needs in a runtime. */
export function servicesOfAutoscaling(list: readonly Autoscaling[]): SupportService[] {
  const needsMetrics = list.some(({ cpu, memory }) => cpu !== undefined || memory !== undefined)
  const needsEvents = list.some(({ triggers }) => triggers !== undefined)
  return [...(needsMetrics ? (['metrics'] as const) : []), ...(needsEvents ? (['autoscaling'] as const) : [])]
}
