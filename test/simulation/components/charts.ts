import { createHash, randomBytes } from 'node:crypto'
import type { Charts } from '../../../workers/charts/charts.ts'
import type { Manifest } from '../../../schema/manifests.ts'

/** Charts without repositories and without helm: every chart renders its values, and a password of its own each time. */
export const simulatedCharts: Charts = {
  resolve: async ({ repo, chart, version = '*' }) => ({
    url: `${repo}/${chart}-1.2.3.tgz`,
    chart,
    chartVersion: '1.2.3',
    appVersion: '1',
    digest: `sha256:${createHash('sha256').update(`${repo} ${chart} ${version}`).digest('hex')}`,
  }),
  render: async ({ chart, release: { name, values } }) => [
    configMap(name, { digest: chart.digest, values: JSON.stringify(values) }),
    secret(name, { password: randomBytes(12).toString('base64') }),
  ],
}

function configMap(name: string, data: Record<string, string>): Manifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-settings` }, data }
}

function secret(name: string, data: Record<string, string>): Manifest {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: `${name}-password` }, data }
}
