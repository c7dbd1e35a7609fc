import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { createKubeClient, type KubeClient } from '../../../workers/kube/client/client.ts'
import { createDiscovery } from '../../../workers/kube/client/discovery.ts'
import { autoscaling } from '../../../workers/support-services/catalogue/autoscaling.ts'
import { metrics } from '../../../workers/support-services/catalogue/metrics.ts'
import { secrets } from '../../../workers/support-services/catalogue/secrets.ts'
import type { Recognition } from '../../../workers/support-services/catalogue/support-service-data.ts'
import { detect } from '../../../workers/support-services/detection.ts'
import { failedCheck } from '../../../workers/support-services/preflight.ts'
import { missingProof, type Inspected } from '../../../workers/support-services/proofs.ts'
import { useCluster } from '../../simulator/simulated.ts'
import { accessTo } from '../../support/access-to.ts'
import { eventually } from '../../support/eventually.ts'

const simulated = useCluster()
let client: KubeClient
beforeAll(() => {
  client = createKubeClient({ access: accessTo(simulated.cluster.kubeconfig) })
})
afterAll(() => client.close())

function inspected(): Inspected {
  const access = accessTo(simulated.cluster.kubeconfig)
  const cluster = { runtimeId: '1', client, discovery: createDiscovery(client), access }
  return { cluster, signal: new AbortController().signal }
}

const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices'
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

const post = (path: string, body: object) => client.request({ method: 'POST', path, body })

function apiService(name: string) {
  const [version, ...group] = name.split('.')
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name },
    spec: { group: group.join('.'), version, groupPriorityMinimum: 100, versionPriority: 100 },
  }
}

const setAvailable = (name: string, status: string) =>
  client.request({
    method: 'PATCH',
    path: `${apiServices}/${name}/status`,
    contentType: 'application/merge-patch+json',
    body: { status: { conditions: [{ type: 'Available', status, reason: 'Test', message: 'test' }] } },
  })

/** The services whose installations by others are used. */
const recognitions = Object.fromEntries(
  Object.entries({ autoscaling, metrics, secrets }).map(([name, { recognition = { proofs: [] } }]) => [
    name,
    recognition,
  ]),
) as Record<'autoscaling' | 'metrics' | 'secrets', Recognition>

