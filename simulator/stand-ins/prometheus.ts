import type { BackendRequest, ClusterContext, ServiceBackend } from '../context.ts'
import type { JsonObject } from '../json.ts'
import { recordedRuns, recorderOf, type RecordedRun } from './recorded-runs.ts'
import { selectorOf } from './selector.ts'
import { isRunning } from './stand-in.ts'

/*
 * A stand-in of Prometheus: its HTTP API for the CPU and the memory of simulated containers while it ran, and for the labels of
 * their pods. https://prometheus.io/docs/prometheus/latest/querying/api/
 */

const controller = 'prometheus'

/** Records what containers use. */
export const prometheusRecorder = recorderOf({ controller, requires: [controller] })

export const prometheusBackend: ServiceBackend = {
  controller,
  isRunning: (context) => isRunning(controller, context),
  respond: (context, request) => {
    if (request.path === '/api/v1/query') return query(context, request)
    if (request.path === '/api/v1/query_range') return queryRange(context, request)
    if (request.path === '/api/v1/series') return series(context, request)
    return refusal(404, 'not_found', 'the stand-in of Prometheus does not have this endpoint')
  },
}

type Sample = Readonly<Record<string, string>>

/** A sum over series: `sum by (pod) (rate(container_cpu_usage_seconds_total{namespace="shop"}[5m]))`. */
interface Sum {
  by: readonly string[]
  valueOf: (run: RecordedRun) => number
  isSelected: (labels: Sample) => boolean
}

const values: Readonly<Record<string, (run: RecordedRun) => number>> = {
  container_cpu_usage_seconds_total: ({ cpu }) => cpu,
  container_memory_working_set_bytes: ({ memory }) => memory,
}

const sumPattern = /^sum by \(([\w, ]+)\) \((rate\()?(\w+)(\{.*\})(\[\w+\]\))?\)$/s

function parseSum(text: string): Sum | undefined {
  const [, by = '', rate, metric = '', selector = '', range] = sumPattern.exec(text) ?? []
  const [valueOf, isSelected] = [values[metric], selectorOf(selector)]
  const isRate = rate !== undefined
  if (valueOf === undefined || isSelected === undefined || isRate !== (range !== undefined)) return undefined
  if (isRate !== metric.endsWith('_total')) return undefined
  return { by: by.split(',').map((each) => each.trim()), valueOf, isSelected }
}

/** Returns the labels of a series of a container, or of its node as a whole. */
function labelsOf({ namespace, pod, container, node }: RecordedRun): Sample[] {
  return [
    { namespace, pod, container, node, id: `/kubepods/${pod}/${container}` },
    { node, id: '/' },
  ]
}

/** Returns the values of a sum at a time, by the labels of each group. */
function evaluate(
  { by, valueOf, isSelected }: Sum,
  runs: readonly RecordedRun[],
  time: number,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const run of runs) {
    if (run.start > time || (run.end !== undefined && run.end < time)) continue
    for (const labels of labelsOf(run).filter(isSelected)) {
      const key = JSON.stringify(
        Object.fromEntries(
          by.flatMap((label) => (labels[label] === undefined ? [] : [[label, labels[label]]])),
        ),
      )
      sums.set(key, (sums.get(key) ?? 0) + valueOf(run))
    }
  }
  return sums
}

const unsupported = 'the stand-in of Prometheus answers only sums of the CPU and the memory of containers'

function query(context: ClusterContext, request: BackendRequest) {
  const sum = parseSum(request.query.get('query') ?? '')
  if (sum === undefined) return refusal(400, 'bad_data', unsupported)
  const now = context.now().getTime()
  const time = timeOf(request, 'time', now)
  const result = [...evaluate(sum, recordedRuns(controller, context), time)].map(([labels, value]) => ({
    metric: JSON.parse(labels) as JsonObject,
    value: [time / 1000, String(value)],
  }))
  return success({ resultType: 'vector', result })
}

/** The most samples of a series, as in Prometheus. */
const maxSamples = 11_000

function queryRange(context: ClusterContext, request: BackendRequest) {
  const sum = parseSum(request.query.get('query') ?? '')
  if (sum === undefined) return refusal(400, 'bad_data', unsupported)
  const now = context.now().getTime()
  const [start, end] = [timeOf(request, 'start', now), timeOf(request, 'end', now)]
  const step = Number(request.query.get('step') ?? 60) * 1000
  if (!(step > 0) || (end - start) / step > maxSamples)
    return refusal(400, 'bad_data', 'exceeded maximum resolution of 11,000 points per timeseries')
  const runs = recordedRuns(controller, context)
  const series = new Map<string, [number, string][]>()
  for (let time = start; time <= end; time += step)
    for (const [labels, value] of evaluate(sum, runs, time))
      series.set(labels, [...(series.get(labels) ?? []), [time / 1000, String(value)]])
  const result = [...series].map(([labels, samples]) => ({
    metric: JSON.parse(labels) as JsonObject,
    values: samples,
  }))
  return success({ resultType: 'matrix', result })
}

/** Returns the labels of the pods that existed in a period, as kube-state-metrics has them. */
function series(context: ClusterContext, request: BackendRequest) {
  const [, selector = ''] = /^kube_pod_labels(\{.*\})$/s.exec(request.query.get('match[]') ?? '') ?? []
  const isSelected = selectorOf(selector)
  if (isSelected === undefined)
    return refusal(400, 'bad_data', 'the stand-in of Prometheus has only the series kube_pod_labels')
  const now = context.now().getTime()
  const [start, end] = [timeOf(request, 'start', 0), timeOf(request, 'end', now)]
  const found = recordedRuns(controller, context)
    .filter((run) => run.start <= end && (run.end ?? now) >= start)
    .map(({ namespace, pod, labels }) => ({
      __name__: 'kube_pod_labels',
      namespace,
      pod,
      label_qleet_io_object_id: labels['qleet.io/object-id'] ?? '',
    }))
    .filter((labels) => isSelected(labels))
  return success(
    [...new Set(found.map((each) => JSON.stringify(each)))].map((each) => JSON.parse(each) as JsonObject),
  )
}

function timeOf({ query }: BackendRequest, name: string, otherwise: number): number {
  const text = query.get(name) ?? ''
  if (text === '') return otherwise
  return /^[\d.]+$/.test(text) ? Number(text) * 1000 : Date.parse(text)
}

function success(data: JsonObject | JsonObject[]): { code: number; body: JsonObject } {
  return { code: 200, body: { status: 'success', data } }
}

function refusal(code: number, errorType: string, error: string): { code: number; body: JsonObject } {
  return { code, body: { status: 'error', errorType, error } }
}
