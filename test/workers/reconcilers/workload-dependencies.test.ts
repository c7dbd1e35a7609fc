import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyObject } from '../../../client-sdk/index.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { clusterOf, decoded, type TestCluster } from '../../support/kubernetes.ts'
import { cliOf } from '../../support/run-cli.ts'
import { defaultRuntime } from '../../support/store.ts'

let plane: TestControlPlane
let cluster: TestCluster
const cli = cliOf(() => plane)
beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
  cluster = await clusterOf(plane, 'space')
})
afterAll(async () => {
  await cluster?.close()
  await plane?.stop()
})

const web = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: nginx:1.29
          env:
            - { name: NODE_PORT, value: fixed }
        - name: sidecar
          image: nginx:1.29
`

function node(port: number): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: node
spec:
  selector: { app: node }
  ports:
    - { name: http-rpc, port: ${port} }
`
}

interface Pods {
  metadata: { annotations?: Record<string, string> }
  spec: { containers: { name: string; env?: { name: string; value?: string; valueFrom?: unknown }[] }[] }
}

async function namespaceOf(name: string): Promise<string> {
  const { status } = await plane.ready('WorkloadInstance', name)
  return (status.outputs as { namespace: string }).namespace
}

async function podsOf(namespace: string): Promise<Pods> {
  const found = await cluster.get(`/apis/apps/v1/namespaces/${namespace}/deployments/web`)
  return (found?.['spec'] as { template: Pods }).template
}

async function bindingIn(namespace: string, name: string): Promise<Record<string, string>> {
  return decoded(await cluster.get(`/api/v1/namespaces/${namespace}/secrets/${name}`))
}

/** Returns what the outputs of an application have about its dependency `node`. */
function nodeOf({ status }: AnyObject): { ready: boolean; restartDue?: boolean } {
  const { dependencies = [] } = status.outputs as {
    dependencies?: { name: string; ready: boolean; restartDue?: boolean }[]
  }
  return dependencies.find(({ name }) => name === 'node') ?? { ready: false }
}

function restartDue(application: AnyObject): boolean {
  return nodeOf(application).restartDue === true
}

function shop(port: number, more: object = {}) {
  return {
    kind: 'WorkloadDefinition',
    name: 'shop',
    spec: {
      yamlDocument: web,
      dependencies: [
        {
          name: 'node',
          kind: 'Workload',
          spec: { yamlDocument: node(port) },
          inject: [{ workload: 'web', container: 'web' }],
          ...more,
        },
        {
          name: 'rates',
          kind: 'WorkloadServiceDependency',
          spec: { upstreamHost: 'rates.example.com' },
          inject: [{ env: { RATES_URL: 'uri' } }],
        },
      ],
    },
  }
}

