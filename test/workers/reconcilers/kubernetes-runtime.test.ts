import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import pg from 'pg'
import { parse, stringify } from 'yaml'
import { conditionOf, type ObjectStatus } from '../../../schema/status.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { kubeconfigWith } from '../../support/kubeconfig.ts'
import { clusterOf } from '../../support/kubernetes.ts'
import { defaultRuntime, definition } from '../../support/store.ts'

let plane: TestControlPlane
beforeAll(async () => {
  plane = await startControlPlane({ env: { QLEET_CLUSTER_SKIP_TLS_VERIFY: 'true' } })
  await plane.client.apply([
    ...defaultRuntime,
    { kind: 'KubernetesRuntimeDefinition', name: 'own', spec: { provider: 'kubeconfig' } },
  ])
  await plane.ready('KubernetesRuntimeInstance', 'space')
})
afterAll(() => plane?.stop())

const runtime = (name: string, spec: object) => ({
  kind: 'KubernetesRuntimeInstance',
  name,
  spec: { definition: 'own', ...spec },
})

describe('KubernetesRuntimeInstance', () => {
  it('reports endpoint and version of a simulated cluster, and provides a kubeconfig for it', async () => {
    const { status } = await plane.ready('KubernetesRuntimeInstance', 'space')
    expect(status.outputs).toMatchObject({
      provider: 'simulated',
      kubernetesVersion: expect.stringMatching(/^v1\./),
    })
    const cluster = await clusterOf(plane, 'space')
    expect(await cluster.get('/api/v1/namespaces/default')).toBeDefined()
    await cluster.close()
  })

  it('imports any cluster by its kubeconfig, and leaves it unchanged when the runtime is deleted', async () => {
    const kubeconfig = (await plane.client.kubeconfig({ name: 'space' })) ?? ''
    await plane.client.apply([runtime('imported', { kubeconfig })])
    await plane.ready('KubernetesRuntimeInstance', 'imported')
    const object = await plane.client.objects.get({ kind: 'KubernetesRuntimeInstance', name: 'imported' })
    expect(JSON.stringify(object)).not.toContain('client-key-data')
    await plane.client.objects.delete([{ kind: 'KubernetesRuntimeInstance', name: 'imported' }])
    await plane.gone('KubernetesRuntimeInstance', 'imported')
    await plane.ready('KubernetesRuntimeInstance', 'space')
  })

  it('warns once, and reports in its status, that the certificate of its cluster is not verified', async () => {
    const config = parse((await plane.client.kubeconfig({ name: 'space' })) ?? '')
    const { server } = config.clusters[0].cluster
    config.clusters[0].cluster = { server, 'insecure-skip-tls-verify': true }
    await plane.client.apply([runtime('unverified', { kubeconfig: stringify(config) })])
    const { kind, name, status } = await plane.ready('KubernetesRuntimeInstance', 'unverified')
    expect(conditionOf(status as ObjectStatus, 'Ready')?.message).toContain('Its certificate is not verified')
    const context = String(config['current-context'])
    // Whether it has warned does not depend on its status.
    const database = new pg.Client({ connectionString: plane.databaseUrl })
    await database.connect()
    const text = `UPDATE "Object" SET status = jsonb_set(status, '{conditions}', '[]') WHERE name = $1 AND kind = $2`
    await database.query(text, [name, kind])
    await database.end()
    await plane.client.kubernetesRuntimeInstances.update({ name, input: { spec: { context } } })
    await plane.ready(kind, name)
    const events = await plane.client.objects.events({ kind, name })
    expect(events.filter(({ reason }) => reason === 'CertificateNotVerified')).toEqual([
      expect.objectContaining({ type: 'WARNING', count: 1 }),
    ])
  })

  it.each([
    ['no kubeconfig', {}, 'NoKubeconfig', 'spec.kubeconfig'],
    [
      'a program that the worker may not run',
      { kubeconfig: kubeconfigWith({ user: { exec: { apiVersion: 'v1', command: 'rm' } } }) },
      'ExecNotAllowed',
      'QLEET_EXEC_PLUGINS',
    ],
  ])('is blocked by %s, with what to do', async (_, spec, reason, text) => {
    const name = `blocked-${reason.toLowerCase()}-${text.length}`
    await plane.client.apply([runtime(name, spec)])
    const { status } = await plane.until(
      'KubernetesRuntimeInstance',
      name,
      (object) => object.status.phase === 'Blocked',
    )
    expect(status.cause).toMatchObject({ reason, message: expect.stringContaining(text) })
  })

  it('is blocked by a context that a stored kubeconfig does not have', async () => {
    await plane.client.apply([
      runtime('elsewhere', { kubeconfig: kubeconfigWith({ server: 'https://127.0.0.1:9' }) }),
    ])
    await plane.client.kubernetesRuntimeInstances.update({
      name: 'elsewhere',
      input: { spec: { context: 'x' } },
    })
    const { status } = await plane.until(
      'KubernetesRuntimeInstance',
      'elsewhere',
      (object) => object.status.phase === 'Blocked',
    )
    expect(status.cause).toMatchObject({
      reason: 'InvalidKubeconfig',
      message: 'the kubeconfig has no context "x". Its contexts are "a".',
    })
  })

  it('is unreachable, neither ready nor failed, while the cluster does not respond, and so are its workloads', async () => {
    await plane.client.apply([
      runtime('away', { kubeconfig: kubeconfigWith({ server: 'https://127.0.0.1:9' }) }),
      definition('app'),
      { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app', runtime: 'away' } },
    ])
    const { status } = await plane.until(
      'WorkloadInstance',
      'app',
      (object) => object.status.phase === 'Unreachable',
    )
    expect(conditionOf(status as ObjectStatus, 'Ready')?.status).toBe('Unknown')
    expect(status.cause?.message).toContain('connection refused')
    await plane.client.kubernetesRuntimeInstances.update({
      name: 'away',
      input: { spec: { kubeconfig: (await plane.client.kubeconfig({ name: 'space' })) ?? '' } },
    })
    await plane.ready('KubernetesRuntimeInstance', 'away')
    await plane.ready('WorkloadInstance', 'app')
  })
})

describe('KubernetesRuntimeInstance where no loopback addresses are allowed', () => {
  it('works with a simulated cluster as before, and with no other', async () => {
    const strict = await startControlPlane({ env: { QLEET_CLUSTER_ALLOW: '' } })
    onTestFinished(() => strict.stop())
    await strict.client.apply([
      ...defaultRuntime,
      definition('app'),
      { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app' } },
      { kind: 'KubernetesRuntimeDefinition', name: 'own', spec: { provider: 'kubeconfig' } },
    ])
    await strict.ready('WorkloadInstance', 'app')
    const kubeconfig = (await strict.client.kubeconfig({ name: 'space' })) ?? ''
    await expect(strict.client.apply([runtime('imported', { kubeconfig })])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('QLEET_CLUSTER_ALLOW=127.0.0.0/8'),
    })
  })
})
