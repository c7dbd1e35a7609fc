import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { readGuide, type Guide } from '../support/guide.ts'
import { decoded } from '../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { userObjects } from '../support/user-objects.ts'

/** The guide docs/guide/observability.md, as it is written. */

let started: PlaneWithRuntime
let guide: Guide
const outputs = new Map<string, string>()
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  guide = await readGuide('observability.md')
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)

async function run(commands: readonly string[][]): Promise<void> {
  const cwd = await temporaryFolder({ 'observability.yaml': guide.files[0] ?? '' })
  for (const command of commands) {
    const { exit, stdout, stderr } = await cli(command, { cwd })
    expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
    outputs.set(command.slice(0, 2).join(' '), stdout)
  }
}

/** Deletes the pod of the workload, and resolves with its name once there is another one. */
async function replacePod(): Promise<string> {
  const { client } = started.cluster
  const path = '/api/v1/namespaces/shop/pods'
  const names = async (): Promise<string[]> => {
    const { items } = (await client.request({ method: 'GET', path: '/api/v1/pods' })) as {
      items: { metadata: { name: string; namespace: string }; status: { phase: string } }[]
    }
    return items
      .filter(({ metadata, status }) => metadata.name.startsWith('web-') && status.phase === 'Running')
      .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
  }
  const [first = ''] = await names()
  const [namespace = '', name = ''] = first.split('/')
  await client.request({ method: 'DELETE', path: `${path.replace('/shop/', `/${namespace}/`)}/${name}` })
  await eventually(async () => (await names()).some((each) => each !== first) || undefined)
  return name
}

describe('docs/guide/observability.md', () => {
  it('gives a runtime metrics, logs and dashboards', async () => {
    const { commands } = guide
    const logs = commands.findIndex(([name]) => name === 'logs')
    await run(commands.slice(0, logs))
    expect(outputs.get('get observability-stacks')).toMatch(
      /standard +standard +space +true +true +http:\/\/qleet-grafana\.qleet-dashboards/,
    )
    const tree = outputs.get('tree observability-stack/standard')
    for (const pod of ['qleet-metrics', 'qleet-loki', 'qleet-grafana'])
      expect(tree).toMatch(new RegExp(`Pod/${pod}-`))
    expect(outputs.get('get observability-dashboards')).toMatch(/url: http.*\/d\/qleet-logs/)
    expect(outputs.get('top shop')).toMatch(/web-\S+ +50m +32Mi/)
    const gone = await replacePod()
    await run(commands.slice(logs, logs + 1))
    const pods = new Set(
      [...(outputs.get('logs shop') ?? '').matchAll(/web-[a-z0-9]+-[a-z0-9]+/g)].map(String),
    )
    expect(pods).toContain(gone)
  })

  it('has the usage in the API, also of the past', async () => {
    const since = new Date(Date.now() - 60_000).toISOString()
    const [, query = ''] = /^```graphql\n(.*?)^```$/ms.exec(guide.text) ?? []
    const { plane } = started
    const response = await fetch(`${plane.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${plane.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: query.replace('2026-01-31T12:00:00Z', since) }),
    })
    const { data, errors } = (await response.json()) as {
      data: { objects: { nodes: { name: string; metrics: Record<string, unknown> }[] } }
      errors?: unknown
    }
    expect(errors).toBeUndefined()
    const shop = data.objects.nodes.find(({ name }) => name === 'shop')
    expect(shop?.metrics).toMatchObject({ source: 'PROMETHEUS', cpu: 0.05 })
    expect(JSON.stringify(shop?.metrics)).toMatch(/"samples":\[\{"time":/)
  })

  it('rotates the password of Grafana, which no object shows', async () => {
    const { plane, cluster } = started
    const path = '/api/v1/namespaces/qleet-dashboards/secrets/qleet-grafana-admin'
    const before = decoded(await cluster.get(path))
    expect(before).toMatchObject({
      'admin-user': 'admin',
      'admin-password': expect.stringMatching(/^.{20,}$/) as string,
    })
    const objects = JSON.stringify(await userObjects(plane.client))
    expect(objects).not.toContain(before['admin-password'])
  })

  it('sends logs elsewhere, with credentials in a Secret alone', async () => {
    const { plane, cluster } = started
    const applied = await cli(['apply', '-f', '-', '--wait'], { stdin: guide.files[1] ?? '' })
    expect(applied.exit, applied.stderr).toBe(0)
    const { status, id } = await plane.ready('LogStorageInstance', 'archive')
    expect(status.outputs).toEqual({ destinations: ['https://logs.example.com/loki/api/v1/push'] })
    const namespace = '/api/v1/namespaces/qleet-log-collector'
    expect(decoded(await cluster.get(`${namespace}/secrets/log-storage-${id}`))).toEqual({
      'default.archive': 'correct horse',
    })
    const config = JSON.stringify(await cluster.get(`${namespace}/configmaps/qleet-log-collector`))
    expect(config).toContain('https://logs.example.com/loki/api/v1/push')
    expect(config).toContain('http://qleet-loki.qleet-logs.svc.cluster.local:3100')
    expect(config).not.toContain('correct horse')
  })

  it('removes all of it, data after a confirmation', async () => {
    const { commands } = guide
    await run(commands.slice(commands.findIndex(([name]) => name === 'delete')))
    const { plane, cluster } = started
    // Another object still needs the collector.
    const config = await cluster.get('/api/v1/namespaces/qleet-log-collector/configmaps/qleet-log-collector')
    expect(JSON.stringify(config)).not.toContain('qleet-loki')
    expect(
      await cluster.get('/api/v1/namespaces/qleet-logs/persistentvolumeclaims/qleet-loki'),
    ).toBeUndefined()
    await plane.client.objects.delete([{ kind: 'LogStorageInstance', name: 'archive' }])
    await plane.gone('LogStorageInstance', 'archive')
    await plane.gone('SupportServiceInstance', 'log-collector-space')
  })
})
