import type { ReactElement } from 'react'
import type { Client } from '../../../../client-sdk/index.ts'
import { useLoaded } from '../../data/load.ts'
import { parseMetrics, type Metrics } from '../../data/metrics.ts'
import { ageOf } from '../../data/units.ts'
import { Card, Failed, PaddedSkeleton } from '../../parts/basics.tsx'
import { Tag } from '../../parts/status.tsx'
import { controlPlaneText as text } from '../../texts/control-plane.ts'

/** The figures of the server that this page talks to. */
export function Numbers({ round }: { round: number }): ReactElement {
  const { value, error } = useLoaded(`metrics ${round}`, readMetrics)
  if (value === undefined && error !== undefined) return <Failed error={error} />
  return (
    <Card title={text.numbers} flush>
      {value === undefined ? (
        <PaddedSkeleton lines={6} />
      ) : (
        <ul className="rows">
          {factsOf(value).map(({ label, value: shown, help, isBad }) => (
            <li key={label}>
              <div className="grow">
                <p>{label}</p>
                {help !== undefined && <p className="soft small">{help}</p>}
              </div>
              {isBad ? <Tag tone="warn">{shown}</Tag> : <span className="mono">{shown}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The release, the features and the limits of that server. */
export function Release({
  info: { version, features, limits },
}: {
  info: Awaited<ReturnType<Client['serverInfo']>>
}): ReactElement {
  return (
    <Card title={text.release}>
      <dl className="facts">
        <dt>{text.release}</dt>
        <dd>{version}</dd>
        {features.length > 0 && (
          <>
            <dt>{text.features}</dt>
            <dd>{features.join(', ').toLowerCase().replaceAll('_', ' ')}</dd>
          </>
        )}
        <dt>{text.limits}</dt>
        <dd>{text.limitsText(limits.documents, limits.pageSize)}</dd>
      </dl>
    </Card>
  )
}

async function readMetrics(signal: AbortSignal): Promise<Metrics> {
  const response = await fetch('/metrics', { signal })
  if (!response.ok) throw new Error(`the server responded to /metrics with status ${response.status}`)
  return parseMetrics(await response.text())
}

interface Fact {
  label: string
  value: string
  help?: string
  isBad: boolean
}

function factsOf(metrics: Metrics): Fact[] {
  const sum = (name: string): number =>
    (metrics.get(name) ?? []).reduce((total, { value }) => total + value, 0)
  const silent = (metrics.get('qleet_module_responds') ?? []).filter(({ value }) => value === 0).length
  const whole = new Intl.NumberFormat('en')
  const [relay, resync, quarantined] = [
    sum('qleet_relay_lag_seconds'),
    sum('qleet_resync_lag_seconds'),
    sum('qleet_objects_quarantined'),
  ]
  return [
    { label: text.relayLag, value: ageOf(relay), help: text.relayLagHelp, isBad: relay > 5 },
    { label: text.resyncLag, value: ageOf(resync), help: text.resyncLagHelp, isBad: resync > 60 },
    {
      label: text.quarantined,
      value: whole.format(quarantined),
      help: text.quarantinedHelp,
      isBad: quarantined > 0,
    },
    { label: text.notifications, value: whole.format(sum('qleet_notifications_pending')), isBad: false },
    { label: text.modules, value: whole.format(silent), isBad: silent > 0 },
    { label: text.log, value: whole.format(sum('qleet_change_log_rows')), isBad: false },
  ]
}
