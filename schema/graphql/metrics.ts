import { MetricSample, metricsSources, type MetricsQuery, type Usage } from '../cluster-queries.ts'
import { invalidInput, shownValue, type FieldError } from '../errors.ts'
import { defined } from '../defined.ts'
import { builder } from './builder.ts'
import { costOfClusterQuery, idsOf } from './cluster-queries.ts'
import { enumOf } from './enums.ts'
import { ObjectType } from './object.ts'
import { outputType } from './zod-fields.ts'

/* The usage of CPU and memory by objects, as their clusters measure it. */

const MetricsSource = enumOf('MetricsSource', metricsSources, {
  description: 'The sources of metrics.',
  descriptions: ['The metrics API of the cluster, which metrics-server provides.', 'Prometheus.'],
})

const SampleType = outputType('MetricSample', MetricSample, 'A measured usage of CPU and memory.')

/** What a container, a pod, a node or an object as a whole uses. */
interface Measured {
  cpu: number | null
  memory: number | null
}

interface MeasuredContainer extends Measured {
  name: string
  samples: readonly MetricSample[]
}

interface MeasuredPod extends Measured {
  namespace: string
  name: string
  containers: MeasuredContainer[]
}

interface MeasuredNode extends Measured {
  name: string
  allocatableCpu: number | null
  allocatableMemory: number | null
  samples: readonly MetricSample[]
}

interface ObjectMetrics extends Measured {
  source: Usage['source'] | null
  pods: MeasuredPod[]
  nodes: MeasuredNode[]
}

const notMeasured = 'Null if it is not measured now.'

const samplesDescription = 'The samples of the period, the oldest first. Empty without `since`.'

const ContainerMetricsType = builder.objectRef<MeasuredContainer>('ContainerMetrics').implement({
  description: 'The usage of a container.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the container.' }),
    cpu: t.exposeFloat('cpu', { nullable: true, description: `The used cores. ${notMeasured}` }),
    memory: t.exposeFloat('memory', { nullable: true, description: `The used bytes. ${notMeasured}` }),
    samples: t.field({
      type: [SampleType],
      description: samplesDescription,
      resolve: ({ samples }) => samples as unknown as string[],
    }),
  }),
})

const PodMetricsType = builder.objectRef<MeasuredPod>('PodMetrics').implement({
  description: 'The usage of a pod.',
  fields: (t) => ({
    namespace: t.exposeString('namespace', { description: 'The namespace of the pod.' }),
    name: t.exposeString('name', { description: 'The name of the pod.' }),
    cpu: t.exposeFloat('cpu', { nullable: true, description: `The used cores. ${notMeasured}` }),
    memory: t.exposeFloat('memory', { nullable: true, description: `The used bytes. ${notMeasured}` }),
    containers: t.field({
      type: [ContainerMetricsType],
      description: 'The usage of its containers.',
      resolve: ({ containers }) => containers,
    }),
  }),
})

const NodeMetricsType = builder.objectRef<MeasuredNode>('NodeMetrics').implement({
  description: 'The usage of a node.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the node.' }),
    cpu: t.exposeFloat('cpu', { nullable: true, description: `The used cores. ${notMeasured}` }),
    memory: t.exposeFloat('memory', { nullable: true, description: `The used bytes. ${notMeasured}` }),
    allocatableCpu: t.exposeFloat('allocatableCpu', {
      nullable: true,
      description: 'The cores that pods can use. Null if they are unknown.',
    }),
    allocatableMemory: t.exposeFloat('allocatableMemory', {
      nullable: true,
      description: 'The bytes that pods can use. Null if they are unknown.',
    }),
    samples: t.field({
      type: [SampleType],
      description: samplesDescription,
      resolve: ({ samples }) => samples as unknown as string[],
    }),
  }),
})

const ObjectMetricsType = builder.objectRef<ObjectMetrics>('ObjectMetrics').implement({
  description: 'The usage of CPU and memory by the pods of an object, or by the nodes of a runtime.',
  fields: (t) => ({
    source: t.field({
      type: MetricsSource,
      nullable: true,
      description: 'The source of the metrics. Null if there is nothing to measure.',
      resolve: ({ source }) => source,
    }),
    cpu: t.exposeFloat('cpu', { nullable: true, description: `The used cores in total. ${notMeasured}` }),
    memory: t.exposeFloat('memory', {
      nullable: true,
      description: `The used bytes in total. ${notMeasured}`,
    }),
    pods: t.field({
      type: [PodMetricsType],
      description: 'The usage by pod, in the order of their names. Empty for a runtime.',
      resolve: ({ pods }) => pods,
    }),
    nodes: t.field({
      type: [NodeMetricsType],
      description: 'The usage by node, for a runtime. Empty for other objects.',
      resolve: ({ nodes }) => nodes,
    }),
  }),
})

interface MetricsArguments {
  since?: Date | null | undefined
  until?: Date | null | undefined
  step?: number | null | undefined
}