describe('the dependencies of a workload', () => {
  it('get objects of their own, whose outputs reach the containers as bindings', async () => {
    await plane.client.apply([
      shop(8545),
      { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop' } },
    ])
    const namespace = await namespaceOf('shop')
    const nodeNamespace = await namespaceOf('shop-node')
    const host = `node.${nodeNamespace}.svc.cluster.local`
    expect(await bindingIn(namespace, 'node-binding')).toEqual({
      type: 'http',
      provider: 'qleetos',
      host,
      port: '8545',
      uri: `http://${host}:8545`,
      'node-host': host,
      'node-http-rpc-port': '8545',
    })
    const { status } = await plane.ready('WorkloadServiceDependency', 'shop-rates')
    const { address } = status.outputs as { address: string }
    expect(await bindingIn(namespace, 'rates-binding')).toMatchObject({ uri: address })

    const { metadata, spec } = await podsOf(namespace)
    const [main, sidecar] = spec.containers
    const named = Object.fromEntries((main?.env ?? []).map(({ name, ...value }) => [name, value]))
    expect(named['NODE_HOST']).toEqual({
      valueFrom: { secretKeyRef: { name: 'node-binding', key: 'host' } },
    })
    expect(named['NODE_PORT']).toEqual({ value: 'fixed' })
    expect(sidecar?.env?.map(({ name }) => name)).toEqual(['RATES_URL'])
    expect(Object.keys(metadata.annotations ?? {})).toEqual([
      'binding.qleet.io/node',
      'binding.qleet.io/rates',
    ])
  })

  it('are listed in the outputs of the instance', async () => {
    const { status } = await plane.ready('WorkloadInstance', 'shop')
    expect(status.outputs).toMatchObject({
      dependencies: [
        { name: 'node', kind: 'WorkloadInstance', object: 'shop-node', ready: true, binding: 'node-binding' },
        {
          name: 'rates',
          kind: 'WorkloadServiceDependency',
          object: 'shop-rates',
          ready: true,
          binding: 'rates-binding',
        },
      ],
    })
  })

  it('roll the pods that use a binding when it changes', async () => {
    const namespace = await namespaceOf('shop')
    const before = (await podsOf(namespace)).metadata.annotations ?? {}
    await plane.client.apply([shop(8546)])
    const after = await eventually(async () => {
      const { metadata } = await podsOf(namespace)
      const { port } = await bindingIn(namespace, 'node-binding')
      return port === '8546' &&
        metadata.annotations?.['binding.qleet.io/node'] !== before['binding.qleet.io/node']
        ? metadata.annotations
        : undefined
    })
    expect(after?.['binding.qleet.io/rates']).toBe(before['binding.qleet.io/rates'])
  })

  it('of rollout manual leave the pods as they are', async () => {
    const namespace = await namespaceOf('shop')
    await plane.client.apply([shop(8547, { rollout: 'manual' })])
    await eventually(async () => (await bindingIn(namespace, 'node-binding'))['port'] === '8547' || undefined)
    await plane.ready('WorkloadInstance', 'shop')
    const { metadata } = await podsOf(namespace)
    expect(Object.keys(metadata.annotations ?? {})).toEqual(['binding.qleet.io/rates'])
  })

  it('of rollout manual say that a restart is due until the pods are restarted', async () => {
    const namespace = await namespaceOf('shop')
    // The change to manual rollouts has replaced the pods, maybe before the binding changed.
    expect((await cli(['rollout', 'restart', 'workload/shop'])).exit).toBe(0)
    await plane.until(
      'WorkloadInstance',
      'shop',
      (each) => each.ready && each.generation === each.observedGeneration && !restartDue(each),
    )
    await plane.client.apply([shop(8548, { rollout: 'manual' })])
    await eventually(async () => (await bindingIn(namespace, 'node-binding'))['port'] === '8548' || undefined)
    const due = await plane.until('WorkloadInstance', 'shop', (each) => each.ready && restartDue(each))
    const text =
      'Pods use an earlier binding of node until they are restarted: qleetctl rollout restart workload/shop'
    expect(due.status.conditions.find(({ type }) => type === 'Ready')?.message).toContain(text)
    expect((await cli(['why', 'workload/shop'])).stdout).toContain(text)
    await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name: 'shop' })
    expect((await cli(['rollout', 'restart', 'workload/shop'])).exit).toBe(0)
    await plane.until('WorkloadInstance', 'shop', (each) => each.ready && !restartDue(each))
  })

  it('of rollout manual say that a restart is due, although the pods are not ready yet', async () => {
    const waiting = web.replace(
      'value: fixed',
      'valueFrom: { configMapKeyRef: { name: missing, key: port } }',
    )
    const stuck = (port: number) => {
      const { kind, spec } = shop(port, { rollout: 'manual' })
      return { kind, name: 'stuck', spec: { ...spec, yamlDocument: waiting } }
    }
    await plane.client.apply([
      stuck(8545),
      { kind: 'WorkloadInstance', name: 'stuck', spec: { definition: 'stuck' } },
    ])
    const waitingForPods = await plane.until(
      'WorkloadInstance',
      'stuck',
      ({ status }) => status.cause?.reason === 'CreateContainerConfigError',
    )
    expect(nodeOf(waitingForPods)).toMatchObject({ ready: true })
    expect(restartDue(waitingForPods)).toBe(false)
    await plane.client.apply([stuck(8546)])
    expect((await plane.until('WorkloadInstance', 'stuck', restartDue)).ready).toBe(false)
  })

  it('may be existing objects, whose changes reach the application and which cannot be deleted', async () => {
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'central', spec: { yamlDocument: node(7000) } },
      { kind: 'WorkloadInstance', name: 'central', spec: { definition: 'central' } },
      {
        kind: 'WorkloadDefinition',
        name: 'client',
        spec: { yamlDocument: web, dependencies: [{ name: 'node', kind: 'Workload', instance: 'central' }] },
      },
      { kind: 'WorkloadInstance', name: 'client', spec: { definition: 'client' } },
    ])
    const namespace = await namespaceOf('client')
    expect(await bindingIn(namespace, 'node-binding')).toMatchObject({ port: '7000' })
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'central', spec: { yamlDocument: node(7001) } },
    ])
    await eventually(async () => (await bindingIn(namespace, 'node-binding'))['port'] === '7001' || undefined)
    const deletion = plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'central' }])
    await expect(deletion).rejects.toMatchObject({ code: 'BLOCKED', details: { by: [{ name: 'client' }] } })
  })

  it('may be shared, and are deleted with the last application that uses them', async () => {
    const sharing = (name: string) => ({
      kind: 'WorkloadDefinition',
      name,
      spec: {
        yamlDocument: web,
        dependencies: [
          { name: 'node', kind: 'Workload', shared: 'common', spec: { yamlDocument: node(9000) } },
        ],
      },
    })
    await plane.client.apply(
      ['one', 'two'].flatMap((name) => [
        sharing(name),
        { kind: 'WorkloadInstance', name, spec: { definition: name } },
      ]),
    )
    await namespaceOf('one')
    await namespaceOf('two')
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'one' }])
    await plane.gone('WorkloadInstance', 'one')
    expect(await plane.client.workloadInstances.get({ name: 'common' })).toMatchObject({ ready: true })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'two' }])
    await plane.gone('WorkloadInstance', 'common')
    await plane.gone('WorkloadDefinition', 'common')
  })

  it('may be Secrets, which are delivered to the application, and whose rotation rolls the pods that use them', async () => {
    const credentials = (password: string) => ({
      kind: 'SecretDefinition',
      name: 'credentials',
      spec: { data: { username: 'shop', password } },
    })
    await plane.client.apply([
      credentials('first'),
      {
        kind: 'WorkloadDefinition',
        name: 'mailer',
        spec: {
          yamlDocument: web,
          dependencies: [
            {
              name: 'mail',
              kind: 'Secret',
              definition: 'credentials',
              inject: [{ container: 'web', env: { MAIL_PASSWORD: 'password' } }],
            },
          ],
        },
      },
      { kind: 'WorkloadInstance', name: 'mailer', spec: { definition: 'mailer' } },
    ])
    const namespace = await namespaceOf('mailer')
    const { spec, metadata } = await podsOf(namespace)
    expect(spec.containers[0]?.env).toContainEqual({
      name: 'MAIL_PASSWORD',
      valueFrom: { secretKeyRef: { name: 'mailer-mail', key: 'password' } },
    })
    const before = metadata.annotations?.['binding.qleet.io/mail']
    await plane.client.apply([credentials('second')])
    await eventually(async () => {
      const { annotations } = (await podsOf(namespace)).metadata
      return annotations?.['binding.qleet.io/mail'] === before ? undefined : true
    })
    expect(await bindingIn(namespace, 'mailer-mail')).toEqual({ username: 'shop', password: 'second' })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'mailer' }])
    await plane.gone('SecretInstance', 'mailer-mail')
    await plane.gone('WorkloadInstance', 'mailer')
  })

  it('that are optional delay nothing', async () => {
    await plane.client.apply([
      {
        kind: 'WorkloadDefinition',
        name: 'patient',
        spec: {
          yamlDocument: web,
          dependencies: [
            {
              name: 'broken',
              kind: 'Workload',
              optional: true,
              spec: { yamlDocument: 'apiVersion: example.com/v1\nkind: Unknown\nmetadata: { name: x }\n' },
            },
          ],
        },
      },
      { kind: 'WorkloadInstance', name: 'patient', spec: { definition: 'patient' } },
    ])
    const { status } = await plane.ready('WorkloadInstance', 'patient')
    expect(status.outputs).toMatchObject({ dependencies: [{ name: 'broken', ready: false }] })
  })

  it('name the deepest cause while an application waits for them', async () => {
    await plane.client.apply([
      {
        kind: 'WorkloadDefinition',
        name: 'stuck',
        spec: {
          yamlDocument: web,
          dependencies: [
            {
              name: 'broken',
              kind: 'Workload',
              spec: { yamlDocument: 'apiVersion: example.com/v1\nkind: Unknown\nmetadata: { name: x }\n' },
            },
          ],
        },
      },
      { kind: 'WorkloadInstance', name: 'stuck', spec: { definition: 'stuck' } },
    ])
    const cause = await eventually(async () => {
      const cause = (await plane.client.workloadInstances.get({ name: 'stuck' }))?.status.cause
      return cause?.reason === 'UnknownKind' ? cause : undefined
    })
    expect(cause).toMatchObject({ kind: 'WorkloadInstance', name: 'stuck-broken' })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'stuck' }])
    await plane.gone('WorkloadInstance', 'stuck-broken')
    await plane.gone('WorkloadInstance', 'stuck')
  })

  it('are deleted when they leave the definition, and with the instance', async () => {
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument: web, dependencies: [] } },
    ])
    await plane.gone('WorkloadInstance', 'shop-node')
    await plane.gone('WorkloadServiceDependency', 'shop-rates')
    const namespace = await namespaceOf('shop')
    await eventually(
      async () => Object.keys(await bindingIn(namespace, 'node-binding')).length === 0 || undefined,
    )

    await plane.client.apply([shop(8545)])
    await plane.ready('WorkloadServiceDependency', 'shop-rates')
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'shop' }])
    await plane.gone('WorkloadServiceDependency', 'shop-rates')
    await plane.gone('WorkloadInstance', 'shop')
    await plane.gone('WorkloadInstance', 'shop-node')
    await plane.gone('WorkloadDefinition', 'shop-node')
  })
})

