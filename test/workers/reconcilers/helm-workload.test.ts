import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyObject } from '../../../client-sdk/index.ts'
import { startHttpRepository, startOciRegistry, type TestRepository } from '../../support/chart-repository.ts'
import { chartOf, leavingChart, shopChart } from '../../support/charts.ts'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { helmBinary } from '../../support/helm.ts'
import type { TestCluster } from '../../support/kubernetes.ts'
import { cliOf } from '../../support/run-cli.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

describe.skipIf(helmBinary === undefined)('HelmWorkloadInstance', () => {
  let started: PlaneWithRuntime
  let plane: TestControlPlane
  let cluster: TestCluster
  let repository: TestRepository
  let folder: string
  beforeAll(async () => {
    repository = await startHttpRepository()
    await repository.add(shopChart('1.0.0'))
    folder = await mkdtemp(join(tmpdir(), 'qleet-helm-test-'))
    started = await startPlaneWithRuntime({
      env: {
        QLEET_HELM: helmBinary ?? '',
        QLEET_CHART_CACHE: join(folder, 'cache'),
        QLEET_CHART_MIRRORS: `https://charts.example.com=${repository.url}`,
      },
    })
    ;({ plane, cluster } = started)
  })
  afterAll(async () => {
    await started?.stop()
    await repository?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const apply = (name: string, definition: object, instance: object = {}) =>
    plane.client.apply([
      { kind: 'HelmWorkloadDefinition', name, spec: { repo: repository.url, chart: 'shop', ...definition } },
      {
        kind: 'HelmWorkloadInstance',
        name,
        spec: { definition: name, releaseNamespace: `ns-${name}`, ...instance },
      },
    ])

  const cli = cliOf(() => plane)

  const ready = (name: string): Promise<AnyObject> => plane.ready('HelmWorkloadInstance', name)

  const causeOf = async (kind: string, name: string, reason: string): Promise<string> => {
    const { status } = await plane.until(kind, name, (object) => object.status.cause?.reason === reason)
    return status.cause?.message ?? ''
  }

  const inNamespace = (name: string, path: string) => cluster.get(`/api/v1/namespaces/ns-${name}/${path}`)
  const settingsOf = async (name: string) =>
    (
      (await inNamespace(name, `configmaps/${name}-settings`)) as
        { data?: Record<string, string> } | undefined
    )?.data
  const passwordOf = async (name: string) =>
    ((await inNamespace(name, `secrets/${name}-password`)) as { data?: Record<string, string> } | undefined)
      ?.data?.['password']

  /** Returns the Jobs of a release by their names in the chart. */
  const jobsOf = async (name: string): Promise<Map<string, Job>> => {
    const path = `/apis/batch/v1/namespaces/ns-${name}/jobs`
    const { items } = (await cluster.client.request({ method: 'GET', path })) as { items: Job[] }
    return new Map(items.map((job) => [job.metadata.name.slice(name.length + 1, -9), job]))
  }

  const confirm = async (name: string): Promise<void> => {
    const { confirmation } = await plane.until(
      'HelmWorkloadInstance',
      name,
      (object) => object.confirmation !== null && object.confirmation !== undefined,
    )
    await plane.client.objects.confirmRemoval(
      { kind: 'HelmWorkloadInstance', name },
      confirmation?.token ?? '',
    )
  }

  const remove = (name: string) =>
    plane.client.objects.delete(
      ['HelmWorkloadInstance', 'HelmWorkloadDefinition'].map((kind) => ({ kind, name })),
    )

  it('can be the dependency of an application, which is deployed after it and deletes it', async () => {
    const values = 'replicaCount: 1\n'
    await plane.client.apply([
      {
        kind: 'WorkloadDefinition',
        name: 'front',
        spec: {
          yamlDocument: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: front}\n',
          dependencies: [
            {
              name: 'shop',
              kind: 'HelmWorkload',
              spec: {
                repo: repository.url,
                chart: 'shop',
                chartVersion: '1.0.0',
                valuesDocument: values,
                guard: 'off',
              },
            },
          ],
        },
      },
      { kind: 'WorkloadInstance', name: 'front', spec: { definition: 'front' } },
    ])
    const { status } = await plane.ready('WorkloadInstance', 'front')
    expect(status.outputs).toMatchObject({
      dependencies: [{ name: 'shop', kind: 'HelmWorkloadInstance', object: 'front-shop', ready: true }],
    })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'front' }])
    await plane.gone('HelmWorkloadInstance', 'front-shop')
    await plane.gone('WorkloadInstance', 'front')
  })

  it('installs a chart with its definitions, generated values and hooks', async () => {
    await apply('web', {}, { valuesDocument: 'nested: {dropped: null, added: 3}\nreplicaCount: 2\n' })
    const { status } = await ready('web')
    expect(status.outputs).toMatchObject({
      chart: 'shop',
      chartVersion: '1.0.0',
      appVersion: '7.1.0.0',
      releaseName: 'web',
      namespace: 'ns-web',
    })
    const { resources, readyResources } = status.outputs as Record<string, number>
    expect(readyResources).toBe(resources)
    expect(await settingsOf('web')).toMatchObject({
      colour: 'blue',
      nested: '{"added":3,"kept":1}',
      release: 'ns-web install',
      cluster: expect.stringMatching(/^v1\.\d+\.\d+\S* true$/),
    })
    expect(await cluster.get('/apis/apps/v1/namespaces/ns-web/deployments/web')).toMatchObject({
      status: { availableReplicas: 2 },
    })
    expect(await cluster.get('/apis/shop.example.com/v1/namespaces/ns-web/gadgets/web')).toBeDefined()
    const jobs = await jobsOf('web')
    expect([...jobs.keys()].sort()).toEqual(['goodbye', 'last', 'second'])
    expect(jobs.get('goodbye')?.spec.suspend).toBe(true)
    expect([jobs.get('second')?.status.succeeded, jobs.get('last')?.status.succeeded]).toEqual([1, 1])
    const events = await plane.client.objects.events({ kind: 'HelmWorkloadInstance', name: 'web' })
    const created = events
      .map(({ note: message }) => /^Created (\S+) ns-web\/web-?([a-z]*)/.exec(message))
      .flatMap((found) => (found === null ? [] : [`${found[1]} ${found[2]}`]))
      .toReversed()
    const order = ['Job.batch first', 'Job.batch second', 'Deployment.apps ']
    expect(created.filter((each) => order.includes(each))).toEqual(order)
    expect(created.indexOf('Job.batch last')).toBeGreaterThan(created.indexOf('Job.batch second'))
  })

  it('rolls a change of values out, runs the hooks of an upgrade, and keeps generated values', async () => {
    const password = await passwordOf('web')
    const before = await jobsOf('web')
    expect(password).toBeDefined()
    await apply('web', {}, { valuesDocument: 'colour: green\n' })
    await ready('web')
    expect(await settingsOf('web')).toMatchObject({ colour: 'green', release: 'ns-web upgrade' })
    expect(await passwordOf('web')).toBe(password)
    expect(await cluster.get('/apis/apps/v1/namespaces/ns-web/deployments/web')).toMatchObject({
      spec: { template: { metadata: { annotations: { checksum: expect.stringMatching(/^green /) } } } },
    })
    const after = await jobsOf('web')
    expect([...after.keys()].sort()).toEqual(['goodbye', 'last', 'second'])
    expect(after.get('second')?.metadata.uid).not.toBe(before.get('second')?.metadata.uid)
    expect(after.get('goodbye')?.metadata.uid).toBe(before.get('goodbye')?.metadata.uid)
  })

  it('keeps its version until the definition changes, then prunes what the new one lacks', async () => {
    await repository.add(shopChart('1.1.0', { 'templates/settings.yaml': '' }))
    await plane.client.objects.reconcile({ kind: 'HelmWorkloadDefinition', name: 'web' })
    await plane.client.objects.reconcile({ kind: 'HelmWorkloadInstance', name: 'web' })
    expect((await ready('web')).status.outputs).toMatchObject({ chartVersion: '1.0.0' })
    await apply('web', { chartVersion: '^1.1' }, { valuesDocument: 'colour: green\n' })
    await plane.until(
      'HelmWorkloadInstance',
      'web',
      ({ ready: isReady, status }) => isReady && status.outputs['chartVersion'] === '1.1.0',
    )
    expect(await settingsOf('web')).toBeUndefined()
  })

  it('deletes a CustomResourceDefinition only after a confirmation', async () => {
    await repository.add(shopChart('2.0.0', { 'crds/gadget.yaml': '', 'templates/gadget.yaml': '' }))
    await apply('web', { chartVersion: '2.0.0' })
    expect(await causeOf('HelmWorkloadInstance', 'web', 'AwaitingConfirmation')).toContain(
      'CustomResourceDefinition.apiextensions.k8s.io gadgets.shop.example.com: its kind leaves the cluster',
    )
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.shop.example.com'
    expect(await cluster.get(path)).toBeDefined()
    await confirm('web')
    await ready('web')
    expect(await cluster.get(path)).toBeUndefined()
  })

  it('runs the hooks of a deletion before it deletes anything', async () => {
    await apply('web', {
      chartVersion: '2.0.0',
      valuesDocument: 'goodbyeImage: example.com/simulate/exit-1:1\n',
    })
    await ready('web')
    await remove('web')
    const cause = await causeOf('HelmWorkloadInstance', 'web', 'HookFailed')
    expect(cause).toMatch(/Job\.batch ns-web\/web-goodbye-\w{8}: .*it is a pre-delete hook of the chart/)
    const deployment = '/apis/apps/v1/namespaces/ns-web/deployments/web'
    expect(await cluster.get(deployment)).toBeDefined()
    const job = (await jobsOf('web')).get('goodbye')
    await cluster.delete(`/apis/batch/v1/namespaces/ns-web/jobs/${job?.metadata.name}`)
    await plane.gone('HelmWorkloadInstance', 'web')
    expect(await cluster.get('/api/v1/namespaces/ns-web')).toBeUndefined()
  })

  it('keeps what asks for it, and runs the last hooks when only accounts and configuration are left', async () => {
    await repository.add(leavingChart('1.0.0'))
    const failing = 'hookImage: example.com/simulate/exit-1:1\n'
    const create = { method: 'POST', path: '/api/v1/namespaces' } as const
    await cluster.client.request({ ...create, body: { kind: 'Namespace', metadata: { name: 'ns-leaving' } } })
    await apply('leaving', { chart: 'leaving' }, { valuesDocument: failing })
    await ready('leaving')
    expect(await inNamespace('leaving', 'configmaps/kept')).toMatchObject({ metadata: { labels: owned } })
    await remove('leaving')
    await causeOf('HelmWorkloadInstance', 'leaving', 'HookFailed')
    expect(await inNamespace('leaving', 'services/front')).toBeUndefined()
    expect(await inNamespace('leaving', 'configmaps/plain')).toBeDefined()
    const job = (await jobsOf('leaving')).get('clean')
    await cluster.delete(`/apis/batch/v1/namespaces/ns-leaving/jobs/${job?.metadata.name}`)
    await plane.gone('HelmWorkloadInstance', 'leaving')
    expect(await inNamespace('leaving', 'configmaps/plain')).toBeUndefined()
    const kept = await inNamespace('leaving', 'configmaps/kept')
    expect(kept).toMatchObject({ data: { value: 'a' } })
    expect(kept?.metadata.labels).not.toHaveProperty(['qleet.io/object-id'])
  })

  it('keeps its namespace with what asks for it', async () => {
    await repository.add(leavingChart('2.0.0'))
    await apply('staying', { chart: 'leaving', chartVersion: '2.0.0' })
    await ready('staying')
    await remove('staying')
    await plane.gone('HelmWorkloadInstance', 'staying')
    expect(await inNamespace('staying', 'configmaps/kept')).toMatchObject({ data: { value: 'a' } })
    expect(await inNamespace('staying', 'configmaps/plain')).toBeUndefined()
    expect((await cluster.get('/api/v1/namespaces/ns-staying'))?.metadata.labels ?? {}).not.toHaveProperty([
      'qleet.io/object-id',
    ])
  })

  it('reports a failed hook, and installs nothing until it has succeeded', async () => {
    await apply(
      'failing',
      { chartVersion: '2.0.0' },
      { valuesDocument: 'hookImage: example.com/simulate/exit-1:1\n' },
    )
    const { status } = await plane.until('HelmWorkloadInstance', 'failing', (object) =>
      (object.status.cause?.message ?? '').includes('it is the hook'),
    )
    expect(status.cause?.message).toMatch(
      /Job\.batch ns-failing\/failing-first-\w{8}: .*it is the hook failing-first of the chart/,
    )
    expect(await cluster.get('/apis/apps/v1/namespaces/ns-failing/deployments/failing')).toBeUndefined()
    await apply('failing', { chartVersion: '2.0.0' })
    await ready('failing')
    expect((await jobsOf('failing')).get('second')?.status.succeeded).toBe(1)
  })

  it('takes over a release of Helm only when asked to', async () => {
    const namespace = 'ns-adopted'
    const helmOwned = {
      labels: { 'app.kubernetes.io/managed-by': 'Helm' },
      annotations: { 'meta.helm.sh/release-name': 'adopted', 'meta.helm.sh/release-namespace': namespace },
    }
    const create = (path: string, body: { metadata: object; [field: string]: unknown }) =>
      cluster.client.request({
        method: 'POST',
        path,
        query: { fieldManager: 'helm' },
        body: { apiVersion: 'v1', ...body },
      })
    await create('/api/v1/namespaces', { kind: 'Namespace', metadata: { name: namespace } })
    await create(`/api/v1/namespaces/${namespace}/configmaps`, {
      kind: 'ConfigMap',
      metadata: { name: 'adopted-settings', ...helmOwned },
      data: { colour: 'red' },
    })
    await create(`/api/v1/namespaces/${namespace}/secrets`, {
      kind: 'Secret',
      type: 'helm.sh/release.v1',
      metadata: {
        name: 'sh.helm.release.v1.adopted.v1',
        labels: { owner: 'helm', name: 'adopted', status: 'deployed', version: '1' },
      },
      data: { release: Buffer.from('{}').toString('base64') },
    })
    await apply('adopted', { chartVersion: '1.0.0' }, { guard: 'off' })
    expect(await causeOf('HelmWorkloadInstance', 'adopted', 'ReleaseExists')).toContain('set adopt to true')
    expect(await settingsOf('adopted')).toEqual({ colour: 'red' })
    await apply('adopted', { chartVersion: '1.0.0' }, { guard: 'off', adopt: true })
    await ready('adopted')
    expect(await settingsOf('adopted')).toMatchObject({ colour: 'blue', release: 'ns-adopted upgrade' })
    const record = await inNamespace('adopted', 'secrets/sh.helm.release.v1.adopted.v1')
    expect(record).toMatchObject({ metadata: { labels: { owner: 'qleetos' } } })
    await remove('adopted')
    await plane.gone('HelmWorkloadInstance', 'adopted')
    expect(await settingsOf('adopted')).toBeUndefined()
    expect(await inNamespace('adopted', 'secrets/sh.helm.release.v1.adopted.v1')).toBeUndefined()
    expect(await cluster.get(`/api/v1/namespaces/${namespace}`)).toBeDefined()
  })

  it('fetches a chart from a private registry, and refuses one whose digest is another', async () => {
    const registry = await startOciRegistry({ login: 'ann:s3cret-token' })
    try {
      const digest = await registry.add(
        shopChart('3.0.0+1', { 'crds/gadget.yaml': '', 'templates/gadget.yaml': '' }),
      )
      await apply('private', { repo: registry.url })
      expect(await causeOf('HelmWorkloadDefinition', 'private', 'Unauthorised')).toContain(
        'set username and password',
      )
      const login = { repo: registry.url, username: 'ann', password: 's3cret-token' }
      await apply('private', { ...login, digest: `sha256:${'0'.repeat(64)}` })
      expect(await causeOf('HelmWorkloadDefinition', 'private', 'DigestMismatch')).toContain(digest)
      await apply('private', { ...login, digest })
      expect((await ready('private')).status.outputs).toMatchObject({ chartVersion: '3.0.0+1', digest })
    } finally {
      await registry.close()
    }
  })

  it('reports charts that do not exist and cannot be rendered, without secret values', async () => {
    await repository.add(
      chartOf('broken', '1.0.0', { 'templates/a.yaml': '{{ fail (printf "no %s" .Values.token) }}' }),
    )
    const additionalResources = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\n'
    await apply('twice', { chart: 'leaving' }, { additionalResources })
    expect(await causeOf('HelmWorkloadInstance', 'twice', 'DuplicateResource')).toContain(
      'additionalResources contains ConfigMap ns-twice/plain',
    )
    await apply('missing', { chart: 'no-such-chart' })
    expect(await causeOf('HelmWorkloadDefinition', 'missing', 'ChartNotFound')).toContain(
      'has no chart "no-such-chart"',
    )
    await apply('broken', { chart: 'broken' }, { secretValuesDocument: 'token: hidden-token\n' })
    const cause = await causeOf('HelmWorkloadInstance', 'broken', 'RenderingFailed')
    expect(cause).toContain('chart broken 1.0.0 cannot be rendered')
    expect(cause).toContain('no (secret)')
  })

  it('runs the sample of the guide from a mirror, and shows it as qleetctl does with any workload', async () => {
    const guide = await readFile('docs/guide/helm.md', 'utf8')
    const [, sample = ''] = /^```yaml\n(.*?)^```$/ms.exec(guide) ?? []
    const file = join(folder, 'shop.yaml')
    await writeFile(file, sample)
    expect(await cli(['apply', '-f', file])).toMatchObject({ exit: 0 })
    await ready('shop')
    expect(await cluster.get('/apis/apps/v1/namespaces/shop/deployments/shop')).toMatchObject({
      spec: {
        replicas: 2,
        template: { metadata: { annotations: { checksum: expect.stringMatching(/^green /) } } },
      },
    })
    const { stdout: list } = await cli(['get', 'helm-workloads'])
    expect(list).toMatch(/^shop +shop +\S+ +1\.\d\.0 /m)
    expect((await cli(['tree', 'helm-workload/shop'])).stdout).toContain('Deployment/shop')
    expect((await cli(['logs', 'helm-workload/shop'])).exit).toBe(0)
    const rest = (path: string) =>
      fetch(`${plane.url}/v0/${path}`, { headers: { authorization: `Bearer ${plane.token}` } }).then(
        async (response) => ((await response.json()) as { Data: Record<string, unknown>[] }).Data[0],
      )
    expect(await rest('helm-workload-definitions?name=shop')).toMatchObject({
      Repo: 'https://charts.example.com',
      Chart: 'shop',
      ChartVersion: '^1.0',
      ValuesDocument: 'replicaCount: 2\n',
    })
    expect(await rest('helm-workload-instances?name=shop')).toMatchObject({
      ReleaseNamespace: 'shop',
      HelmWorkloadDefinitionID: expect.any(Number),
      KubernetesRuntimeInstanceID: expect.any(Number),
    })
  })

  it('refuses values that are no map, and manifests that are invalid, at submit', async () => {
    await expect(
      apply(
        'wrong',
        { valuesDocument: '- a\n' },
        { valuesDocument: 'a: {', additionalResources: 'kind: ConfigMap' },
      ),
    ).rejects.toMatchObject({
      details: {
        fields: expect.arrayContaining([
          expect.objectContaining({
            path: 'documents[0].spec.valuesDocument',
            message: 'must be a YAML map',
          }),
          expect.objectContaining({ path: 'documents[1].spec.valuesDocument', line: 1 }),
        ]),
      },
    })
  })

  it('goes on with generated values in another worker while the repository is away', async () => {
    const password = await passwordOf('failing')
    await repository.close()
    await plane.workers[0]?.stop()
    await plane.startWorker()
    await cluster.delete('/api/v1/namespaces/ns-failing/configmaps/failing-settings')
    await plane.client.objects.reconcile({ kind: 'HelmWorkloadInstance', name: 'failing' })
    await eventually(async () => (await settingsOf('failing'))?.['colour'])
    await ready('failing')
    expect(await passwordOf('failing')).toBe(password)
    await remove('failing')
    await plane.gone('HelmWorkloadInstance', 'failing')
  })
})

const owned = { 'qleet.io/object-id': expect.any(String) }

interface Job {
  metadata: { name: string; uid: string }
  spec: { suspend?: boolean }
  status: { succeeded?: number }
}
