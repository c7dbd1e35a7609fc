import { describe, expect, it } from 'vitest'
import { kindByNoun } from '../../cli/kind-names.ts'
import { nounInFiles } from '../../cli/objects/create.ts'
import { read } from '../support/read-documents.ts'

const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n'

const definition = { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument: manifest } }

describe('documents', () => {
  it('may be canonical, many in a file', async () => {
    const text = `apiVersion: qleet.io/v1
kind: WorkloadDefinition
metadata:
  name: shop
  project: team-a
  labels: {tier: web}
spec:
  yamlDocument: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings}
--- # the next one
apiVersion: qleet.io/v1
kind: WorkloadInstance
metadata: {name: shop-1}
spec: {definition: shop}
---
# nothing here
`
    const { objects } = await read({ files: { 'a.yaml': text } })
    expect(objects).toEqual([
      { ...definition, project: 'team-a', labels: { tier: 'web' } },
      { kind: 'WorkloadInstance', name: 'shop-1', spec: { definition: 'shop' } },
    ])
  })

  it('of kind Workload are a definition and an instance of one name', async () => {
    const text = JSON.stringify({
      apiVersion: 'qleet.io/v1',
      kind: 'Workload',
      metadata: { name: 'shop', labels: { a: 'b' } },
      spec: { yamlDocument: manifest, runtime: 'eu' },
    })
    const { objects } = await read({ files: { 'a.json': text } })
    expect(objects).toEqual([
      { ...definition, labels: { a: 'b' } },
      {
        kind: 'WorkloadInstance',
        name: 'shop',
        labels: { a: 'b' },
        spec: { definition: 'shop', runtime: 'eu' },
      },
    ])
  })

  it('may be the output of get, one or a list', async () => {
    const metadata = {
      name: 'team-a',
      labels: {},
      uid: '7',
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: '',
    }
    const printed = {
      apiVersion: 'qleet.io/v1',
      kind: 'Project',
      metadata,
      spec: {},
      status: { ready: true },
    }
    const other = { ...printed, metadata: { ...metadata, name: 'team-b' } }
    const desired = { kind: 'Project', name: 'team-a', labels: {}, spec: {} }
    const { objects } = await read({ files: { 'a.json': JSON.stringify(printed) } })
    expect(objects).toEqual([desired])
    const list = await read({
      files: {
        'a.json': JSON.stringify({ apiVersion: 'qleet.io/v1', kind: 'List', items: [printed, other] }),
      },
    })
    expect(list.objects).toEqual([desired, { ...desired, name: 'team-b' }])
  })

  it('come from stdin and from folders, in which a referenced manifest is not a document', async () => {
    const files = {
      'deploy/b/shop.yaml': 'WorkloadDefinition: {Name: shop, YAMLDocument: manifests/shop.yaml}',
      'deploy/b/manifests/shop.yaml': manifest,
      'deploy/README.md': 'not a document',
    }
    const stdin = 'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: from-stdin}\n'
    const { objects } = await read({ files, names: ['deploy', '-'], stdin, options: { recursive: true } })
    expect(objects).toEqual([definition, { kind: 'Project', name: 'from-stdin', spec: {} }])
  })

  it('get the project of the command line if they have none', async () => {
    const text =
      'apiVersion: qleet.io/v1\nkind: Workload\nmetadata: {name: shop}\nspec:\n  yamlDocument: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: settings}\n---\nProject: {Name: team-a}\n'
    const { objects } = await read({ files: { 'a.yaml': text }, options: { project: 'team-a' } })
    expect(objects.map(({ project }) => project)).toEqual(['team-a', 'team-a', undefined])
  })
})

