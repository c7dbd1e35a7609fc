import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { decoded } from '../../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

function database(name: string, spec: Record<string, unknown>) {
  return [
    { kind: 'DatabaseDefinition', name, spec },
    { kind: 'DatabaseInstance', name, spec: { definition: name, guard: 'off' } },
  ]
}

interface Outputs {
  namespace: string
  host: string
}

async function outputsOf(name: string): Promise<Outputs> {
  const { status } = await started.plane.ready('DatabaseInstance', name)
  return status.outputs as unknown as Outputs
}

async function refusalOf(write: Promise<unknown>): Promise<unknown> {
  return write.then(
    () => undefined,
    (error: { details?: unknown }) => error.details,
  )
}

const clusters = (namespace: string): string =>
  `/apis/postgresql.cnpg.io/v1/namespaces/${namespace}/clusters/postgres`

describe('a DatabaseInstance with PostgreSQL', () => {
  it('is ready with its address, and its password is no output', async () => {
    const { plane, cluster } = started
    await plane.client.apply(database('shop', { engine: 'postgres', version: '17' }))
    const { namespace, ...outputs } = await outputsOf('shop')
    expect(outputs).toEqual({
      provider: 'cloudnative-pg',
      engine: 'postgres',
      version: '17',
      host: `postgres-rw.${namespace}.svc.cluster.local`,
      port: 5432,
      database: 'app',
      username: 'app',
    })
    const { password = '' } = decoded(
      await cluster.get(`/api/v1/namespaces/${namespace}/secrets/postgres-app`),
    )
    expect(password).not.toBe('')
    const object = await plane.client.objects.get({ kind: 'DatabaseInstance', name: 'shop' })
    expect(JSON.stringify(object)).not.toContain(password)
    expect(await cluster.get(clusters(namespace))).toMatchObject({
      spec: {
        instances: 1,
        imageName: 'ghcr.io/cloudnative-pg/postgresql:17',
        storage: { size: '10Gi' },
        resources: { requests: { cpu: '250m', memory: '1Gi' }, limits: { memory: '1Gi' } },
        postgresql: { parameters: { shared_buffers: '256MB' } },
      },
    })
  })

  it('follows its definition: version, size, storage and number of servers', async () => {
    const { plane, cluster } = started
    const changed = { version: '18', size: 'medium', storage: '20Gi', highAvailability: true }
    await plane.client.apply(database('shop', { engine: 'postgres', ...changed }))
    const { namespace } = await outputsOf('shop')
    const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`
    expect(await cluster.get(clusters(namespace))).toMatchObject({
      status: { readyInstances: 3, pgDataImageInfo: { majorVersion: 18 } },
    })
    for (const server of ['postgres-1', 'postgres-2', 'postgres-3'])
      expect(await cluster.get(`${claims}/${server}`)).toMatchObject({
        status: { capacity: { storage: '20Gi' } },
      })
    expect(await cluster.get(`/api/v1/namespaces/${namespace}/pods/postgres-1`)).toMatchObject({
      spec: { containers: [{ resources: { requests: { cpu: '1', memory: '4Gi' } } }] },
    })
  })

  it.each([
    ['less storage', { storage: '10Gi' }, 'spec.storage', 'must not be smaller than 20Gi'],
    ['an older version', { version: '17' }, 'spec.version', 'must not be older than 18'],
    ['another name', { databaseName: 'other' }, 'spec.databaseName', 'cannot change after creation'],
    ['another engine', { engine: 'mysql', version: '11.8' }, 'spec.engine', 'cannot change after creation'],
  ])('refuses %s', async (_, change, path, message) => {
    const spec = {
      engine: 'postgres',
      version: '18',
      size: 'medium',
      storage: '20Gi',
      highAvailability: true,
    }
    const details = await refusalOf(started.plane.client.apply(database('shop', { ...spec, ...change })))
    expect(JSON.stringify(details)).toContain(path)
    expect(JSON.stringify(details)).toContain(message)
  })

  it('keeps the version that was the newest when it was created', async () => {
    const { plane } = started
    await plane.client.apply(database('latest', { engine: 'postgres' }))
    await plane.ready('DatabaseInstance', 'latest')
    const { status } = await plane.ready('DatabaseInstance', 'latest')
    expect(status.outputs).toMatchObject({ version: '18' })
    await plane.client.apply(database('latest', { engine: 'postgres', version: '17' }))
    const refused = await plane.until('DatabaseInstance', 'latest', ({ status: { cause } }) =>
      String(cause?.message).includes('which version 17 cannot read'),
    )
    expect(refused.status.cause).toMatchObject({ reason: 'VersionTooOld' })
    await plane.client.objects.delete([{ kind: 'DatabaseInstance', name: 'latest' }])
    await plane.gone('DatabaseInstance', 'latest')
  })
})

describe('a DatabaseInstance with MySQL', () => {
  it('is a MariaDB with a user whose password QleetOS generates, and rotates with it', async () => {
    const { plane, cluster } = started
    await plane.client.apply(database('wiki', { engine: 'mysql', databaseName: 'wiki' }))
    const { namespace, ...outputs } = await outputsOf('wiki')
    expect(outputs).toEqual({
      provider: 'mariadb-operator',
      engine: 'mysql',
      version: '11.8',
      host: `mariadb.${namespace}.svc.cluster.local`,
      port: 3306,
      database: 'wiki',
      username: 'wiki',
    })
    const inMariadb = `/apis/k8s.mariadb.com/v1alpha1/namespaces/${namespace}`
    expect(await cluster.get(`${inMariadb}/users/mariadb`)).toMatchObject({
      spec: { name: 'wiki', passwordSecretKeyRef: { name: 'mariadb-app', key: 'password' } },
    })
    expect(await cluster.get(`${inMariadb}/databases/mariadb`)).toMatchObject({
      spec: { name: 'wiki', characterSet: 'utf8mb4', collate: 'utf8mb4_unicode_ci' },
    })
    const path = `/api/v1/namespaces/${namespace}/secrets/mariadb-app`
    expect(decoded(await cluster.get(path))['password']).toMatch(/^[\w-]{32}$/)
    const changed = Buffer.from('changed').toString('base64')
    await cluster.merge(path, { data: { password: changed } })
    await plane.client.apply(database('wiki', { engine: 'mysql', databaseName: 'wiki', storage: '20Gi' }))
    await plane.ready('DatabaseInstance', 'wiki')
    expect(decoded(await cluster.get(path))).toEqual({ password: 'changed' })
    const claim = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/storage-mariadb-0`
    expect(await cluster.get(claim)).toMatchObject({ status: { capacity: { storage: '20Gi' } } })
  })

  it('refuses to change from one server to several', async () => {
    const spec = { engine: 'mysql', databaseName: 'wiki', storage: '20Gi', highAvailability: true }
    const details = await refusalOf(started.plane.client.apply(database('wiki', spec)))
    expect(JSON.stringify(details)).toContain('cannot change for mysql')
  })
})