describe('detection', () => {
  it('takes definitions alone for no installation', async () => {
    expect(await detect(inspected(), recognitions.secrets)).toEqual({ state: 'absent' })
    const file = new URL('../../../workers/support-services/stand-ins/secrets.yaml', import.meta.url)
    for (const document of parseAllDocuments(await readFile(file, 'utf8'))) {
      const manifest = document.toJS() as { kind: string }
      if (manifest.kind === 'CustomResourceDefinition') await post(definitions, manifest)
    }
    expect(await detect(inspected(), recognitions.secrets)).toEqual({ state: 'absent' })
  })

  it('finds a controller in any namespace, with its version', async () => {
    await post('/apis/apps/v1/namespaces/default/deployments', {
      metadata: {
        name: 'es',
        labels: { 'app.kubernetes.io/name': 'external-secrets', 'app.kubernetes.io/version': 'v0.20.4' },
      },
      spec: {
        selector: { matchLabels: { app: 'es' } },
        template: { metadata: { labels: { app: 'es' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    })
    expect(await detect(inspected(), recognitions.secrets)).toEqual({
      state: 'working',
      version: 'v0.20.4',
      namespace: 'default',
    })
  })

  it('names the version that a found installation does not serve', async () => {
    const newer: Recognition = {
      ...recognitions.secrets,
      definitions: { 'secretstores.external-secrets.io': ['v1', 'v2'] },
    }
    expect(await detect(inspected(), newer)).toEqual({
      state: 'unusable',
      reason: 'VersionNotServed',
      message: 'it serves v1 of secretstores.external-secrets.io, and not v2',
    })
  })

  it('does not use an installation that does not work', async () => {
    const proofs = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'proof', condition: 'Ready' }]
    expect(await detect(inspected(), { ...recognitions.secrets, proofs })).toEqual({
      state: 'unusable',
      reason: 'NotWorking',
      message: 'ConfigMap proof does not exist',
    })
  })

  it('recognises metrics by the API that they are served at', async () => {
    const { name } = apiService('v1beta1.metrics.k8s.io').metadata
    expect(await detect(inspected(), recognitions.metrics)).toEqual({ state: 'absent' })
    await post(apiServices, apiService(name))
    await setAvailable(name, 'False')
    expect(await detect(inspected(), recognitions.metrics)).toEqual({ state: 'absent' })
    await setAvailable(name, 'True')
    expect(await detect(inspected(), recognitions.metrics)).toMatchObject({ state: 'working' })
  })
})

describe('preflight', () => {
  const target = (kubernetesVersion: string) => ({ ...inspected(), kubernetesVersion })

  it.each([['v1.34.1'], ['v1.34.1+k3s1'], ['v1.36.0-eks-1a2b']])('accepts Kubernetes %s', async (version) => {
    expect(await failedCheck(target(version), autoscaling.preflight)).toBeUndefined()
  })

  it('names the version that is required, and the one that there is', async () => {
    expect(await failedCheck(target('v1.19.4'), autoscaling.preflight)).toBe(
      'It requires Kubernetes >=1.30, and the cluster runs v1.19.4. Upgrade the cluster, or choose an older version in ' +
        'supportServices of the runtime.',
    )
  })

  it('refuses a second adapter of the same API', async () => {
    await post(apiServices, apiService('v1beta1.external.metrics.k8s.io'))
    expect(await failedCheck(target('v1.36.0'), autoscaling.preflight)).toMatch(
      /^The cluster has APIService v1beta1\.external\.metrics\.k8s\.io already\. .*remove the other one/,
    )
  })

  it('requires objects that a service builds on', async () => {
    const check = {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      name: 'missing',
      remedy: 'Create it.',
    }
    expect(await failedCheck(target('v1.36.0'), [{ ...check, presence: 'required' }])).toBe(
      'StorageClass missing does not exist. Create it.',
    )
  })
})

describe('a proof', () => {
  const store = (spec: object) => ({
    apiVersion: 'external-secrets.io/v1',
    kind: 'ClusterSecretStore',
    metadata: { name: 'proof' },
    spec,
  })

  it('is an object that the API server accepts in a dry run', async () => {
    expect(
      await eventually(async () => (await missingProof(inspected(), secrets.proofs)) === undefined),
    ).toBe(true)
    expect(await missingProof(inspected(), [{ accepts: store({}) }])).toMatch(
      /^ClusterSecretStore objects are refused: .*spec\.provider/,
    )
    expect(
      await simulated.client.get('/apis/external-secrets.io/v1/clustersecretstores/qleetos-proof'),
    ).toMatchObject({
      code: 404,
    })
  })

  it('is a list with an item', async () => {
    expect(await missingProof(inspected(), [{ answers: '/api/v1/nodes' }])).toBeUndefined()
    expect(await missingProof(inspected(), [{ answers: '/api/v1/namespaces/default/secrets' }])).toBe(
      '/api/v1/namespaces/default/secrets has no items yet',
    )
    expect(await missingProof(inspected(), [{ answers: '/apis/none.example.com/v1/things' }])).toMatch(
      /^\/apis\/none\.example\.com\/v1\/things is not available/,
    )
  })

  it('is a condition of any object with the given fields', async () => {
    const proof = { apiVersion: 'v1', kind: 'Node', condition: 'Ready' }
    expect(await missingProof(inspected(), [proof])).toBeUndefined()
    expect(await missingProof(inspected(), [{ ...proof, fields: { 'spec.providerID': 'none' } }])).toBe(
      'there is no Node of it yet',
    )
  })
})
