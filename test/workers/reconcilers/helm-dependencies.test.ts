import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpRepository, type TestRepository } from '../../support/chart-repository.ts'
import { chartOf } from '../../support/charts.ts'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { helmBinary } from '../../support/helm.ts'
import type { TestCluster } from '../../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'
import { cliOf } from '../../support/run-cli.ts'
import { userObjects } from '../../support/user-objects.ts'

/** An application with a Service, and a hook that migrates its database. */
const blogChart = chartOf('blog', '1.0.0', {
  'values.yaml': 'existingSecret: ""\n',
  'templates/all.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: app
          image: example.com/blog:1
          {{- with .Values.existingSecret }}
          envFrom: [{secretRef: {name: {{ . }}}}]
          {{- end }}
        - {name: sidecar, image: "example.com/sidecar:1"}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{name: http, port: 80}]}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {helm.sh/hook: "pre-install,pre-upgrade", helm.sh/hook-delete-policy: before-hook-creation}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: migrate, image: "example.com/blog:1"}]
`,
})

const additionalResources = `apiVersion: apps/v1
kind: Deployment
metadata: {name: extra}
spec:
  selector: {matchLabels: {app: extra}}
  template:
    metadata: {labels: {app: extra}}
    spec: {containers: [{name: app, image: "example.com/extra:1"}]}
`

function node(port: number): string {
  return `apiVersion: v1