const shop = (more: object = {}) => ({
  kind: 'WorkloadDefinition',
  name: 'store',
  spec: {
    yamlDocument: `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "nginx:1.29" }] }
`,
    dependencies: [
      {
        name: 'db',
        kind: 'Database',
        spec: { engine: 'postgres', version: '18' },
        inject: [{ env: { DATABASE_URL: 'uri' } }],
        ...more,
      },
    ],
  },
})

describe('an application with a database', () => {
  it('gets the address and the password as a binding, and new ones when the password is changed', async () => {
    const { plane, cluster } = started
    await plane.client.apply([
      shop(),
      { kind: 'WorkloadInstance', name: 'store', spec: { definition: 'store' } },
    ])
    const { status } = await plane.ready('WorkloadInstance', 'store')
    const { namespace } = status.outputs as { namespace: string }
    const { namespace: own, host } = await outputsOf('store-db')
    const secret = `/api/v1/namespaces/${own}/secrets/postgres-app`
    const { password = '' } = decoded(await cluster.get(secret))
    const binding = `/api/v1/namespaces/${namespace}/secrets/db-binding`
    expect(await cluster.get(binding)).toMatchObject({ type: 'servicebinding.io/postgresql' })
    expect(decoded(await cluster.get(binding))).toEqual({
      type: 'postgresql',
      provider: 'cloudnative-pg',
      host,
      port: '5432',
      database: 'app',
      username: 'app',
      password,
      uri: `postgresql://app:${password}@${host}:5432/app`,
      'jdbc-uri': `jdbc:postgresql://${host}:5432/app?user=app&password=${password}`,
    })
    const deployment = `/apis/apps/v1/namespaces/${namespace}/deployments/web`
    const before = await cluster.get(deployment)
    await cluster.merge(secret, { data: { password: Buffer.from('n3w/pass').toString('base64') } })
    const after = await eventually(async () => {
      const live = await cluster.get(deployment)
      return live?.metadata.generation === before?.metadata.generation ? undefined : live
    })
    expect(after).toBeDefined()
    expect(decoded(await cluster.get(binding))).toMatchObject({
      password: 'n3w/pass',
      uri: `postgresql://app:n3w%2Fpass@${host}:5432/app`,
    })
  })

  it.each([
    ['less storage', { storage: '5Gi' }, 'spec.dependencies[0].spec.storage', 'must not be smaller'],
    ['another name', { databaseName: 'other' }, 'spec.dependencies[0].spec.databaseName', 'cannot change'],
  ])('refuses %s when the application is written', async (_, change, path, message) => {
    const spec = { engine: 'postgres', version: '18', ...change }
    const details = JSON.stringify(await refusalOf(started.plane.client.apply([shop({ spec })])))
    expect(details).toContain(path)
    expect(details).toContain(message)
  })

  it('is deleted with its database once the loss of data is confirmed', async () => {
    const { plane, cluster } = started
    const { namespace } = await outputsOf('store-db')
    const target = { kind: 'WorkloadInstance', name: 'store' }
    await plane.client.objects.delete([target])
    const held = await plane.until(
      target.kind,
      target.name,
      ({ status: { cause } }) => cause?.reason === 'AwaitingConfirmation',
    )
    expect(held.status.cause?.message).toMatch(
      /Cluster\.postgresql\.cnpg\.io .*\/postgres of DatabaseInstance store-db/,
    )
    expect(await cluster.get(clusters(namespace))).toBeDefined()
    await plane.client.objects.confirmRemoval(target, held.confirmation?.token ?? '')
    await plane.gone(target.kind, target.name)
    expect(await cluster.get(`/api/v1/namespaces/${namespace}`)).toBeUndefined()
    expect(await plane.client.objects.get({ kind: 'DatabaseInstance', name: 'store-db' })).toBeUndefined()
  })
})

describe('the operators', () => {
  it('go with the last database, and nothing is left in the cluster', async () => {
    const { plane, cluster } = started
    for (const name of ['shop', 'wiki']) {
      const { namespace } = await outputsOf(name)
      await plane.client.objects.delete([{ kind: 'DatabaseInstance', name }])
      await plane.gone('DatabaseInstance', name)
      expect(await cluster.get(`/api/v1/namespaces/${namespace}`)).toBeUndefined()
    }
    await plane.gone('SupportServiceInstance', 'databases-space')
    await plane.gone('SupportServiceInstance', 'mysql-space')
    expect(await cluster.get('/api/v1/namespaces/cnpg-system')).toBeUndefined()
    expect(await cluster.get('/api/v1/namespaces/mariadb-system')).toBeUndefined()
  })
})