describe('documents of the legacy format', () => {
  it('are flat, with definition, instance and dependency in one', async () => {
    const text = `Name: "sample"
WorkloadDefinition: {Name: sample-definition, YAMLDocument: sample/m.yaml, UserID: 1}
WorkloadInstance: {Name: sample-instance, WorkloadClusterName: space, WorkloadDefinitionName: sample-definition}
WorkloadServiceDependency:
  - {Name: rpc, UpstreamHost: rpc.ankr.com, UpstreamPath: /eth, WorkloadInstanceName: sample-instance}
  - {Name: dog, UpstreamHost: dog.ceo}
`
    const files = { 'a.yaml': text, 'sample/m.yaml': manifest }
    const { objects, notes } = await read({ files, options: { expects: nounInFiles('workload') } })
    expect(objects).toEqual([
      { kind: 'WorkloadDefinition', name: 'sample-definition', spec: { yamlDocument: manifest } },
      {
        kind: 'WorkloadInstance',
        name: 'sample-instance',
        spec: { runtime: 'space', definition: 'sample-definition' },
      },
      {
        kind: 'WorkloadServiceDependency',
        name: 'rpc',
        spec: { workloadInstance: 'sample-instance', upstreamHost: 'rpc.ankr.com', upstreamPath: '/eth' },
      },
      {
        kind: 'WorkloadServiceDependency',
        name: 'dog',
        spec: { workloadInstance: 'sample-instance', upstreamHost: 'dog.ceo' },
      },
    ])
    expect(notes).toBe('Note: UserID is ignored; the token identifies the owner.\n')
  })

  it.each([
    [
      'Name: d\nYAMLDocument: m.yaml\nCompanyID: 3\n',
      'workload-definition',
      { kind: 'WorkloadDefinition', name: 'd', spec: { yamlDocument: manifest } },
    ],
    [
      'Name: i\nWorkloadDefinitionName: d\nWorkloadClusterName: c\n',
      'workload-instance',
      { kind: 'WorkloadInstance', name: 'i', spec: { definition: 'd', runtime: 'c' } },
    ],
    [
      'Name: s\nUpstreamHost: dog.ceo\nUpstreamPath: /api\nWorkloadInstanceName: i\n',
      'workload-service-dependency',
      {
        kind: 'WorkloadServiceDependency',
        name: 's',
        spec: { upstreamHost: 'dog.ceo', upstreamPath: '/api', workloadInstance: 'i' },
      },
    ],
    [
      'Name: r\nLocation: Local\nKubernetesRuntimeDefinitionName: d\n',
      'kubernetes-runtime-instance',
      { kind: 'KubernetesRuntimeInstance', name: 'r', spec: { location: 'Local', definition: 'd' } },
    ],
  ])('are flat: %j', async (text, noun, object) => {
    const files = { 'a.yaml': text, 'm.yaml': manifest }
    expect((await read({ files, options: { expects: kindByNoun(noun) } })).objects).toEqual([object])
    expect((await read({ files })).objects).toEqual([object])
  })

  it.each([
    ['WorkloadDefinition: {Name: shop, YAMLDocument: m.yaml}', [definition]],
    [
      'WorkloadInstance: {Name: i, WorkloadDefinition: {Name: shop}, KubernetesRuntimeInstance: {Name: eu}}',
      [{ kind: 'WorkloadInstance', name: 'i', spec: { definition: 'shop', runtime: 'eu' } }],
    ],
    [
      'Workload: {Name: shop, YAMLDocument: m.yaml, KubernetesRuntimeInstance: {Name: eu}}',
      [definition, { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop', runtime: 'eu' } }],
    ],
    [
      'Workload: {Name: shop, YAMLDocument: m.yaml, DomainName: {Name: d, Domain: example.com, Zone: Public, AdminEmail: a@example.com}, Gateway: {Name: g, HttpPorts: [{Port: 443, TLSEnabled: true, Path: /}], TcpPorts: [{Port: 22}], ServiceName: web, SubDomain: blog}}',
      [
        definition,
        { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop' } },
        {
          kind: 'DomainNameDefinition',
          name: 'd',
          spec: { domain: 'example.com', zone: 'Public', adminEmail: 'a@example.com' },
        },
        { kind: 'DomainNameInstance', name: 'd', spec: { definition: 'd', workloadInstance: 'shop' } },
        {
          kind: 'GatewayDefinition',
          name: 'g',
          spec: {
            http: [{ port: 443, tls: true, path: '/' }],
            tcp: [{ port: 22 }],
            service: 'web',
            subDomain: 'blog',
            domainName: 'd',
          },
        },
        { kind: 'GatewayInstance', name: 'g', spec: { definition: 'g', workloadInstance: 'shop' } },
      ],
    ],
    [
      'Gateway: {Name: g, TcpPorts: [{Port: 22}], DomainNameDefinition: {Name: d}, WorkloadInstance: {Name: shop}, KubernetesRuntimeInstance: {Name: eu}}',
      [
        { kind: 'GatewayDefinition', name: 'g', spec: { tcp: [{ port: 22 }], domainName: 'd' } },
        {
          kind: 'GatewayInstance',
          name: 'g',
          spec: { definition: 'g', workloadInstance: 'shop', runtime: 'eu' },
        },
      ],
    ],
    [
      'ControlPlane: {Name: congo, Namespace: congo, AuthEnabled: true, OnboardParent: true, KubernetesRuntimeInstance: {Name: eu}, CustomComponentInfo: [{Name: rest-api, ImageTag: v0.2}]}',
      [
        { kind: 'ControlPlaneDefinition', name: 'congo', spec: {} },
        {
          kind: 'ControlPlaneInstance',
          name: 'congo',
          spec: { definition: 'congo', namespace: 'congo', runtime: 'eu' },
        },
      ],
    ],
    [
      'KubernetesRuntime: {Name: k, InfraProvider: simulated, Location: "Europe:Paris", DefaultRuntime: true, HighAvailability: false}',
      [
        {
          kind: 'KubernetesRuntimeDefinition',
          name: 'k',
          spec: { provider: 'simulated', highAvailability: false },
        },
        {
          kind: 'KubernetesRuntimeInstance',
          name: 'k',
          spec: { definition: 'k', location: 'Europe:Paris', defaultRuntime: true },
        },
      ],
    ],
    [
      'KubernetesRuntime: {Name: k, InfraProvider: eks, InfraProviderAccountName: default-account, HighAvailability: true, Location: "NorthAmerica:NewYork"}',
      [
        {
          kind: 'KubernetesRuntimeDefinition',
          name: 'k',
          spec: { provider: 'eks', account: 'default-account', highAvailability: true },
        },
        {
          kind: 'KubernetesRuntimeInstance',
          name: 'k',
          spec: { definition: 'k', location: 'NorthAmerica:NewYork' },
        },
      ],
    ],
    [
      'AwsEksKubernetesRuntime: {Name: e, AwsAccountName: main, ZoneCount: 2, DefaultNodeGroupInstanceType: t2.micro, DefaultNodeGroupInitialSize: 2, Region: us-east-2}',
      [
        {
          kind: 'AwsEksKubernetesRuntimeDefinition',
          name: 'e',
          spec: {
            awsAccount: 'main',
            zoneCount: 2,
            defaultNodeGroupInstanceType: 't2.micro',
            defaultNodeGroupInitialSize: 2,
          },
        },
        {
          kind: 'AwsEksKubernetesRuntimeInstance',
          name: 'e',
          spec: { definition: 'e', region: 'us-east-2' },
        },
      ],
    ],
    [
      'KubernetesRuntimeInstance: {Name: k, Region: Local, KubernetesRuntimeDefinition: {Name: d}}',
      [{ kind: 'KubernetesRuntimeInstance', name: 'k', spec: { location: 'Local', definition: 'd' } }],
    ],
    [
      'ObservabilityStack: {Name: o, KubernetesRuntimeInstance: {Name: eu}, MetricsEnabled: true, LoggingEnabled: false, LokiHelmValuesDocument: m.yaml, GrafanaHelmValues: "replicas: 2", PromtailHelmValues: "a: b"}',
      [
        {
          kind: 'ObservabilityStackDefinition',
          name: 'o',
          spec: { lokiHelmValuesDocument: manifest, grafanaHelmValuesDocument: 'replicas: 2' },
        },
        {
          kind: 'ObservabilityStackInstance',
          name: 'o',
          spec: {
            definition: 'o',
            runtime: 'eu',
            metricsEnabled: true,
            loggingEnabled: false,
            lokiHelmValuesDocument: manifest,
            grafanaHelmValuesDocument: 'replicas: 2',
          },
        },
      ],
    ],
    [
      'Project: {Name: team-a, Description: ours}',
      [{ kind: 'Project', name: 'team-a', spec: { description: 'ours' } }],
    ],
  ])('have one key that is the kind: %s', async (text, objects) => {
    expect((await read({ files: { 'a.yaml': text, 'm.yaml': manifest } })).objects).toEqual(objects)
  })

  it('reference files relative to themselves, else to the working directory', async () => {
    const text = 'WorkloadDefinition: {Name: shop, YAMLDocument: m.yaml}'
    const beside = await read({ files: { 'deep/a.yaml': text, 'deep/m.yaml': manifest, 'm.yaml': 'x' } })
    expect(beside.objects).toEqual([definition])
    const above = await read({
      files: { 'deep/a.yaml': text, 'work/m.yaml': manifest },
      names: ['../deep/a.yaml'],
      cwd: 'work',
    })
    expect(above.objects).toEqual([definition])
  })

  it('reference files that are not read if only names are needed', async () => {
    const text = 'Workload: {Name: shop, YAMLDocument: gone.yaml}'
    const { objects } = await read({ files: { 'a.yaml': text }, options: { identityOnly: true } })
    expect(objects.map(({ kind, name }) => [kind, name])).toEqual([
      ['WorkloadDefinition', 'shop'],
      ['WorkloadInstance', 'shop'],
    ])
  })
})
