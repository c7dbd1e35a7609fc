import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { readGuide, type Guide } from '../support/guide.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

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
    outputs.set(command.join(' '), stdout)
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
    expect(outputs.get('get observability-stacks -o wide')).toMatch(
      /standard +standard +space +true +true +http:\/\/qleet-grafana\.qleet-dashboards/,
    )
    const tree = outputs.get('tree observability-stack/standard')
    for (const pod of ['qleet-metrics', 'qleet-loki', 'qleet-grafana'])
      expect(tree).toMatch(new RegExp(`Pod/${pod}-`))
    expect(outputs.get('get observability-dashboards -o yaml')).toMatch(/url: http.*\/d\/qleet-logs/)
    expect(outputs.get('top shop')).toMatch(/web-\S+ +50m +32Mi/)
    const gone = await replacePod()
    await run(commands.slice(logs, logs + 1))
    const pods = new Set(
      [...(outputs.get('logs shop --since 1h') ?? '').matchAll(/web-[a-z0-9]+-[a-z0-9]+/g)].map(String),
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
    const answer: unknown = await response.json()
    expect(answer).toMatchObject({
      data: { workloadInstance: { metrics: { source: 'PROMETHEUS', cpu: 0.05 } } },
    })
    expect(JSON.stringify(answer)).toMatch(/"samples":\[\{"time":/)
  })

  it('sends logs elsewhere', async () => {
    const [, script = ''] = /^```sh\n(qleetctl apply -f archive.*?)^```$/ms.exec(guide.text) ?? []
    const cwd = await temporaryFolder({ 'archive.yaml': guide.files[1] ?? '' })
    const lines = script.trim().split('\n')
    expect(lines).toHaveLength(3)
    let shown = ''
    for (const line of lines) {
      const { exit, stdout, stderr } = await cli(line.replace(/ +#.*/, '').split(' ').slice(1), { cwd })
      expect(exit, `${line}: ${stderr}`).toBe(0)
      shown += stdout
    }
    expect(shown).toMatch(/destinations:\n +- https:\/\/logs\.example\.com\/loki\/api\/v1\/push/)
  })

  it('removes all of it, data after a confirmation', async () => {
    const { commands } = guide
    await run(commands.slice(commands.findIndex(([name]) => name === 'delete')))
    expect(outputs.get('delete observability-stack/standard')).toContain('deletion requested')
    expect(outputs.get('delete observability-stack/standard --plan')).toMatch(
      /destroys data: PersistentVolumeClaim qleet-logs\/qleet-loki/,
    )
    const claim = '/api/v1/namespaces/qleet-logs/persistentvolumeclaims/qleet-loki'
    expect(await started.cluster.get(claim)).toBeUndefined()
  })
})
