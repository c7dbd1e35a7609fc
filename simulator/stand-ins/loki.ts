import type { BackendRequest, ClusterContext, ServiceBackend } from '../context.ts'
import type { JsonObject } from '../json.ts'
import { firstLineSince, lastLine, lineOf } from '../objects/log-lines.ts'
import { recordedRuns, recorderOf, type RecordedRun } from './recorded-runs.ts'
import { selectorOf } from './selector.ts'
import { isRunning } from './stand-in.ts'

/*
 * A stand-in of Loki: its HTTP API for what simulated containers have written while it and the collector ran.
 * https://grafana.com/docs/loki/latest/reference/loki-http-api/
 */

const controller = 'loki'

/** Records what containers write. */
export const lokiRecorder = recorderOf({ controller, requires: [controller, 'log-collector'] })

export const lokiBackend: ServiceBackend = {
  controller,
  isRunning: (context) => isRunning(controller, context),
  respond: (context, request) => {
    if (request.path === '/loki/api/v1/query_range') return queryRange(context, request)
    if (request.path === '/loki/api/v1/series') return series(context, request)
    if (request.path === '/ready') return { code: 200, body: { status: 'ready' } }
    return { code: 404, body: { status: 'error', error: 'the stand-in of Loki does not have this endpoint' } }
  },
}

interface Period {
  /** Milliseconds since 1970, the end excluded. */
  start: number
  end: number
}

function periodOf({ query }: BackendRequest, now: number): Period {
  const time = (name: string, otherwise: number): number => {
    const text = query.get(name) ?? ''
    if (text === '') return otherwise
    return /^\d+$/.test(text) ? Math.ceil(Number(text) / 1e6) : Date.parse(text)
  }
  const end = time('end', now)
  return { start: time('start', end - 3_600_000), end }
}

function labelsOf({ namespace, pod, container, node, labels, isInit }: RecordedRun): Record<string, string> {
  const objectId = labels['qleet.io/object-id']
  return {
    namespace,
    pod,
    container,
    node,
    ...(isInit ? { init: 'true' } : {}),
    ...(objectId === undefined ? {} : { qleet_object_id: objectId }),
  }
}

function queryRange(context: ClusterContext, request: BackendRequest): { code: number; body: JsonObject } {
  const { query } = request
  const isSelected = selectorOf(query.get('query') ?? '')
  if (isSelected === undefined)
    return badRequest('the stand-in of Loki answers only selectors, without filters')
  const limit = Number(query.get('limit') ?? 100)
  const isBackward = query.get('direction') !== 'forward'
  const now = context.now().getTime()
  const { start, end } = periodOf(request, now)
  const lines = recordedRuns(controller, context)
    .filter((run) => isSelected(labelsOf(run)))
    .flatMap((run) => {
      const [first, last] = [
        firstLineSince(run, start),
        Math.min(lastLine(run, now), firstLineSince(run, end) - 1),
      ]
      const count = Math.max(0, Math.min(limit, last - first + 1))
      const from = isBackward ? last - count + 1 : first
      return Array.from({ length: count }, (_, index) => ({ run, ...lineOf(run, from + index) }))
    })
    .toSorted((one, other) => (isBackward ? other.time - one.time : one.time - other.time))
    .slice(0, limit)
  const streams = Map.groupBy(lines, ({ run }) => JSON.stringify(labelsOf(run)))
  return {
    code: 200,
    body: {
      status: 'success',
      data: {
        resultType: 'streams',
        result: [...streams].map(([labels, own]) => ({
          stream: JSON.parse(labels) as JsonObject,
          values: own.map(({ time, text }) => [`${time}000000`, text]),
        })),
        stats: {},
      },
    },
  }
}

function series(context: ClusterContext, request: BackendRequest): { code: number; body: JsonObject } {
  const isSelected = selectorOf(request.query.get('match[]') ?? '')
  if (isSelected === undefined) return badRequest('match[] is missing or no selector')
  const now = context.now().getTime()
  const { start, end } = periodOf(request, now)
  const found = recordedRuns(controller, context).filter(
    (run) => isSelected(labelsOf(run)) && run.start < end && (run.end ?? now) >= start,
  )
  const data = [...new Set(found.map((run) => JSON.stringify(labelsOf(run))))].map(
    (each) => JSON.parse(each) as JsonObject,
  )
  return { code: 200, body: { status: 'success', data } }
}

function badRequest(error: string): { code: number; body: JsonObject } {
  return { code: 400, body: { status: 'error', errorType: 'bad_data', error } }
}