/** The number of samples of a period if no interval is given, and the most that a series may have. */
const samples = { usual: 100, most: 1000 }
/** The most samples of a response. */
const maxSamples = 100_000
/** Seconds between two samples at least: kubelets are not measured more often. */
const minStep = 15

function periodOf({ since, until, step }: MetricsArguments): MetricsQuery['period'] {
  const now = new Date()
  if (since == null) {
    const given = until != null ? 'until' : step != null ? 'step' : undefined
    if (given === undefined) return undefined
    throw refused({ path: given, code: 'FORBIDDEN', message: 'requires since', remedy: 'Set since as well.' })
  }
  const end = until ?? now
  const seconds = (end.getTime() - since.getTime()) / 1000
  if (seconds <= 0) {
    const message = until == null ? 'is in the future' : 'is not before until'
    throw refused({ path: 'since', code: 'OUT_OF_RANGE', message, remedy: 'Set an earlier time.' })
  }
  if (step != null && (step < minStep || seconds / step > samples.most)) {
    const least = Math.max(minStep, Math.ceil(seconds / samples.most))
    const message = `must be at least ${least} for this period`
    const remedy = 'Omit it for about a hundred samples.'
    throw refused({ path: 'step', code: 'OUT_OF_RANGE', message, value: shownValue(step), remedy })
  }
  const usual = Math.max(minStep, Math.ceil(seconds / samples.usual))
  return { since: since.toISOString(), until: end.toISOString(), step: step ?? usual }
}

function refused(error: FieldError): Error {
  return invalidInput([error])
}

builder.interfaceField(ObjectType, 'metrics', (t) =>
  t.field({
    type: ObjectMetricsType,
    nullable: true,
    subGraphs: ['clients'],
    authScopes: { verb: 'operate' },
    complexity: costOfClusterQuery,
    description:
      'The usage of CPU and memory by the pods of the object, or by the nodes of a runtime: now, from the metrics API of the ' +
      'cluster or else from Prometheus; with `since` now and in a period, from Prometheus. Fails with `UNSUPPORTED` if the ' +
      'cluster has no source, and with `UNAVAILABLE` if no worker or the cluster does not respond.',
    args: {
      since: t.arg({
        type: 'DateTime',
        description: 'Return the samples since this time. Default: only the current usage.',
      }),
      until: t.arg({ type: 'DateTime', description: 'The end of the period. Default: now.' }),
      step: t.arg.int({
        description: 'The seconds between two samples. Default: so many that there are about a hundred.',
      }),
    },
    resolve: async (object, args, context) => {
      const of = object.kind === 'KubernetesRuntimeInstance' ? 'nodes' : 'pods'
      const query = {
        about: 'metrics',
        of,
        ...(await idsOf(object, context)),
        ...defined({ period: periodOf(args) }),
      } as const
      const usages: Usage[] = []
      let count = 0
      for await (const part of context.queryWorkers(query)) {
        usages.push(...part)
        count += part.reduce((sum, usage) => sum + usage.samples.length, 0)
        if (count > maxSamples) {
          const message = `leads to more than ${maxSamples.toLocaleString('en')} samples`
          const remedy = 'Shorten the period, or raise step.'
          throw refused({ path: 'since', code: 'TOO_MANY', message, remedy })
        }
      }
      return metricsOf(usages)
    },
  }),
)

function metricsOf(usages: readonly Usage[]): ObjectMetrics {
  const containers = usages.flatMap(({ container, current, samples: past }) =>
    container === undefined ? [] : [{ ...container, ...currentOf(current), samples: past }],
  )
  const pods = [...Map.groupBy(containers, ({ namespace, pod }) => `${namespace}/${pod}`).values()].flatMap(
    (own) => {
      const [first] = own
      if (first === undefined) return []
      return [
        { namespace: first.namespace, name: first.pod, ...totalOf(own), containers: own.toSorted(byName) },
      ]
    },
  )
  const nodes = usages.flatMap(({ node, current, samples: past }) =>
    node === undefined
      ? []
      : [
          {
            name: node.name,
            ...currentOf(current),
            allocatableCpu: node.cpu ?? null,
            allocatableMemory: node.memory ?? null,
            samples: past,
          },
        ],
  )
  return {
    source: usages[0]?.source ?? null,
    ...totalOf([...pods, ...nodes]),
    pods: pods.toSorted(byName),
    nodes: nodes.toSorted(byName),
  }
}

function currentOf(sample: MetricSample | undefined): Measured {
  return { cpu: sample?.cpu ?? null, memory: sample?.memory ?? null }
}

function totalOf(all: readonly Measured[]): Measured {
  const sum = (field: keyof Measured): number | null => {
    const values = all.flatMap((each) => each[field] ?? [])
    return values.length === 0 ? null : values.reduce((total, each) => total + each, 0)
  }
  return { cpu: sum('cpu'), memory: sum('memory') }
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1
}
