import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'
import { eventually } from '../../support/eventually.ts'
import { cliOf } from '../../support/run-cli.ts'
import { definition } from '../../support/store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  await started.plane.client.apply([
    definition('app'),
    { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app', namespace: 'shop' } },
  ])
  await started.plane.ready('WorkloadInstance', 'app')
})
afterAll(() => started?.stop())

function secret(name: string, spec: Record<string, unknown>, instance: Record<string, unknown> = {}) {
  return [
    { kind: 'SecretDefinition', name, spec },
    { kind: 'SecretInstance', name, spec: { definition: name, workloadInstance: 'app', ...instance } },
  ]
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64')
}

const secrets = '/api/v1/namespaces/shop/secrets'

async function outputsOf(name: string) {
  const { status } = await started.plane.ready('SecretInstance', name)
  return status.outputs as { digest?: string; keys: string[]; secretName: string; namespace: string }
}

describe('a SecretInstance with values', () => {
  it('is a Secret in the namespace of its workload, with the keys and a digest as outputs', async () => {
    const { plane, cluster } = started
    const spec = { data: { user: 'anna', password: 'sesame' }, binaryData: { key: 'AAEC\nAwQ=' } }
    await plane.client.apply(secret('Shop_DB', spec))
    expect(await outputsOf('Shop_DB')).toEqual({
      secretName: 'shop-db',
      namespace: 'shop',
      keys: ['key', 'password', 'user'],
      digest: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await cluster.get(`${secrets}/shop-db`)).toMatchObject({
      type: 'Opaque',
      data: { user: encoded('anna'), password: encoded('sesame'), key: 'AAECAwQ=' },
    })
  })

  it('follows its definition, and its digest changes with the values alone', async () => {
    const { plane, cluster } = started
    await plane.client.apply(secret('followed', { data: { a: 'one', b: 'two' } }))
    const before = await outputsOf('followed')
    await plane.client.apply(secret('followed', { data: { a: 'one', c: 'three' } }))
    const after = await outputsOf('followed')
    expect((await cluster.get(`${secrets}/followed`))?.['data']).toEqual({
      a: encoded('one'),
      c: encoded('three'),
    })
    expect(after.keys).toEqual(['a', 'c'])
    expect(after.digest).not.toBe(before.digest)
    await plane.client.apply(secret('followed', { data: { a: 'one', b: 'two' } }))
    expect((await outputsOf('followed')).digest).toBe(before.digest)
  })

  it('reverts drift, is replaced for another type, and is pruned under its former name', async () => {
    const { plane, cluster } = started
    const data = { username: 'anna', password: 'sesame' }
    await plane.client.apply(secret('drifting', { data }))
    await plane.ready('SecretInstance', 'drifting')
    await cluster.merge(`${secrets}/drifting`, { data: { password: encoded('changed') } })
    const path = `${secrets}/drifting`
    expect(
      await eventually(async () => {
        const live = (await cluster.get(path))?.['data'] as Record<string, string> | undefined
        return live?.['password'] === encoded('sesame') ? true : undefined
      }),
    ).toBe(true)
    await plane.client.apply(secret('drifting', { data }, { type: 'kubernetes.io/basic-auth' }))
    await plane.ready('SecretInstance', 'drifting')
    expect(await cluster.get(path)).toMatchObject({ type: 'kubernetes.io/basic-auth' })
    await plane.client.apply(secret('drifting', { data }, { secretName: 'renamed' }))
    await plane.ready('SecretInstance', 'drifting')
    expect(await cluster.get(path)).toBeUndefined()
    expect(await cluster.get(`${secrets}/renamed`)).toMatchObject({ data: { password: encoded('sesame') } })
    await plane.client.objects.delete([{ kind: 'SecretInstance', name: 'drifting' }])
    await plane.gone('SecretInstance', 'drifting')
    expect(await cluster.get(`${secrets}/renamed`)).toBeUndefined()
  })
})

describe('a SecretInstance with references', () => {
  const vault = { kind: 'ClusterSecretStore', name: 'vault' }

  it('is an ExternalSecret, and ready when that is synchronised', async () => {
    const { plane, cluster } = started
    const from = {
      password: { store: vault, key: 'shop/db', property: 'password', version: '3' },
      user: { store: { name: 'local' }, key: 'shop-user' },
    }
    await plane.client.apply(secret('external', { from }, { refreshInterval: '5m' }))
    const path = '/apis/external-secrets.io/v1/namespaces/shop/externalsecrets/external'
    const applied = await eventually(() => cluster.get(path))
    expect(applied?.['spec']).toMatchObject({
      refreshInterval: '5m',
      secretStoreRef: vault,
      target: { name: 'external', creationPolicy: 'Owner' },
      data: [
        { secretKey: 'password', remoteRef: { key: 'shop/db', property: 'password', version: '3' } },
        {
          secretKey: 'user',
          remoteRef: { key: 'shop-user' },
          sourceRef: { storeRef: { kind: 'SecretStore', name: 'local' } },
        },
      ],
    })
    await plane.until('SecretInstance', 'external', ({ status }) =>
      JSON.stringify(status).includes('ClusterSecretStore \\"vault\\" not found'),
    )
    const db = { key: 'shop/db', value: '{"password":"sesame"}', version: '3' }
    await createStore(vault, db)
    await createStore({ kind: 'SecretStore', name: 'local' }, { key: 'shop-user', value: 'anna' })
    expect(await outputsOf('external')).toEqual({
      secretName: 'external',
      namespace: 'shop',
      keys: ['password', 'user'],
    })
    expect(await cluster.get(`${secrets}/external`)).toMatchObject({
      data: { password: encoded('sesame'), user: encoded('anna') },
    })
  })

  /** Creates a store of External Secrets with one entry. */
  async function createStore({ kind, name }: { kind: string; name: string }, entry: object) {
    const [plural, namespace] =
      kind === 'SecretStore' ? ['namespaces/shop/secretstores', 'shop'] : ['clustersecretstores', undefined]
    await started.cluster.client.request({
      method: 'POST',
      path: `/apis/external-secrets.io/v1/${plural}`,
      body: {
        apiVersion: 'external-secrets.io/v1',
        kind,
        metadata: { name, namespace },
        spec: { provider: { fake: { data: [entry] } } },
      },
    })
  }
})

describe('the guide', () => {
  it('runs as it is printed', async () => {
    const { plane, cluster } = started
    await plane.client.apply([
      { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'app', namespace: 'guide' } },
    ])
    const guide = await readFile(join(import.meta.dirname, '../../../docs/guide/secrets.md'), 'utf8')
    const blocks = [...guide.matchAll(/^```(sh|yaml)\n(.*?)^```$/gms)]
    expect(blocks.map(([, language]) => language)).toEqual(['sh', 'yaml', 'sh', 'yaml'])
    const cwd = await temporaryFolder()
    const cli = cliOf(() => plane)
    const path = '/api/v1/namespaces/guide/secrets'
    const delivered: unknown[] = []
    for (const [, language, text = ''] of blocks) {
      const [, value = '', file = 'unused'] = /^printf (\S+) > (\S+)$/m.exec(text) ?? []
      const [, command = 'apply -f -'] = /^qleetctl (.*)$/m.exec(text) ?? []
      await writeFile(join(cwd, file), value)
      const { exit, stderr } = await cli(command.split(' '), { cwd, stdin: text })
      expect(exit, stderr).toBe(0)
      if (language === 'sh') delivered.push((await cluster.get(`${path}/shop-db`))?.['data'])
    }
    const username = encoded('shop')
    expect(delivered).toEqual([
      { username, password: encoded('s3cret') },
      { username, password: encoded('n3w') },
    ])
    await plane.ready('SecretInstance', 'shop-tls')
    expect(await cluster.get(`${path}/shop-tls`)).toMatchObject({ data: { 'tls.key': encoded('key') } })
    const external = '/apis/external-secrets.io/v1/namespaces/guide/externalsecrets/shop-mail'
    expect(await eventually(() => cluster.get(external))).toMatchObject({ spec: { refreshInterval: '30m' } })
  })
})
