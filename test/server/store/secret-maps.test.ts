import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { sealAllObjects } from '../../../server/store/seal-stored.ts'
import { createStore } from '../../../server/store/store.ts'
import { defaultRuntime, definition, testStore, write } from '../../support/store.ts'

const test = testStore([
  ...defaultRuntime,
  {
    kind: 'KubernetesRuntimeInstance',
    name: 'other',
    spec: { definition: 'simulated' },
  },
  definition('app'),
  { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app', runtime: 'other' } },
])

function secret(name: string, spec: Record<string, unknown>) {
  return { kind: 'SecretDefinition', name, spec }
}

function delivered(name: string, spec: Record<string, unknown>) {
  return { kind: 'SecretInstance', name, spec }
}

const placeholder = /^\(secret [0-9a-f]{16}\)$/

type Data = Record<string, string>

async function shown(name: string): Promise<Data> {
  const object = await test.store.find({ kind: 'SecretDefinition', name })
  return (object?.spec as { data: Data }).data
}

async function values(name: string): Promise<Record<string, string>> {
  const object = await test.store.find({ kind: 'SecretDefinition', name })
  return test.store.secrets(object?.id ?? 0n)
}

describe('the values of a map of secrets', () => {
  it('are sealed one by one and shown as placeholders', async () => {
    const spec = { data: { user: 'anna', password: 'sesame' }, binaryData: { key: 'AAEC' } }
    const object = await test.store.create(secret('plain', spec), write)
    expect(object.spec).toEqual({
      data: { user: expect.stringMatching(placeholder), password: expect.stringMatching(placeholder) },
      binaryData: { key: expect.stringMatching(placeholder) },
    })
    expect(await values('plain')).toEqual({
      'data/user': 'anna',
      'data/password': 'sesame',
      'binaryData/key': 'AAEC',
    })
    expect(Object.values(object.secrets as Data)).toHaveLength(3)
    expect(JSON.stringify([object.secrets, object.spec])).not.toMatch(/anna|sesame|AAEC/)
  })

  it('stay as they are for a placeholder or the same value, and go with their key', async () => {
    await test.store.create(secret('kept', { data: { a: 'one', b: 'two', c: 'three' } }), write)
    const before = await test.store.find({ kind: 'SecretDefinition', name: 'kept' })
    const same = { a: (await shown('kept'))['a'], b: 'two', c: 'three' }
    expect(await test.store.apply([secret('kept', { data: same })], write)).toMatchObject([
      { result: 'unchanged' },
    ])
    const { b = '' } = await shown('kept')
    const updated = await test.store.update(secret('kept', { data: { b, d: 'four' } }), write)
    expect(await values('kept')).toEqual({ 'data/b': 'two', 'data/d': 'four' })
    expect((updated.secrets as Data)['data/b']).toBe((before?.secrets as Data)['data/b'])
    expect(updated.differences.map(({ path }) => path)).toEqual(['spec.data.a', 'spec.data.c', 'spec.data.d'])
  })

  it('move to another key with their placeholder', async () => {
    await test.store.create(secret('renamed', { data: { old: 'value' } }), write)
    const { old = '' } = await shown('renamed')
    await test.store.update(secret('renamed', { data: { new: old } }), write)
    expect(await values('renamed')).toEqual({ 'data/new': 'value' })
  })

  it('are restored by a rollback, also after the key was replaced', async () => {
    const { database } = test
    const [former, current] = [randomBytes(32), randomBytes(32)]
    const options = { database, clusters: trustedPolicy }
    const before = createStore({ ...options, encryption: createEncryption(former) })
    const { id } = await before.create(secret('rotated', { data: { a: 'first', gone: 'x' } }), write)
    const { spec } = await before.update(secret('rotated', { data: { a: 'second' } }), write)
    await database.sql.query(`UPDATE "Object" SET secrets = NULL WHERE id <> $1`, [id])
    await sealAllObjects(database.sql, createEncryption(current, [former]), { limit: 1 })
    const after = createStore({ ...options, encryption: createEncryption(current) })
    expect((await after.find({ id }))?.spec).toEqual(spec)
    expect(await after.secrets(id)).toEqual({ 'data/a': 'second' })
    await after.rollBack({ id }, {}, write)
    expect(await after.secrets(id)).toEqual({ 'data/a': 'first', 'data/gone': 'x' })
  })

  it('are not found by a search', async () => {
    await test.store.create(secret('searched', { data: { user: 'ottokar' } }), write)
    const { rows } = await test.database.sql.query(
      `SELECT 1 FROM "SearchDocument" WHERE words::text LIKE '%ottokar%'`,
    )
    expect(rows).toEqual([])
  })
})

describe('an invalid SecretDefinition', () => {
  const reference = { store: { name: 'vault' }, key: 'shop' }
  const half = 'x'.repeat(600_000)

  it.each([
    ['spec.data.a b', 'must be a key of letters', { data: { 'a b': 'hush' } }],
    ['spec.data.a', 'must be a string; quote numbers', { data: { a: 7 } }],
    ['spec.data.a', 'placeholder of a secret that is not', { data: { a: '(secret 0123456789abcdef)' } }],
    ['spec.data', 'must be a', { data: 'hush' }],
    ['spec.binaryData.a', 'must be base64', { binaryData: { a: 'hush!' } }],
    ['spec.binaryData.a', 'is a key of data as well', { data: { a: 'hush' }, binaryData: { a: 'AAEC' } }],
    ['spec.binaryData.a', 'must be base64', { binaryData: { a: `${'A'.repeat(15_000_000)}!` } }],
    ['spec', 'has no keys', {}],
    ['spec.from', 'cannot be combined with data', { data: { a: 'hush' }, from: { b: reference } }],
    ['spec.from.b.store', 'is missing', { from: { b: { key: 'shop' } } }],
    [
      'spec.data',
      '1,200,000 bytes',
      { data: { a: half }, binaryData: { b: Buffer.from(half).toString('base64') } },
    ],
  ])('is refused with the path and without the value: %s %s', async (path, message, spec) => {
    const error: { details: { fields: { path: string; message: string }[] } } = await test.store
      .create(secret('wrong', spec as Record<string, unknown>), write)
      .then(
        () => expect.fail('was accepted'),
        (thrown) => thrown,
      )
    expect(error.details.fields).toMatchObject([{ path, message: expect.stringContaining(message) }])
    expect(JSON.stringify(error.details.fields)).not.toContain('hush')
  })

  it('is refused when stored values exceed the size together with new ones', async () => {
    await test.store.create(secret('large', { data: { a: half } }), write)
    const { a } = await shown('large')
    await expect(test.store.update(secret('large', { data: { a, b: half } }), write)).rejects.toMatchObject({
      details: { fields: [{ path: 'spec.data', message: expect.stringContaining('1,200,000 bytes') }] },
    })
  })

  it('is refused when it changes from values to references', async () => {
    await test.store.create(secret('literal', { data: { a: 'x' } }), write)
    const change = test.store.update(secret('literal', { data: null, from: { a: reference } }), write)
    await expect(change).rejects.toMatchObject({
      details: { fields: [{ path: 'spec.from', code: 'IMMUTABLE' }] },
    })
  })
})

describe('a SecretInstance', () => {
  it('is in the runtime of its workload instance', async () => {
    await test.store.create(secret('shared', { data: { a: 'x' } }), write)
    const spec = { definition: 'shared', workloadInstance: 'app' }
    expect((await test.store.create(delivered('of-app', spec), write)).spec).toMatchObject({
      runtime: 'other',
    })
    const own = { definition: 'shared', namespace: 'shop' }
    expect((await test.store.create(delivered('own', own), write)).spec).toMatchObject({ runtime: 'space' })
    const [, , applied] = await test.store.apply(
      [
        delivered('together', { definition: 'shared', workloadInstance: 'new' }),
        { kind: 'WorkloadInstance', name: 'new', spec: { definition: 'app' } },
        delivered('together-2', { definition: 'shared', workloadInstance: 'new' }),
      ],
      write,
    )
    expect(applied?.object.spec).toMatchObject({ runtime: 'space' })
  })

  it.each([
    [{}, 'spec.namespace', 'is missing'],
    [
      { namespace: 'shop', workloadInstance: 'app' },
      'spec.namespace',
      'cannot be combined with workloadInstance',
    ],
    [
      { workloadInstance: 'app', runtime: 'space' },
      'spec.runtime',
      'must be the runtime of the workload instance, other',
    ],
    [{ namespace: 'shop', delivery: 'externalSecrets' }, 'spec.delivery', 'has values and no references'],
    [{ namespace: 'shop', refreshInterval: '5m' }, 'spec.refreshInterval', 'externalSecrets only'],
    [{ namespace: 'shop', type: 'kubernetes.io/tls' }, 'spec.type', 'requires tls.crt and tls.key'],
    [{ namespace: 'shop', type: 'kubernetes.io/basic-auth' }, 'spec.type', 'requires username or password'],
    [
      { definition: 'remote', namespace: 'shop', delivery: 'kubernetes' },
      'spec.delivery',
      'references to an external',
    ],
  ])('is refused when it contradicts itself or others: %j', async (spec, path, message) => {
    const definitions = [
      secret('values', { data: { a: 'x' } }),
      secret('remote', { from: { a: { store: { name: 'vault' }, key: 'shop' } } }),
    ]
    await test.store.apply(definitions, write)
    const input = delivered('contradictory', { definition: 'values', ...spec })
    await expect(test.store.create(input, write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: [{ path, message: expect.stringContaining(message), remedy: expect.any(String) }] },
    })
  })
})
