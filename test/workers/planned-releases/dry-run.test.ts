import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAddressRules } from '../../../schema/clusters/addresses.ts'
import { packed } from '../../../schema/packed-text.ts'
import type { ReleaseFindings, ReleaseToCheck } from '../../../schema/release-checks.ts'
import { createCharts, type Charts } from '../../../workers/charts/charts.ts'
import { createDownloader } from '../../../workers/charts/download.ts'
import type { QueryContext } from '../../../workers/cluster-queries/query-context.ts'
import { createReleaseDryRuns } from '../../../workers/planned-releases/dry-run.ts'
import { createKubeClient } from '../../../workers/kube/client/client.ts'
import { applyObject, type Cluster } from '../../../workers/kube/client/cluster.ts'
import { createDiscovery } from '../../../workers/kube/client/discovery.ts'
import { useCluster } from '../../simulator/simulated.ts'
import { accessTo } from '../../support/access-to.ts'
import { chartOf, packChart, shopChart, type TestChart } from '../../support/charts.ts'
import { helmBinary } from '../../support/helm.ts'

/** What a change does to the resources of a release, rendered by a real helm and checked by the simulated API server. */

const { signal } = new AbortController()
const core = { group: '', version: 'v1', namespaced: true }

describe.skipIf(helmBinary === undefined)('a dry run of a release', () => {
  const simulated = useCluster()
  let cluster: Cluster
  let charts: Charts
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'qleet-release-'))
    const settings = {
      helm: helmBinary ?? '',
      cacheFolder: join(folder, 'cache'),
      cacheBytes: 1e9,
      mirrors: [],
    }
    const download = createDownloader(createAddressRules({ allow: [], deny: [] }))
    charts = createCharts({ ...settings, root: folder }, download)
    const access = accessTo(simulated.cluster.kubeconfig)
    const client = createKubeClient({ access })
    cluster = { runtimeId: '1', client, access, discovery: createDiscovery(client) }
    await create('Namespace', 'namespaces', { name: 'shop' })
  })
  afterAll(async () => {
    await cluster?.client.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function create(kind: string, plural: string, metadata: object, fields: object = {}): Promise<void> {
    const { name, namespace = '' } = metadata as { name: string; namespace?: string }
    const manifest = { apiVersion: 'v1', kind, metadata: { ...metadata, name }, ...fields }
    const type = { ...core, kind, plural, namespaced: namespace !== '' }
    await applyObject(cluster.client, { type, namespace, name }, { manifest, signal, force: true })
  }

  const add = async (chart: TestChart): Promise<void> =>
    writeFile(join(folder, `${chart.name}-${chart.version}.tgz`), await packChart(chart))

  type Values = Record<string, unknown>
  const stateOf = (
    chart: string,
    values: Values,
    { secret = {}, ...definition }: Record<string, unknown> = {},
  ) => ({
    definition: { repo: folder, chart, secretValuesDocument: JSON.stringify(secret), ...definition },
    instance: { valuesDocument: JSON.stringify(values) },
    found: {},
  })

  /** Returns what becomes of a release, in lines, with the differences of each resource. */
  async function findings(release: Pick<ReleaseToCheck, 'after'> & Partial<ReleaseToCheck>) {
    const workload: ReleaseToCheck = {
      owner: { id: '7', kind: 'HelmWorkloadInstance', project: 'default', name: 'web', controlPlane: 'test' },
      namespace: 'shop',
      replace: false,
      ignored: [],
      arriving: { namespaces: [], kinds: [], software: false },
      installed: release.before === undefined ? 'none' : 'install',
      ...release,
    }
    // Only these are used: there is no password to open.
    const context = {
      clusters: { of: async () => cluster },
      signal,
    } as unknown as QueryContext
    const query = { about: 'releaseDryRun', objectId: '1', packed: packed(JSON.stringify(workload)) } as const
    const parts: ReleaseFindings[] = []
    for await (const part of createReleaseDryRuns(charts)(query, context)) parts.push(part)
    const changes = parts.flatMap((part) => part.changes)
    return {
      lines: changes.map(({ change: { resource, action, pods }, check: { result, reason } }) =>
        [resource, action, pods, result, reason].join(' ').trim(),
      ),
      differences: Object.fromEntries(changes.map(({ change }) => [change.resource, change.differences])),
      risks: changes.flatMap(({ risk }) => risk ?? []),
      problem: parts.map(({ problem }) => problem).join(''),
      omitted: parts.reduce((sum, { omitted }) => sum + omitted, 0),
    }
  }

  it('has its resources and the hooks of its install, with kinds that it brings itself', async () => {
    await add(shopChart('1.0.0'))
    expect((await findings({ after: stateOf('shop', {}) })).lines).toEqual([
      'ConfigMap/web-settings create none accepted',
      'CustomResourceDefinition/gadgets.shop.example.com create none accepted',
      'Deployment/web create none accepted',
      'Gadget/web create none unchecked DefinitionMissing',
      expect.stringMatching(/^Job\/web-first create none accepted$/),
      expect.stringMatching(/^Job\/web-goodbye-[0-9a-f]{8} create none accepted$/),
      'Job/web-last create none accepted',
      'Job/web-second create none accepted',
      'Secret/web-password create none accepted',
      'ServiceAccount/web-hooks create none accepted',
    ])
  })

  it('has what an upgrade changes: hooks run, checksums are new, and generated passwords stay', async () => {
    const { lines, differences, risks } = await findings({
      before: stateOf('shop', {}),
      after: stateOf('shop', { colour: 'green' }),
    })
    expect(lines).toEqual([
      'ConfigMap/web-settings update none accepted',
      'Deployment/web update restart accepted',
      'Job/web-last create none accepted',
      'Job/web-second create none accepted',
    ])
    expect(differences).toMatchObject({
      'ConfigMap/web-settings': [
        { path: 'data.colour', before: 'blue', after: 'green' },
        { path: 'data.release', before: 'shop install', after: 'shop upgrade' },
      ],
      'Deployment/web': [
        {
          path: 'spec.template.metadata.annotations.checksum',
          before: '(generated)',
          after: '(generated again)',
        },
      ],
    })
    expect(risks).toContainEqual({ risk: 'brief', reason: expect.stringContaining('readiness probe') })
    const same = stateOf('shop', { colour: 'blue' })
    expect((await findings({ before: same, after: same })).lines).toEqual([])
  })

  it('has additional resources, and what API servers refuse', async () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: front}\nspec: {ports: [{port: 80000}]}\n'
    const before = stateOf('shop', {})
    const after = stateOf('shop', {}, { additionalResources: service })
    expect((await findings({ before, after })).lines).toEqual(['Service/front create none refused Invalid'])
  })

  it('has at most 500 resources, with differences of limited sizes', async () => {
    await add(
      chartOf('many', '1.0.0', {
        'values.yaml': 'text: a\n',
        'templates/all.yaml':
          '{{ range until 510 }}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: "c{{ . }}"}\ndata: {text: {{ $.Values.text }}}\n{{ end }}',
      }),
    )
    const after = stateOf('many', { text: 'x'.repeat(5000) })
    const { lines, omitted, differences } = await findings({ before: stateOf('many', {}), after })
    expect([lines.length, omitted]).toEqual([500, 10])
    expect(String(differences['ConfigMap/c0']?.[0]?.after)).toHaveLength(401)
  })

  it.each([
    ['a chart that does not exist', 'other', {}, /other/],
    [
      'values that its schema refuses',
      'strict',
      { port: 'many' },
      /^chart strict 1.0.0 cannot be rendered: .*port/s,
    ],
  ])('says of %s why it cannot be rendered', async (_, chart, values, message) => {
    await add(
      chartOf('long', '1.0.0', {
        'templates/a.yaml': '{{ range until 40001 }}{{ repeat 100 "#" }}{{ end }}\n',
      }),
    )
    await add(
      chartOf('strict', '1.0.0', { 'values.schema.json': '{"properties": {"port": {"type": "integer"}}}' }),
    )
    const { lines, problem } = await findings({ after: stateOf(chart, values) })
    expect(lines).toEqual([])
    expect(problem).toMatch(message)
    expect(problem).not.toContain('stand-ins')
  })

  it('says that secret values have stand-ins when a chart does not accept these', async () => {
    const { problem } = await findings({
      after: stateOf('strict', {}, { secret: { port: 'secret-0123456789abcdef' } }),
    })
    expect(problem).toMatch(
      /cannot be rendered.*; plans render charts with stand-ins for secret values, which/s,
    )
  })

  it('says that Helm has installed the release, unless that is adopted', async () => {
    const helm = { 'meta.helm.sh/release-name': 'web', 'meta.helm.sh/release-namespace': 'shop' }
    const labels = { owner: 'helm', name: 'web' }
    await create('Secret', 'secrets', { name: 'sh.helm.release.v1.web.v1', namespace: 'shop', labels })
    const data = { data: { colour: 'black' } }
    await create(
      'ConfigMap',
      'configmaps',
      { name: 'web-settings', namespace: 'shop', annotations: helm },
      data,
    )
    const after = stateOf('shop', {})
    expect((await findings({ after })).problem).toMatch(
      /^Helm has installed the release web in namespace shop/,
    )
    const adopted = await findings({ after: { ...after, instance: { ...after.instance, adopt: true } } })
    expect(adopted.lines).toContain('ConfigMap/web-settings create none accepted')
    // As an upgrade of the adopted release: the hooks of an install do not run.
    expect(adopted.lines.join()).not.toContain('Job/web-first')
  })
})