describe('dependencies that are invalid', () => {
  const invalid = async (dependencies: unknown, name = 'bad'): Promise<unknown> => {
    const applied = plane.client.apply([
      { kind: 'WorkloadDefinition', name, spec: { yamlDocument: web, dependencies } },
    ])
    const error: unknown = await applied.catch((caught: unknown) => caught)
    return (
      error as { details?: { fields?: { path: string; message: string; remedy?: string }[] } }
    ).details?.fields?.map(({ path, message }) => `${path}: ${message}`)
  }

  it.each([
    [
      'an unknown kind',
      [{ name: 'x', kind: 'Database2' }],
      [/^documents\[0\]\.spec\.dependencies\[0\]\.kind: /],
    ],
    [
      'no source',
      [{ name: 'x', kind: 'Workload' }],
      [/dependencies\[0\]: specifies no object for dependency "x"/],
    ],
    [
      'two sources',
      [{ name: 'x', kind: 'Workload', instance: 'central', definition: 'central' }],
      [/dependencies\[0\]\.definition: cannot be combined with instance/],
    ],
    [
      'a field of no kind',
      [{ name: 'x', kind: 'Workload', spec: { yamlDocument: node(1), size: 3 } }],
      [/dependencies\[0\]\.spec\.size: is not a field of the dependency/],
    ],
    [
      'a wrong field of the kind',
      [{ name: 'x', kind: 'WorkloadServiceDependency', spec: { upstreamHost: 'a', upstreamPort: 0 } }],
      [/dependencies\[0\]\.spec\.upstreamPort: /],
    ],
    [
      'a Secret that belongs to another application',
      [{ name: 'x', kind: 'Secret', instance: 'central' }],
      [/dependencies\[0\]\.instance: is not possible for Secret/],
    ],
    [
      'values of a Secret, which would be stored in plain text',
      [{ name: 'x', kind: 'Secret', spec: { data: { a: 'b' } } }],
      [/dependencies\[0\]\.spec\.data: contains secret values/],
    ],
    [
      'a name twice',
      [
        { name: 'x', kind: 'Workload', instance: 'central' },
        { name: 'x', kind: 'Workload', instance: 'central' },
      ],
      [
        /dependencies\[1\]\.name: is already the name of spec\.dependencies\[0\]|dependencies\[1\]\.name: is already/,
      ],
    ],
    [
      'an injection into a workload that does not exist',
      [{ name: 'x', kind: 'Workload', instance: 'central', inject: [{ workload: 'wbe' }] }],
      [/inject\[0\]\.workload: is not a Deployment/],
    ],
    [
      'an object that does not exist',
      [{ name: 'x', kind: 'Workload', instance: 'nowhere' }],
      [/dependencies\[0\]\.instance: there is no WorkloadInstance with this name/],
    ],
    [
      'secrets within a nested definition',
      [
        {
          name: 'x',
          kind: 'Workload',
          spec: {
            yamlDocument: 'apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { a: b }\n',
          },
        },
      ],
      [/spec\.yamlDocument: contains secret values/],
    ],
  ])('are refused with %s', async (_, dependencies, expected) => {
    const errors = (await invalid(dependencies)) as string[]
    expect(errors).toHaveLength(expected.length)
    for (const [index, pattern] of expected.entries()) expect(errors[index]).toMatch(pattern)
  })

  it('are refused if an application would depend on itself', async () => {
    await plane.client.apply([{ kind: 'WorkloadDefinition', name: 'ring', spec: { yamlDocument: web } }])
    const through = { kind: 'Workload', definition: 'ring' }
    await plane.client.apply([
      {
        kind: 'WorkloadDefinition',
        name: 'middle',
        spec: { yamlDocument: web, dependencies: [{ name: 'ring', ...through }] },
      },
    ])
    const closed = await invalid([{ name: 'middle', kind: 'Workload', definition: 'middle' }], 'ring')
    expect(closed).toEqual([expect.stringContaining('WorkloadDefinition "ring" would depend on itself')])
    const nested = {
      name: 'inner',
      kind: 'Workload',
      spec: { yamlDocument: web, dependencies: [{ name: 'ring', ...through }] },
    }
    expect(await invalid([nested], 'ring')).toEqual([expect.stringContaining('would depend on itself')])
  })
})
