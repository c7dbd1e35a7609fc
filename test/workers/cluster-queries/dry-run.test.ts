import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseManifests } from '../../../schema/manifests.ts'
import { packed } from '../../../schema/packed-text.ts'
import { resourceChanges } from '../../../schema/resource-changes.ts'
import type { CheckedResource, WorkloadToCheck } from '../../../schema/resource-checks.ts'
import { dryRunWorkload } from '../../../workers/cluster-queries/dry-run.ts'
import type { QueryContext } from '../../../workers/cluster-queries/query-context.ts'
import { createKubeClient } from '../../../workers/kube/client/client.ts'
import { applyObject, type Cluster } from '../../../workers/kube/client/cluster.ts'
import { createDiscovery } from '../../../workers/kube/client/discovery.ts'
import { prepareResources } from '../../../workers/kube/client/resource.ts'
import { useRealCluster } from '../../simulator/real-cluster.ts'
import { useCluster } from '../../simulator/simulated.ts'
import { accessTo } from '../../support/access-to.ts'
import { envtestAssets } from '../../support/envtest.ts'

/** What API servers say about changes: the simulated one, and a real one if there is one. */

const { signal } = new AbortController()
const owner = { id: '7', kind: 'WorkloadInstance', project: 'default', name: 'shop', controlPlane: 'test' }
const namespace = 'shop'

const settings = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {colour: red}`
const login = `apiVersion: v1
kind: Secret
metadata: {name: login}
stringData: {password: (secret 0123456789abcdef)}`
const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: example.com/web, ports: [{containerPort: 80}]}]}`
const quota = `apiVersion: v1
kind: ResourceQuota
metadata: {name: few}
spec: {hard: {services: "0"}}`
const all = [settings, login, web, quota].join('\n---\n')

function useSimulatedCluster() {
  const simulated = useCluster()
  return {
    get kubeconfig() {
      return simulated.cluster.kubeconfig
    },
  }
}

const simulated = { name: 'the simulated API server', use: useSimulatedCluster }
const real = { name: 'a real API server', use: useRealCluster }

