import type { Pool } from 'pg'
import { deliveryNumbers, type Percentiles } from '../schema/delivery/numbers.ts'
import type { RolloutRecord } from '../schema/delivery/rollouts.ts'
import { respondsInTime } from '../process/health.ts'
import type { Metrics, Series } from '../telemetry/metrics.ts'
import { run, type Statement } from './store/sql.ts'

const labels = ['project', 'application', 'environment'] as const

const gauges = {
  qleet_delivery_deployments: 'Deployments of an application in the last 30 days',
  qleet_delivery_failures: 'Changes of an application that failed in the last 30 days',
  qleet_delivery_open_failures:
    'Failed changes of the last 30 days from which the environment has not recovered',
  qleet_delivery_lead_p50_seconds: 'Median time from commit to healthy in the last 30 days',
  qleet_delivery_lead_p90_seconds: '90th percentile of the time from commit to healthy in the last 30 days',
  qleet_delivery_recovery_p50_seconds: 'Median time to recover from a failed change in the last 30 days',
  qleet_delivery_recovery_p90_seconds: '90th percentile of that time in the last 30 days',
} as const

/** Milliseconds of the period. */
const period = 30 * 86_400_000

/** The applications and environments that are shown, the first ones that were made: more would make scrapes slow. */
const mostStages = 500

interface StageRow {
  project: string
  application: string
  environment: string
  rollouts: RolloutRecord[]
}

/** Registers the numbers of delivery of each application and environment, which any server reads from the database. */
export function addDeliveryMetrics(metrics: Metrics, pool: Pool): void {
  metrics.measuredSeries(gauges, labels, async () => {
    const found = run<StageRow>(pool, findRollouts, [mostStages])
    if (!(await respondsInTime(found))) throw new Error('the database is unavailable')
    const from = Date.now() - period
    return (await found).flatMap((row) => seriesOf(row, from))
  })
}

type NumberSeries = Series<keyof typeof gauges, (typeof labels)[number]>

function seriesOf({ project, application, environment, rollouts }: StageRow, from: number): NumberSeries[] {
  const { deployments, failures, open, leadTime, recoveryTime } = deliveryNumbers(rollouts, from)
  const of = (name: keyof typeof gauges, value: number): NumberSeries => ({
    name,
    labels: { project, application, environment },
    value,
  })
  const durations = (name: 'lead' | 'recovery', times: Percentiles | undefined): NumberSeries[] =>
    times === undefined
      ? []
      : [
          of(`qleet_delivery_${name}_p50_seconds`, times.p50),
          of(`qleet_delivery_${name}_p90_seconds`, times.p90),
        ]
  return [
    of('qleet_delivery_deployments', deployments),
    of('qleet_delivery_failures', failures),
    of('qleet_delivery_open_failures', open),
    ...durations('lead', leadTime),
    ...durations('recovery', recoveryTime),
  ]
}

const findRollouts: Statement = {
  name: 'find-rollouts',
  text: `
  SELECT project.name AS project, stage.spec ->> 'application' AS application, stage.spec ->> 'environment' AS environment,
    coalesce(stage.status -> 'outputs' -> 'rollouts', '[]') AS rollouts
  FROM "Object" stage JOIN "Object" project ON project.id = stage."projectId"
  WHERE stage.kind = 'Stage' ORDER BY stage.id LIMIT $1`,
}
