import { useEffect, useState, type ReactElement } from 'react'
import { client } from '../data/session.ts'
import { useLoaded } from '../data/load.ts'
import { parseMetrics, type Metrics } from '../data/metrics.ts'
import { ageOf, bytesText } from '../data/units.ts'
import { Card, Failed, PageHead, Skeleton } from '../parts/basics.tsx'
import { Tag } from '../parts/status.tsx'
import { text } from '../text.ts'

/** The milliseconds after which the numbers are read again. */
const pace = 5000

/** How the control plane itself is doing. */
export default function ControlPlanePage(): ReactElement {
  const [round, setRound] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setRound((before) => before + 1), pace)
    return () => clearInterval(timer)
  }, [])
  const info = useLoaded('info', () => client.serverInfo())
  const health = useLoaded(`health ${round}`, readHealth)
  const metrics = useLoaded(`metrics ${round}`, readMetrics)
  const { version, features = [], limits } = info.value ?? {}
  return (
    <div className="page">
      <PageHead title={text.controlPlane.title} note={text.controlPlane.note}>
        {health.value !== undefined && (
          <Tag tone={health.value.isReady ? 'good' : 'bad'}>
            {health.value.isReady ? text.controlPlane.ready : text.controlPlane.notReady}
          </Tag>
        )}
      </PageHead>
      {info.error !== undefined && <Failed error={info.error} />}
      {metrics.error !== undefined && metrics.value === undefined && <Failed error={metrics.error} />}
      {health.value !== undefined && health.value.problems.length > 0 && (
        <Card title={text.controlPlane.problems}>
          <ul>
            {health.value.problems.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={text.controlPlane.numbers} flush>
        {metrics.value === undefined ? (
          <div className="padded">
            <Skeleton lines={6} />
          </div>
        ) : (
          <ul className="rows">
            {factsOf(metrics.value).map(({ label, value, help, isBad }) => (
              <li key={label}>
                <div className="grow">
                  <p>{label}</p>
                  {help !== undefined && <p className="soft small">{help}</p>}
                </div>
                {isBad ? <Tag tone="warn">{value}</Tag> : <span className="mono">{value}</span>}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={text.controlPlane.release}>
        <dl className="facts">
          <dt>{text.controlPlane.release}</dt>
          <dd>{version}</dd>
          <dt>{text.controlPlane.features}</dt>
          <dd>{features.join(', ').toLowerCase().replaceAll('_', ' ')}</dd>
          <dt>{text.controlPlane.limits}</dt>
          <dd>
            {limits === undefined ? '' : text.controlPlane.limitsText(limits.documents, limits.pageSize)}
          </dd>
        </dl>
      </Card>
    </div>
  )
}

interface Health {
  isReady: boolean
  problems: readonly string[]
}

async function readHealth(signal: AbortSignal): Promise<Health> {
  const response = await fetch('/readyz', { signal, headers: { accept: 'application/json' } })
  const body: unknown = await response.json().catch(() => undefined)
  const failed =
    typeof body === 'object' && body !== null
      ? Object.entries(body).flatMap(([name, value]) =>
          typeof value === 'string' && value !== 'ok' && value !== 'ready' ? [`${name}: ${value}`] : [],
        )
      : []
  return { isReady: response.ok, problems: response.ok ? [] : failed }
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
  const t = text.controlPlane
  const [relay, resync, quarantined] = [
    sum('qleet_relay_lag_seconds'),
    sum('qleet_resync_lag_seconds'),
    sum('qleet_objects_quarantined'),
  ]
  return [
    { label: t.relayLag, value: ageOf(relay), help: t.relayLagHelp, isBad: relay > 5 },
    { label: t.resyncLag, value: ageOf(resync), help: t.resyncLagHelp, isBad: resync > 60 },
    {
      label: t.quarantined,
      value: whole.format(quarantined),
      help: t.quarantinedHelp,
      isBad: quarantined > 0,
    },
    { label: t.notifications, value: whole.format(sum('qleet_notifications_pending')), isBad: false },
    { label: t.modules, value: whole.format(silent), isBad: silent > 0 },
    { label: t.log, value: whole.format(sum('qleet_change_log_rows')), isBad: false },
    { label: t.memory, value: bytesText(sum('process_resident_memory_bytes')), isBad: false },
  ]
}