describe.each(envtestAssets === undefined ? [simulated] : [simulated, real])('$name', ({ use }) => {
  const source = use()
  let cluster: Cluster
  beforeAll(async () => {
    const access = accessTo(source.kubeconfig)
    const client = createKubeClient({ access })
    cluster = { runtimeId: '1', client, access, discovery: createDiscovery(client) }
    await apply(`apiVersion: v1\nkind: Namespace\nmetadata: {name: ${namespace}}`)
    await apply(all.replace(/\(secret .*\)/, 'correct-horse'))
  })
  afterAll(() => cluster?.client.close())

  async function apply(text: string): Promise<void> {
    const { manifests } = parseManifests(text)
    const { desired } = await prepareResources({ manifests, namespace, owner, discovery: cluster.discovery })
    for (const { type, identity, manifest } of desired)
      await applyObject(cluster.client, { type, ...identity }, { manifest, signal, force: true })
  }

  /** Returns what the API server says about a change of the resources, by their names. */
  async function check(
    after: string,
    { from = all, ...more }: { from?: string } & Partial<WorkloadToCheck> = {},
  ): Promise<Record<string, Pick<CheckedResource, 'result' | 'reason' | 'message' | 'fields'>>> {
    const [before, wanted] = [from, after].map((text) => [...parseManifests(text).manifests])
    const manifests = { before: before ?? [], after: wanted ?? [] }
    const changes = resourceChanges(manifests.before, manifests.after, { replaces: false })
    const workload: WorkloadToCheck = {
      owner,
      namespace,
      replace: false,
      ignored: [],
      ...manifests,
      resources: changes.map(({ resource }) => resource),
      arriving: { namespaces: [], kinds: [], software: false },
      ...more,
    }
    // Only the clusters of the context are used.
    const context = { clusters: { of: async () => cluster }, signal } as unknown as QueryContext
    const query = { about: 'dryRun', objectId: '1', packed: packed(JSON.stringify(workload)) } as const
    const found: CheckedResource[] = []
    for await (const batch of dryRunWorkload(query, context)) found.push(...batch)
    return Object.fromEntries(found.map(({ resource, ...rest }) => [resource, rest]))
  }

  it('accepts a change, and changes nothing', async () => {
    const blue = all.replace('colour: red', 'colour: blue')
    expect(await check(blue)).toMatchObject({ 'ConfigMap/settings': { result: 'accepted' } })
    expect(await check(blue)).toMatchObject({ 'ConfigMap/settings': { result: 'accepted' } })
  })

  it('finds out that a default makes no difference, and that a field added by others stays', async () => {
    const explicit = web.replace('spec:\n', 'spec:\n  replicas: 1\n  revisionHistoryLimit: 10\n')
    expect(await check(all.replace(web, explicit))).toMatchObject({
      'Deployment/web': { result: 'unchanged', reason: 'NoChange' },
    })
    // As a binding adds it: the manifests do not have it, so an apply of them alone would remove it.
    await apply(
      web.replace('image: example.com/web', 'image: example.com/web, env: [{name: DB, value: here}]'),
    )
    expect(await check(all.replace(web, explicit))).toMatchObject({
      'Deployment/web': { result: 'unchanged', reason: 'NoChange' },
    })
    expect(await check(all.replace('example.com/web', 'example.com/other'))).toMatchObject({
      'Deployment/web': { result: 'accepted' },
    })
    await apply(web)
  })

  it('refuses a change of an immutable field, which a replacement makes', async () => {
    const moved = all.replace('matchLabels: {app: web}', 'matchLabels: {app: web, tier: front}')
    const labelled = moved.replace('labels: {app: web}}', 'labels: {app: web, tier: front}}')
    expect(await check(labelled)).toMatchObject({
      'Deployment/web': {
        result: 'refused',
        reason: 'Immutable',
        message: expect.stringMatching(/immutable.*replace: true/s),
        fields: ['spec.selector'],
      },
    })
    expect(await check(labelled, { replace: true })).toMatchObject({
      'Deployment/web': { result: 'replaced' },
    })
  })

  it('names invalid and unknown fields', async () => {
    expect(await check(all.replace('containerPort: 80', 'containerPort: 80000'))).toMatchObject({
      'Deployment/web': {
        result: 'refused',
        reason: 'Invalid',
        fields: ['spec.template.spec.containers[0].ports[0].containerPort'],
      },
    })
    expect(await check(all.replace('image:', 'imagee: x, image:'))).toMatchObject({
      'Deployment/web': { result: 'refused', message: expect.stringContaining('imagee') },
    })
  })

  it('refuses what exceeds a quota', async () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}'
    expect(await check(`${all}\n---\n${service}`)).toMatchObject({
      'Service/web': {
        result: 'refused',
        reason: 'QuotaExceeded',
        message: expect.stringMatching(/exceeded quota/),
      },
    })
  })

  it('refuses by name what is declared with its namespace and without, and checks the rest', async () => {
    const twin = settings.replace('name: settings', `name: settings, namespace: ${namespace}`)
    const message = `ConfigMap ${namespace}/settings is declared twice, with its namespace and without; keep one of them in the definition`
    const added = web.replaceAll('web', 'other')
    expect(await check([settings, twin, added].join('\n---\n'), { from: all })).toMatchObject({
      [`ConfigMap/${namespace}/settings`]: { result: 'refused', reason: 'DeclaredTwice', message },
      'Deployment/other': { result: 'accepted' },
    })
  })

  it('checks a Secret without its values, and what is deleted', async () => {
    const other = all.replace('0123456789abcdef', 'fedcba9876543210')
    expect(await check(other)).toMatchObject({ 'Secret/login': { result: 'accepted' } })
    expect(await check([settings, web, quota].join('\n---\n'))).toMatchObject({
      'Secret/login': { result: 'accepted' },
    })
    const gone = settings.replace('name: settings', 'name: gone')
    expect(await check(all, { from: `${all}\n---\n${gone}` })).toMatchObject({
      'ConfigMap/gone': { result: 'unchanged', reason: 'Missing' },
    })
  })

  it('checks a Secret whose type says what its values look like without them', async () => {
    const pull = `apiVersion: v1
kind: Secret
metadata: {name: pull}
type: kubernetes.io/dockerconfigjson
stringData: {.dockerconfigjson: (secret 0123456789abcdef)}`
    expect(await check(`${all}\n---\n${pull}`)).toMatchObject({ 'Secret/pull': { result: 'accepted' } })
    await apply(pull.replace(/\(secret .*\)/, `'{"auths": {}}'`))
    const labelled = pull.replace('{name: pull}', '{name: pull, labels: {a: b}}')
    expect(await check(`${all}\n---\n${labelled}`, { from: `${all}\n---\n${pull}` })).toMatchObject({
      'Secret/pull': { result: 'accepted' },
    })
  })

  it('refuses what others own', async () => {
    expect(
      await check(all.replace('red', 'blue'), { owner: { ...owner, id: '8', name: 'other' } }),
    ).toMatchObject({
      'ConfigMap/settings': { result: 'refused', reason: 'OwnedByAnother' },
    })
  })

  it('cannot check what needs a namespace or a definition of the plan', async () => {
    const elsewhere = `${all}\n---\n${settings.replace('{name: settings}', '{name: settings, namespace: new}')}`
    expect(await check(elsewhere)).toMatchObject({
      'ConfigMap/new/settings': { result: 'refused', reason: 'NamespaceMissing' },
    })
    expect(
      await check(elsewhere, { arriving: { namespaces: ['new'], kinds: [], software: false } }),
    ).toMatchObject({ 'ConfigMap/new/settings': { result: 'unchecked', reason: 'NamespaceMissing' } })
    const widget = `${all}\n---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: one}`
    expect(await check(widget)).toMatchObject({ 'Widget/one': { result: 'refused', reason: 'UnknownKind' } })
    expect(
      await check(widget, {
        arriving: { namespaces: [], kinds: ['example.com/v1 Widget'], software: false },
      }),
    ).toMatchObject({ 'Widget/one': { result: 'unchecked', reason: 'DefinitionMissing' } })
  })
})
