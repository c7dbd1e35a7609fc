import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../process/settings/read.ts'
import { workerSettings } from '../../process/settings/worker.ts'
import { readGuide } from '../support/guide.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'

/** The guides docs/guide/clusters.md and docs/guide/runtimes.md, as they are written. */

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)

async function apply(stdin: string): Promise<void> {
  const { exit, stderr } = await cli(['apply', '-f', '-'], { stdin })
  expect(exit, stderr).toBe(0)
}

const claim = (name: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name} }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`

function shop(claims: readonly string[]) {
  const yamlDocument = [
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: shop }\n',
    ...claims.map(claim),
  ].join('---\n')
  return { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument } }
}

describe('the guide to clusters', () => {
  it('has an instance whose fields and thresholds are accepted', async () => {
    const { files } = await readGuide('clusters.md')
    const [ignored = '', thresholds = ''] = files
    await started.plane.client.apply([
      shop(['orders', 'invoices']),
      { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop', ...parse(ignored) } },
    ])
    await started.plane.ready('WorkloadInstance', 'shop')
    await apply(thresholds)
    await started.plane.ready('WorkloadInstance', 'shop')
    const { stdout } = await cli(['get', 'workload/shop', '-o', 'json'])
    expect(stdout.replaceAll(/\s/g, '')).toContain('"guardThresholds":{"count":5,"always":200}')
  })

  it('confirms a removal as it is printed, by its token', async () => {
    const { plane } = started
    const { commands } = await readGuide('clusters.md')
    const [ask = [], confirm = []] = commands
    await plane.client.apply([shop([])])
    await plane.until(
      'WorkloadInstance',
      'shop',
      ({ status }) => status.cause?.reason === 'AwaitingConfirmation',
    )
    const shown = await cli(ask, { stdin: 'n\n', columns: 100 })
    expect(shown.stdout).toContain('PersistentVolumeClaim shop')
    expect(shown.stdout + shown.stderr).toContain('Nothing was removed.')
    const { confirmation } =
      (await plane.client.objects.get({ kind: 'WorkloadInstance', name: 'shop' })) ?? {}
    expect(confirm.at(-1)).toBe('3f…')
    const { exit, stderr } = await cli([...confirm.slice(0, -1), confirmation?.token ?? ''])
    expect(exit, stderr).toBe(0)
    await plane.ready('WorkloadInstance', 'shop')
  })
})

describe('the guide to runtimes', () => {
  it('allows credential plugins with a setting that is accepted', async () => {
    const { text } = await readGuide('runtimes.md')
    const [, name = '', value = ''] = /^(QLEET_EXEC_PLUGINS)='(.*)'$/m.exec(text) ?? []
    const required = {
      QLEET_SERVER_URL: 'http://127.0.0.1:1',
      QLEET_NATS_URL: 'nats://127.0.0.1:1',
      QLEET_WORKER_TOKEN: 'worker-token-of-a-test',
    }
    const settings = readSettings(workerSettings, { ...required, [name]: value })
    expect(JSON.stringify(settings)).toContain('gke-gcloud-auth-plugin')
  })

  it('starts a real API server, or says which programs it needs', async () => {
    const { text, files } = await readGuide('runtimes.md')
    const [, options = ''] = /^npm start -- (--runtime envtest --data \S+)/m.exec(text) ?? []
    const { stdout: help } = await cli(['up', '--help'], { columns: 100 })
    for (const option of options.split(' ').filter((each) => each.startsWith('-')))
      expect(help).toContain(option)
    const [real = ''] = files
    await apply(real)
    const { ready, status } = await started.plane.until(
      'KubernetesRuntimeInstance',
      'real',
      (object) => object.ready || object.status.cause?.reason === 'NoAssets',
    )
    expect(ready || status.cause?.message?.includes('setup-envtest')).toBe(true)
    await started.plane.client.objects.delete([{ kind: 'KubernetesRuntimeInstance', name: 'real' }])
    await started.plane.gone('KubernetesRuntimeInstance', 'real')
  })
})
