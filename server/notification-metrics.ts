import type { Pool } from 'pg'
import { respondsInTime } from '../process/health.ts'
import type { Metrics, Series } from '../telemetry/metrics.ts'
import { run, type Statement } from './store/sql.ts'

const labels = ['project', 'channel'] as const

const gauges = {
  qleet_notifications_pending: 'Notifications of a channel that wait to be sent',
  qleet_notifications_oldest_seconds: 'Age of the oldest of them',
  qleet_notifications_sent: 'Notifications of a channel that were sent in the last seven days',
  qleet_notifications_dropped:
    'Notifications of a channel that were dropped in the last seven days because its sink did not accept them within a day',
} as const

/** The channels that are shown, the first ones that were made: more would make scrapes slow. */
const mostChannels = 500

type Row = Record<'pending' | 'oldest' | 'sent' | 'dropped', number> & Record<(typeof labels)[number], string>

/** Registers the numbers of each notification channel, which any server reads from the database. */
export function addNotificationMetrics(metrics: Metrics, pool: Pool): void {
  metrics.measuredSeries(gauges, labels, async () => {
    const found = run<Row>(pool, measure, [mostChannels])
    if (!(await respondsInTime(found))) throw new Error('the database is unavailable')
    return (await found).flatMap(seriesOf)
  })
}

type NotificationSeries = Series<keyof typeof gauges, (typeof labels)[number]>

function seriesOf({ project, channel, pending, oldest, sent, dropped }: Row): NotificationSeries[] {
  const of = (name: keyof typeof gauges, value: number): NotificationSeries => ({
    name,
    labels: { project, channel },
    value,
  })
  return [
    of('qleet_notifications_pending', pending),
    of('qleet_notifications_oldest_seconds', oldest),
    of('qleet_notifications_sent', sent),
    of('qleet_notifications_dropped', dropped),
  ]
}

const measure: Statement = {
  name: 'measure-notifications',
  text: `
  WITH channel AS (
    SELECT id, name, "projectId" FROM "Object" WHERE kind = 'NotificationChannel' ORDER BY id LIMIT $1
  )
  SELECT project.name AS project, channel.name AS channel,
    count(each.id) FILTER (WHERE "sentAt" IS NULL AND "droppedAt" IS NULL)::float8 AS pending,
    coalesce(extract(epoch FROM now() - min(each."createdAt") FILTER (WHERE "sentAt" IS NULL AND "droppedAt" IS NULL)), 0)::float8
      AS oldest,
    count(each.id) FILTER (WHERE "sentAt" > now() - interval '7 days')::float8 AS sent,
    count(each.id) FILTER (WHERE "droppedAt" > now() - interval '7 days')::float8 AS dropped
  FROM channel JOIN "Object" project ON project.id = channel."projectId"
    LEFT JOIN "Notification" each ON each."channelId" = channel.id
  GROUP BY project.name, channel.name, channel.id ORDER BY channel.id`,
}
