import { parser as logql } from '@grafana/lezer-logql'
import { parser as promql } from '@prometheus-io/lezer-promql'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dashboards } from '../../../workers/observability/dashboards.ts'
import { prometheusValues } from '../../../workers/observability/prometheus.ts'

/* Dashboards of Grafana, whose queries only Prometheus and Loki of a real cluster answer. */

const Datasource = z.object({ uid: z.enum(['prometheus', 'loki']) })
const Panel = z.object({
  id: z.int(),
  type: z.string(),
  title: z.string().min(1),
  description: z.string().regex(/\.$/).optional(),
  gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  targets: z.array(z.object({ datasource: Datasource, expr: z.string() })).default([]),
})
const Dashboard = z.object({
  description: z.string().regex(/\.$/),
  tags: z.tuple([z.literal('qleetos')]),
  panels: z.array(Panel).min(3),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), query: z.unknown(), datasource: Datasource.optional() })),
  }),
})

const read = dashboards.map(({ text, ...head }) => ({ ...head, ...Dashboard.parse(JSON.parse(text)) }))

/** Returns the text with values for the variables of Grafana, which are not part of the languages. */
function withValues(expr: string): string {
  return expr.replaceAll(/\[\$__\w+\]/g, '[5m]').replaceAll(/\$\{?\w+\}?/g, 'x')
}

/** Returns where a query is wrong; undefined if it is right. */
function mistakeIn({ datasource, expr }: z.infer<typeof Panel>['targets'][number]): string | undefined {
  const text = withValues(expr)
  let mistake: string | undefined
  const parser = datasource.uid === 'loki' ? logql : promql
  parser.parse(text).iterate({
    enter: ({ type, from }) => {
      if (type.isError) mistake ??= text.slice(from)
    },
  })
  return mistake
}

const targetsOf = (panels: readonly z.infer<typeof Panel>[]) => panels.flatMap(({ targets }) => targets)

const rules = z.array(z.object({ sourceLabels: z.array(z.string()), regex: z.string() }))
const values = z
  .object({
    kubelet: z.object({ serviceMonitor: z.object({ cAdvisorMetricRelabelings: rules }) }),
    'kube-state-metrics': z.object({ metricLabelsAllowlist: z.array(z.string()) }),
  })
  .parse(prometheusValues({ retention: '15d', storage: '20Gi' }))

/** Reports whether Prometheus of QleetOS stores a series of cAdvisor. */
function isStored(labels: Readonly<Record<string, string>>): boolean {
  return !values.kubelet.serviceMonitor.cAdvisorMetricRelabelings.some(({ sourceLabels, regex }) =>
    new RegExp(`^(?:${regex})$`).test(sourceLabels.map((label) => labels[label] ?? '').join(';')),
  )
}

describe.each(read)('dashboard $uid', ({ title, needs, panels, templating }) => {
  it('has a title, and panels that say what they show and do not overlap', () => {
    expect(title).toMatch(/^QleetOS \/ \w+$/)
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = new Set<string>()
    for (const { type, title: name, description, gridPos, targets } of panels) {
      expect(description !== undefined, name).toBe(type !== 'row')
      expect(targets.length > 0, name).toBe(type !== 'row')
      expect(gridPos.x + gridPos.w, name).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(cells.has(`${x} ${y}`), name).toBe(false)
          cells.add(`${x} ${y}`)
        }
    }
  })

  it('has queries that Prometheus and Loki understand, of the sources that it needs', () => {
    for (const target of targetsOf(panels)) expect(mistakeIn(target), target.expr).toBeUndefined()
    const sources = [...targetsOf(panels), ...templating.list].flatMap(
      ({ datasource }) => datasource?.uid ?? [],
    )
    expect([...new Set(sources)]).toEqual(needs)
  })

  it('uses all variables that it has, and no others', () => {
    const used = [...JSON.stringify({ panels, templating }).matchAll(/\$\{?(\w+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('__'))
    expect(templating.list.map(({ name }) => name).toSorted()).toEqual([...new Set(used)].toSorted())
  })

  it('uses metrics and labels that are stored', () => {
    const text = JSON.stringify({ panels, templating })
    for (const [name] of text.matchAll(/\bcontainer_\w+/g))
      expect(isStored({ __name__: name, pod: 'p' }), name).toBe(true)
    const allowed = values['kube-state-metrics'].metricLabelsAllowlist.flatMap((each) =>
      [...each.matchAll(/qleet\.io\/[a-z-]+/g)].map(([label]) => `label_${label.replaceAll(/\W/g, '_')}`),
    )
    const used = [...text.matchAll(/label_qleet\w+/g)].map(([label]) => label)
    expect(allowed).toEqual(expect.arrayContaining([...new Set(used)]))
  })
})

it('finds mistakes in queries', () => {
  const mistakes = [
    ['prometheus', 'sum by (pod) (rate(a[$__rate_interval])'],
    ['prometheus', 'sum(a{pod="$pod"} ** b)'],
    ['loki', '{pod=~"$pod"} |~ (?i)error'],
  ] as const
  for (const [uid, expr] of mistakes) expect(mistakeIn({ datasource: { uid }, expr }), expr).toBeDefined()
})

it('stores the usage of nodes as a whole, which `qleetctl top` shows, but not that of their services', () => {
  const usage = { __name__: 'container_memory_working_set_bytes' }
  expect(isStored({ ...usage, id: '/' })).toBe(true)
  expect(isStored({ ...usage, id: '/kubepods/pod1/a', pod: 'web' })).toBe(true)
  expect(isStored({ ...usage, id: '/system.slice/sshd.service' })).toBe(false)
})
