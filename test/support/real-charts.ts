import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { schemaErrors } from '../../schema/kubernetes/check-manifest.ts'
import { parseManifests, type Manifest } from '../../schema/manifests.ts'
import { parseValues, type Values } from '../../schema/values-document.ts'
import { runHelm } from '../../workers/charts/helm.ts'
import { helmBinary } from './helm.ts'

/** `QLEET_TEST_CHARTS`: a folder with the real charts, unpacked and with their dependencies, as `helm pull --untar` leaves them. */
const folder = process.env['QLEET_TEST_CHARTS'] ?? ''

/** Reports whether this machine has the real charts, and helm. */
export const hasRealCharts = folder !== '' && helmBinary !== undefined

export interface InstalledChart {
  chart: { name: string }
  namespace: string
  releaseName?: string
}

/** Renders a real chart as workers do. */
export function renderRealChart(installed: InstalledChart, values: Values): Promise<readonly Manifest[]> {
  return renderChartIn(join(folder, installed.chart.name), installed, values)
}

/** Renders the chart in a folder. */
export async function renderChartIn(
  path: string,
  { chart, namespace, releaseName = chart.name }: InstalledChart,
  values: Values,
): Promise<readonly Manifest[]> {
  const capabilities = { kubeVersion: 'v1.34.0', apiVersions: [] }
  const rendered = await runHelm({
    program: helmBinary ?? 'helm',
    archive: path,
    chart: chart.name,
    release: { name: releaseName, namespace, values, isUpgrade: false, capabilities },
    secrets: [],
    signal: AbortSignal.timeout(60_000),
  })
  const { manifests, errors } = parseManifests(rendered)
  expect(errors).toEqual([])
  expect(manifests.flatMap((manifest) => schemaErrors(manifest))).toEqual([])
  return manifests
}

/** Returns the version of a real chart, the values that it has by default, and the text with examples of others. */
export async function realChart(name: string): Promise<{ version: string; values: Values; text: string }> {
  const read = (file: string): Promise<string> => readFile(join(folder, name, file), 'utf8')
  const version = /^version: *"?([^"\s]+)/m.exec(await read('Chart.yaml'))?.[1] ?? ''
  const text = await read('values.yaml')
  return { version, values: parseValues(text), text }
}
