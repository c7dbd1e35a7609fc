import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { clusterOf, type TestCluster } from '../../support/kubernetes.ts'
import { defaultRuntime } from '../../support/store.ts'

let plane: TestControlPlane
let cluster: TestCluster
beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
  cluster = await clusterOf(plane, 'space')
  await plane.client.apply([definition()])
})
afterAll(async () => {
  await cluster?.close()
  await plane?.stop()
})

const yamlDocument = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: registry.example.com:5000/shop/web:1.0
          env: [{ name: MODE, value: production }]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { url: none }
`

const parameters = [
  {
    name: 'host',
    description: 'The public host name.',
    set: [{ name: 'settings', path: '.data.url', template: 'https://{value}/' }],
  },
  {
    name: 'replicas',
    type: 'integer',
    default: 1,
    minimum: 1,
    maximum: 5,
    set: [{ kind: 'Deployment', name: 'web', path: '.spec.replicas' }],
  },
  {
    name: 'size',
    default: 'small',
    options: ['small', 'large'],
    set: [{ name: 'web', path: '.spec.template.metadata.annotations["example.com/size"]' }],
  },
]

function definition(more: object = {}) {
  return { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument, parameters, ...more } }
}

function instance(name: string, spec: object) {
  return { kind: 'WorkloadInstance', name, spec: { definition: 'shop', namespace: name, ...spec } }
}

interface Deployment {
  replicas: number
  template: {
    metadata: { annotations?: Record<string, string> }
    spec: { containers: Record<string, unknown>[] }
  }
}

async function deploymentIn(namespace: string): Promise<Deployment> {
  await plane.ready('WorkloadInstance', namespace)
  const found = await cluster.get(`/apis/apps/v1/namespaces/${namespace}/deployments/web`)
  return found?.['spec'] as Deployment
}

async function errorsOf(objects: Parameters<typeof plane.client.apply>[0]): Promise<string[]> {
  const error: unknown = await plane.client.apply(objects).catch((caught: unknown) => caught)
  const { details } = error as { details?: { fields?: { path: string; message: string }[] } }
  return (details?.fields ?? []).map(({ path, message }) => `${path}: ${message}`)
}

describe('parameters', () => {
  it('set fields of the resources, each instance its own', async () => {
    await plane.client.apply([
      instance('staging', { parameters: { host: 'staging.example.com' } }),
      instance('production', { parameters: { host: 'example.com', replicas: 3, size: 'large' } }),
    ])
    const staging = await deploymentIn('staging')
    const production = await deploymentIn('production')
    expect([staging.replicas, production.replicas]).toEqual([1, 3])
    expect(staging.template.metadata.annotations).toMatchObject({ 'example.com/size': 'small' })
    expect(production.template.metadata.annotations).toMatchObject({ 'example.com/size': 'large' })
    expect(await cluster.get('/api/v1/namespaces/production/configmaps/settings')).toMatchObject({
      data: { url: 'https://example.com/' },
    })
  })

  it.each([
    ['a missing one', {}, 'spec.parameters.host: is missing: the definition requires it'],
    [
      'an unknown one',
      { host: 'a', hsot: 'b' },
      'spec.parameters.hsot: is not a parameter of the definition',
    ],
    ['a wrong type', { host: 'a', replicas: 'two' }, 'spec.parameters.replicas: must be an integer'],
    ['a value out of range', { host: 'a', replicas: 6 }, 'spec.parameters.replicas: must be at most 5'],
    ['another value', { host: 'a', size: 'huge' }, 'spec.parameters.size: must be one of "small", "large"'],
  ])('are refused with %s', async (_, given, expected) => {
    expect(await errorsOf([instance('wrong', { parameters: given })])).toEqual([`documents[0].${expected}`])
    const input = { name: 'wrong', spec: { definition: 'shop', parameters: given } }
    await expect(plane.client.workloadInstances.create({ input })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it('that a definition requires are refused without any, also when a single object is created', async () => {
    const created = plane.client.workloadInstances.create({
      input: { name: 'wrong', spec: { definition: 'shop' } },
    })
    await expect(created).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: [{ path: 'spec.parameters.host', code: 'REQUIRED' }] },
    })
  })

  it('cannot be declared so that existing instances break, unless these change as well', async () => {
    const changed = [{ ...parameters[0], name: 'hostName' }, ...parameters.slice(1)]
    const errors = await errorsOf([definition({ parameters: changed })])
    expect(errors[0]).toMatch(
      /^documents\[0\]\.spec\.parameters: does not fit WorkloadInstance "(staging|production)"/,
    )
    expect(
      await errorsOf([
        definition({ parameters: changed }),
        instance('staging', { parameters: { hostName: 'a.example.com' } }),
        instance('production', { parameters: { hostName: 'b.example.com' } }),
      ]),
    ).toEqual([])
    await plane.client.apply([
      definition(),
      instance('staging', { parameters: { host: 'staging.example.com' } }),
      instance('production', { parameters: { host: 'example.com' } }),
    ])
  })

  it.each([
    ['a default of another type', { type: 'integer', default: 'x' }, '.default: must be an integer'],
    [
      'a resource that does not exist',
      { set: [{ name: 'wbe', path: '.spec.replicas' }] },
      '.set[0].name: is not a resource of the definition',
    ],
    ['a path that is none', { set: [{ name: 'web', path: 'spec' }] }, '.set[0].path: must be a path like'],
  ])('cannot be declared with %s', async (_, wrong, expected) => {
    const [first] = parameters
    const errors = await errorsOf([definition({ parameters: [{ ...first, default: 'a', ...wrong }] })])
    expect(errors).toEqual([expect.stringContaining(`documents[0].spec.parameters[0]${expected}`)])
  })
})

describe('overrides', () => {
  const host = { host: 'a.example.com' }

  it('change images, variables, quantities, and anything by patches', async () => {
    const overrides = {
      images: [{ name: 'registry.example.com:5000/shop/web', newTag: '2.0' }],
      env: [
        { name: 'MODE', value: 'test' },
        { workload: 'web', container: 'web', name: 'EXTRA', value: '1' },
      ],
      resources: [{ container: 'web', requests: { cpu: '100m' }, limits: { memory: '64Mi' } }],
      patches: [
        {
          patch:
            'kind: Deployment\nmetadata: { name: web }\nspec: { template: { spec: { containers: [{ name: log, image: "log:1" }] } } }',
        },
        {
          target: { kind: 'ConfigMap' },
          patch: '[{ op: add, path: /data/extra, value: "yes" }]',
        },
      ],
    }
    await plane.client.apply([instance('changed', { parameters: host, overrides })])
    const { template } = await deploymentIn('changed')
    expect(template.spec.containers).toMatchObject([
      { name: 'log', image: 'log:1' },
      {
        name: 'web',
        image: 'registry.example.com:5000/shop/web:2.0',
        env: [
          { name: 'MODE', value: 'test' },
          { name: 'EXTRA', value: '1' },
        ],
        resources: { requests: { cpu: '100m' }, limits: { memory: '64Mi' } },
      },
    ])
    expect(await cluster.get('/api/v1/namespaces/changed/configmaps/settings')).toMatchObject({
      data: { url: 'https://a.example.com/', extra: 'yes' },
    })
  })

  it('replace the name and digest of an image', async () => {
    const digest = `sha256:${'a'.repeat(64)}`
    const images = [{ name: 'registry.example.com:5000/shop/web', newName: 'mirror.example.com/web', digest }]
    await plane.client.apply([instance('mirrored', { parameters: host, overrides: { images } })])
    const { template } = await deploymentIn('mirrored')
    expect(template.spec.containers[0]).toMatchObject({ image: `mirror.example.com/web@${digest}` })
  })

  it.each([
    [
      'an image that no container has',
      { images: [{ name: 'nginx', newTag: '2' }] },
      'images[0]: matches no container with image nginx of the definition',
    ],
    [
      'a workload that does not exist',
      { env: [{ workload: 'api', name: 'A', value: '1' }] },
      'env[0]: matches no container api of the definition',
    ],
    [
      'a patch of nothing',
      { patches: [{ target: { kind: 'Service' }, patch: 'spec: {}' }] },
      'patches[0]: matches no Service of the definition',
    ],
    [
      'a patch that fails',
      { patches: [{ target: { kind: 'ConfigMap' }, patch: '[{ op: remove, path: /data/none }]' }] },
      'patches[0]: cannot be applied to ConfigMap settings: there is no /data/none',
    ],
  ])('that match nothing or fail are refused: %s', async (_, overrides, expected) => {
    const wrong = instance('blocked', { parameters: host, overrides })
    expect(await errorsOf([wrong])).toEqual([`documents[0].spec.overrides.${expected}`])
    const placement = {
      locations: ['Local', 'Europe:Paris'],
      overrides: [{ location: 'Local', overrides }],
    }
    const placed = { ...wrong, spec: { ...instance('blocked', { parameters: host }).spec, placement } }
    expect(await errorsOf([placed])).toEqual([
      `documents[0].spec.placement.overrides[0].overrides.${expected}`,
    ])
  })

  it('that match nothing after a change of the definition block the instance', async () => {
    const overrides = { patches: [{ target: { name: 'later' }, patch: 'data: { a: b }' }] }
    const later = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: NAME }\ndata: {}\n'
    const workload = (name: string) => ({
      kind: 'WorkloadDefinition',
      name: 'later',
      spec: { yamlDocument: later.replace('NAME', name) },
    })
    const using = { kind: 'WorkloadInstance', name: 'later', spec: { definition: 'later', overrides } }
    await plane.client.apply([workload('later'), using])
    await plane.ready('WorkloadInstance', 'later')
    await plane.client.apply([workload('sooner')])
    const { status } = await plane.until('WorkloadInstance', 'later', ({ status: { cause } }) => {
      return cause?.reason === 'InvalidOverride'
    })
    expect(status.cause?.message).toContain('Overrides.patches[0] matches no resource later')
  })

  it('are refused where they are invalid by themselves', async () => {
    const overrides = {
      images: [{ name: 'a' }],
      resources: [{ requests: { cpu: 'much' } }],
      patches: [{ target: { kind: 'Secret' }, patch: 'data: {}' }],
    }
    expect(await errorsOf([instance('wrong', { parameters: host, overrides })])).toEqual([
      'documents[0].spec.overrides.images[0]: must set newName, newTag or digest',
      'documents[0].spec.overrides.resources[0].requests.cpu: must be a quantity such as "500m" or "256Mi"',
      'documents[0].spec.overrides.patches[0]: cannot patch Secrets, whose values it would not store encrypted',
    ])
  })
})