kind: Service
metadata: {name: node}
spec: {selector: {app: node}, ports: [{name: http-rpc, port: ${port}}]}
`
}

interface Resource {
  metadata: { name: string; resourceVersion: string }
  spec: { template: Template }
}

interface Template {
  metadata?: { annotations?: Record<string, string> }
  spec: { containers: { name: string; env?: { name: string }[] }[] }
}

describe.skipIf(helmBinary === undefined)('the dependencies of a Helm workload', () => {
  let started: PlaneWithRuntime
  let plane: TestControlPlane
  let cluster: TestCluster
  let repository: TestRepository
  let folder: string
  beforeAll(async () => {
    repository = await startHttpRepository()
    await repository.add(blogChart)
    folder = await mkdtemp(join(tmpdir(), 'qleet-helm-dependencies-'))
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

  const cli = cliOf(() => plane)

  const definition = (name: string, dependencies: object[], more: object = {}) => ({
    kind: 'HelmWorkloadDefinition',
    name,
    spec: { repo: repository.url, chart: 'blog', dependencies, ...more },
  })
  const instance = (name: string) => ({
    kind: 'HelmWorkloadInstance',
    name,
    spec: { definition: name, releaseNamespace: name },
  })
  const remove = async (name: string) => {
    const keys = ['HelmWorkloadInstance', 'HelmWorkloadDefinition'].map((kind) => ({ kind, name }))
    await plane.client.objects.delete(keys)
    await plane.gone('HelmWorkloadInstance', name)
    await plane.gone('HelmWorkloadDefinition', name)
  }
  const deployment = async (namespace: string, name = 'web') =>
    (await cluster.get(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`)) as unknown as Resource
  const jobs = async (namespace: string): Promise<Resource[]> => {
    const path = `/apis/batch/v1/namespaces/${namespace}/jobs`
    const { items } = (await cluster.client.request({ method: 'GET', path })) as { items: Resource[] }
    return items
  }
  const variablesOf = ({ spec }: Resource) =>
    Object.fromEntries(
      spec.template.spec.containers.map(({ name, env = [] }) => [name, env.map((each) => each.name)]),
    )
  const causeOf = async (kind: string, name: string, reason: string) => {
    const { status } = await plane.until(kind, name, (object) => object.status.cause?.reason === reason)
    return status.cause?.message
  }

  const rpc = (port: number, more: object = {}) => ({
    name: 'rpc',
    kind: 'Workload',
    spec: { yamlDocument: node(port) },
    inject: [{ container: 'app', env: { RPC_URL: 'uri' } }, { workload: 'migrate' }],
    ...more,
  })

  it('exist before its hooks run, reach only containers of the chart, and are deleted with it', async () => {
    const before = await userObjects(plane.client)
    await plane.client.apply([
      { kind: 'SecretDefinition', name: 'mail', spec: { data: { password: 'correct horse' } } },
      definition(
        'blog',
        [
          rpc(8545),
          { name: 'mail', kind: 'Secret', definition: 'mail' },
          { name: 'rates', kind: 'WorkloadServiceDependency', spec: { upstreamHost: 'rates.example.com' } },
          { name: 'site', kind: 'Gateway', spec: { service: 'web', http: [{ port: 8080 }] } },
        ],
        { additionalResources, valuesDocument: 'existingSecret: rates-binding\n' },
      ),
    ])
    await plane.client.apply([instance('blog')])
    const { status } = await plane.ready('HelmWorkloadInstance', 'blog')
    expect(status.outputs).toMatchObject({
      dependencies: [
        { name: 'rpc', object: 'blog-rpc', ready: true, binding: 'rpc-binding' },
        { name: 'mail', object: 'blog-mail', ready: true, binding: 'blog-mail' },
        { name: 'rates', object: 'blog-rates', ready: true, binding: 'rates-binding' },
        { name: 'site', kind: 'GatewayInstance', object: 'blog-site', ready: true },
      ],
      services: [{ name: 'web' }],
    })
    const site = await plane.client.gatewayInstances.get({ name: 'blog-site' })
    expect(site?.spec).toMatchObject({ helmWorkloadInstance: 'blog', runtime: 'space' })

    const web = await deployment('blog')
    expect(variablesOf(web)).toEqual({ app: ['RPC_URL'], sidecar: [] })
    expect(Object.keys(web.spec.template.metadata?.annotations ?? {})).toEqual([
      'binding.qleet.io/rpc',
      'binding.qleet.io/rates',
    ])
    expect(variablesOf(await deployment('blog', 'extra'))).toEqual({ app: [] })
    const [migration, ...others] = await jobs('blog')
    expect(others).toEqual([])
    expect(migration && variablesOf(migration)['migrate']).toContain('RPC_HOST')
    const binding = (await cluster.get('/api/v1/namespaces/blog/secrets/rpc-binding')) as unknown as Resource
    // The Secret has not changed since, so its version is that of its creation, which precedes that of the hook.
    const versions = [binding, web].map(({ metadata }) => Number(metadata.resourceVersion))
    expect(versions[0]).toBeLessThan(Number(migration?.metadata.resourceVersion))
    expect(versions[0]).toBeLessThan(versions[1] ?? 0)

    const tree = await cli(['tree', 'helm-workload/blog'])
    expect(tree.stdout).toMatch(/GatewayInstance\/blog-site/)
    const plan = await cli(['delete', 'helm-workload/blog', '--plan'])
    expect(plan.stdout).toMatch(
      /gateway-instance\/blog-site[^]*helm-workload-instance\/blog [^]*workload-instance\/blog-rpc/,
    )

    await remove('blog')
    await plane.client.objects.delete([{ kind: 'SecretDefinition', name: 'mail' }])
    await plane.gone('SupportServiceInstance', 'gateway-space')
    await plane.gone('SupportServiceInstance', 'forward-proxy-space')
    await eventually(async () => (await userObjects(plane.client)).length === before.length)
    expect(await userObjects(plane.client)).toEqual(before)
  })

  it('run as the guide shows them', async () => {
    const guide = await readFile('docs/guide/helm.md', 'utf8')
    const [, section = ''] = /^## Dependencies\n(.*?)^## /ms.exec(guide) ?? []
    const [, sample = ''] = /^```yaml\n(.*?)^```$/ms.exec(section) ?? []
    const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? []
    const file = join(folder, 'blog.yaml')
    await writeFile(file, sample)
    const outputs = new Map<string, string>()
    for (const line of script.trim().split('\n')) {
      const command = line.replace('blog.yaml', file).split(' ').slice(1)
      const { exit, stdout, stderr } = await cli(command)
      expect(exit, `${line}: ${stderr}`).toBe(0)
      outputs.set(command[0] ?? '', stdout)
    }
    expect(outputs.get('plan')).toMatch(/database-instance\/blog-db[^]*gateway-instance\/blog-site/)
    expect(outputs.get('tree')).toMatch(/DatabaseInstance\/blog-db/)
    expect(outputs.get('why')).toBe('helm-workload-instance/blog is ready.\n')
    expect(outputs.get('delete')).toContain('database-instance/blog-db')
    expect(variablesOf(await deployment('blog'))['app']).toEqual(['DATABASE_URL'])
    const web = JSON.stringify(await deployment('blog'))
    expect(web).toContain('{"secretRef":{"name":"db-binding"}}')
  })

  it('roll its pods and not its hooks when a binding changes', async () => {
    await plane.client.apply([definition('roll', [rpc(8545)]), instance('roll')])
    await plane.ready('HelmWorkloadInstance', 'roll')
    const before = (await deployment('roll')).spec.template.metadata?.annotations ?? {}
    expect(Object.keys(before)).toEqual(['binding.qleet.io/rpc'])
    const ran = (await jobs('roll')).map(({ metadata }) => metadata.name)
    await plane.client.apply([definition('roll', [rpc(8546)])])
    const after = await eventually(async () => {
      const { annotations = {} } = (await deployment('roll')).spec.template.metadata ?? {}
      return annotations['binding.qleet.io/rpc'] === before['binding.qleet.io/rpc'] ? undefined : annotations
    })
    expect(Object.keys(after ?? {})).toEqual(['binding.qleet.io/rpc'])
    await plane.ready('HelmWorkloadInstance', 'roll')
    expect((await jobs('roll')).map(({ metadata }) => metadata.name)).toEqual(ran)
    await remove('roll')
  })

  it('of rollout manual leave its pods as they are, and say that a restart is due', async () => {
    const later = (port: number) => rpc(port, { rollout: 'manual' })
    await plane.client.apply([definition('late', [later(1)]), instance('late')])
    await plane.ready('HelmWorkloadInstance', 'late')
    const { template } = (await deployment('late')).spec
    await plane.client.apply([definition('late', [later(2)])])
    const { status } = await plane.until('HelmWorkloadInstance', 'late', (object) => {
      const { dependencies = [] } = object.status.outputs as { dependencies?: { restartDue?: boolean }[] }
      return object.status.ready && dependencies.some(({ restartDue }) => restartDue === true)
    })
    expect(status.conditions.find(({ type }) => type === 'Ready')?.message).toContain(
      'Pods use an earlier binding of rpc until they are restarted, for example by kubectl rollout restart.',
    )
    expect((await deployment('late')).spec.template).toEqual(template)
    await remove('late')
  })

  it('name a container that the chart does not render, once it is rendered', async () => {
    const wrong = rpc(8545, { inject: [{ workload: 'extra', container: 'app' }] })
    await plane.client.apply([definition('wrong', [wrong], { additionalResources }), instance('wrong')])
    expect(await causeOf('HelmWorkloadInstance', 'wrong', 'InjectionTargetNotFound')).toContain(
      'dependencies.rpc.inject[0] of the definition names container "app" of workload "extra", which the chart does not ' +
        'render; it renders Deployment web/app, Deployment web/sidecar, Job migrate/migrate.',
    )
    expect(await jobs('wrong')).toEqual([])
    await plane.client.apply([definition('wrong', [rpc(8545)], { additionalResources })])
    await plane.ready('HelmWorkloadInstance', 'wrong')
    await remove('wrong')
  })

  it('wait for a gateway whose address they ask for, which needs the Services of the chart', async () => {
    const site = {
      name: 'site',
      kind: 'Gateway',
      spec: { http: [{ port: 8080 }] },
      inject: [{ container: 'app', env: { PUBLIC_URL: 'uri' } }],
    }
    await plane.client.apply([definition('public', [site]), instance('public')])
    await plane.ready('HelmWorkloadInstance', 'public')
    expect(variablesOf(await deployment('public'))['app']).toEqual(['PUBLIC_URL'])
    await remove('public')
  })

  it('name the Services that the chart renders when a gateway names another', async () => {
    await plane.client.apply([
      definition('astray', []),
      instance('astray'),
      { kind: 'GatewayDefinition', name: 'astray', spec: { service: 'api', http: [{ port: 8081 }] } },
      {
        kind: 'GatewayInstance',
        name: 'astray',
        spec: { definition: 'astray', helmWorkloadInstance: 'astray' },
      },
    ])
    expect(await causeOf('GatewayInstance', 'astray', 'ServiceNotFound')).toBe(
      'Application astray has no Service "api" with a port; it has web. Set service in the definition of the gateway to one of its Services.',
    )
    await plane.client.apply([
      { kind: 'GatewayDefinition', name: 'other', spec: { http: [{ port: 8081 }], domain: 'a.example.com' } },
      {
        kind: 'GatewayInstance',
        name: 'other',
        spec: { definition: 'other', helmWorkloadInstance: 'astray' },
      },
      { kind: 'GatewayDefinition', name: 'tcp', spec: { tcp: [{ port: 8081 }] } },
      { kind: 'GatewayInstance', name: 'tcp', spec: { definition: 'tcp', helmWorkloadInstance: 'astray' } },
    ])
    await plane.ready('GatewayInstance', 'other')
    expect(await causeOf('GatewayInstance', 'tcp', 'PortTaken')).toContain('GatewayInstance')
    const names = ['astray', 'other', 'tcp']
    await plane.client.objects.delete(names.map((name) => ({ kind: 'GatewayInstance', name })))
    for (const name of names) await plane.gone('GatewayInstance', name)
    await plane.client.objects.delete(names.map((name) => ({ kind: 'GatewayDefinition', name })))
    await remove('astray')
  })

  it('are refused if the Helm workload would depend on itself, also through a workload', async () => {
    const refusal = { code: 'INVALID_INPUT', message: expect.stringContaining('would depend on itself') }
    await expect(
      plane.client.apply([definition('ring', [{ name: 'a', kind: 'HelmWorkload', definition: 'ring' }])]),
    ).rejects.toMatchObject(refusal)
    const through = { name: 'b', kind: 'HelmWorkload', definition: 'ring' }
    await expect(
      plane.client.apply([
        definition('ring', [{ name: 'a', kind: 'Workload', definition: 'front' }]),
        {
          kind: 'WorkloadDefinition',
          name: 'front',
          spec: { yamlDocument: node(1), dependencies: [through] },
        },
      ]),
    ).rejects.toMatchObject(refusal)
    await plane.client.apply([
      definition('ring', []),
      { kind: 'WorkloadDefinition', name: 'front', spec: { yamlDocument: node(1), dependencies: [through] } },
    ])
    await expect(
      plane.client.apply([definition('ring', [{ name: 'a', kind: 'Workload', definition: 'front' }])]),
    ).rejects.toMatchObject(refusal)
  })

  it('are refused for two applications at once, or for none', async () => {
    const gateway = (spec: object) =>
      plane.client.apply([
        { kind: 'GatewayDefinition', name: 'both', spec: { http: [{}] } },
        { kind: 'GatewayInstance', name: 'both', spec: { definition: 'both', ...spec } },
      ])
    await expect(gateway({ workloadInstance: 'a', helmWorkloadInstance: 'b' })).rejects.toMatchObject({
      message: expect.stringContaining('cannot be combined with workloadInstance'),
    })
    await expect(gateway({})).rejects.toMatchObject({
      message: expect.stringContaining('Name the workload or the Helm workload that it belongs to.'),
    })
  })
})
