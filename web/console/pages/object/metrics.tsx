import type { ReactElement } from 'react'
import { type AnyObject, type ObjectMetrics } from '../../../../client-sdk/index.ts'
import { isPlatformError } from '../../../../schema/errors.ts'
import { useLoaded } from '../../data/load.ts'
import { bytesText } from '../../data/units.ts'
import { client } from '../../data/session.ts'
import { Card, Prose, Skeleton } from '../../parts/basics.tsx'
import { text } from './text.ts'
import { useTick } from './use-tick.ts'

const hour = 3_600_000

/** What the pods of an object use, and have used in the last hour where that is recorded. */
export function Metrics({ object }: { object: AnyObject }): ReactElement | null {
  const tick = useTick(30_000)
  const { value, error, isLoading } = useLoaded(`${object.id} ${object.status.phase} ${tick}`, () =>
    readMetrics(object),
  )
  if (value === undefined && error === undefined && !isLoading) return null
  return (
    <Card title={text.metrics.title}>
      {value === undefined ? (
        error === undefined ? (
          <Skeleton lines={2} />
        ) : (
          <p className="soft small sentence">
            <Prose>{error.message}</Prose>
          </p>
        )
      ) : (
        <div className="cards">
          <Figure
            title={text.metrics.cpu}
            now={cpuText(value.cpu)}
            of={allocatableOf(value, 'allocatableCpu', cpuText)}
            samples={sumOf(value, 'cpu')}
          />
          <Figure
            title={text.metrics.memory}
            now={value.memory === null ? '–' : bytesText(value.memory)}
            of={allocatableOf(value, 'allocatableMemory', bytesText)}
            samples={sumOf(value, 'memory')}
          />
        </div>
      )}
    </Card>
  )
}

/** Returns the usage of the last hour; only the current one where nothing is recorded. */
async function readMetrics({ kind, name, projectName: project }: AnyObject): Promise<ObjectMetrics> {
  const target = { kind, name, project }
  try {
    return await client.objects.metrics(target, { since: new Date(Date.now() - hour), step: 60 })
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'UNSUPPORTED') throw error
    return client.objects.metrics(target)
  }
}

function Figure({
  title,
  now,
  of,
  samples,
}: {
  title: string
  now: string
  /** What there is. @default not known */
  of: string | undefined
  samples: readonly number[]
}): ReactElement {
  return (
    <div>
      <p className="soft small">{title}</p>
      <p>
        <span className="figure">{now}</span>
        {of !== undefined && <span className="soft small"> {text.metrics.of(of)}</span>}
      </p>
      {samples.length > 1 && <Spark title={`${title}, ${text.metrics.lastHour}`} samples={samples} />}
    </div>
  )
}

/** A line that shows how a number has changed. The text beside it says what it is now. */
function Spark({ title, samples }: { title: string; samples: readonly number[] }): ReactElement {
  const most = Math.max(...samples, Number.MIN_VALUE)
  const points = samples.map(
    (sample, index) =>
      `${((index / (samples.length - 1)) * 100).toFixed(2)} ${(46 - (sample / most) * 44).toFixed(2)}`,
  )
  const line = `M${points.join('L')}`
  return (
    <svg className="spark" viewBox="0 0 100 48" preserveAspectRatio="none" role="img" aria-label={title}>
      <path className="area" d={`${line}L100 48L0 48Z`} />
      <path className="line" d={line} />
    </svg>
  )
}

/** Returns the samples of all containers or nodes, added for each time. */
function sumOf({ pods, nodes }: ObjectMetrics, field: 'cpu' | 'memory'): number[] {
  const series = [...(pods ?? []).flatMap(({ containers }) => containers), ...(nodes ?? [])]
  const sums = new Map<string, number>()
  for (const { samples } of series)
    for (const sample of samples ?? [])
      sums.set(sample.time, (sums.get(sample.time) ?? 0) + (sample[field] ?? 0))
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

/** Returns what the nodes of a runtime have for pods; undefined for other objects, and if a node does not report it. */
function allocatableOf(
  { nodes }: ObjectMetrics,
  field: 'allocatableCpu' | 'allocatableMemory',
  textOf: (amount: number) => string,
): string | undefined {
  const amounts = (nodes ?? []).map((node) => node[field])
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 || known.length < amounts.length
    ? undefined
    : textOf(known.reduce((sum, amount) => sum + amount, 0))
}

function cpuText(cores: number | null): string {
  if (cores === null) return '–'
  return cores < 1 ? `${Math.round(cores * 1000)} m` : `${cores.toFixed(2)} ${text.metrics.cores}`
}
