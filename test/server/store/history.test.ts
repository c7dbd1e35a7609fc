import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import { roles } from '../../../schema/permissions.ts'
import { createPolicy } from '../../../server/auth/policy.ts'
import { createActorStore } from '../../../server/store/actor/actor-store.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { sealAllObjects } from '../../../server/store/seal-stored.ts'
import { createStore } from '../../../server/store/store.ts'
import { kubeconfigWith } from '../../support/kubeconfig.ts'
import {
  restartNamed,
  defaultRuntime,
  definition,
  instance,
  reportOf,
  testStore,
  write,
} from '../../support/store.ts'

const test = testStore([...defaultRuntime, definition('web')])
const target = { kind: 'WorkloadServiceDependency', name: 'api' }
const dependency = (spec: object) => ({
  ...target,
  spec: { workloadInstance: 'web', upstreamHost: 'a.example.com', ...spec },
})

let id = 0n
beforeAll(async () => {
  const { store } = test
  await store.create(instance('web'), write)
  const created = await store.create(dependency({}), { ...write, reason: 'first' })
  id = created.id
  await store.update({ ...target, labels: { team: 'a' } }, write)
  await store.update({ ...target, spec: { upstreamPort: 8443 } }, { actor: 'alice', reason: 'second' })
  await store.report(reportOf(await restartNamed(store, target.kind, target.name)))
  await store.trigger(target, write)
  await store.update({ ...target, spec: { upstreamHost: 'b.example.com', upstreamPort: null } }, write)
})

describe('the history of an object', () => {
  it('has the changes of its spec, newest first, with who, why and what', async () => {
    const entries = await test.store.history(id, { take: 10, skip: 0 })
    expect(entries).toMatchObject([
      {
        generation: 3,
        operation: 'UPDATE',
        differences: [
          { path: 'spec.upstreamHost', before: 'a.example.com', after: 'b.example.com' },
          { path: 'spec.upstreamPort', before: 8443, after: 443 },
        ],
      },
      {
        generation: 2,
        actor: 'alice',
        reason: 'second',
        differences: [{ path: 'spec.upstreamPort', before: 443, after: 8443 }],
      },
      { generation: 1, operation: 'CREATE', actor: 'tester', reason: 'first' },
    ])
    expect(entries[2]?.differences).toContainEqual({ path: 'spec.upstreamHost', after: 'a.example.com' })
    expect(entries.map((entry) => Object.keys(entry)).flat()).not.toContain('secrets')
    expect(await test.store.countHistory(id)).toBe(3)
  })

  it('comes in pages, forward and backward', async () => {
    const { store } = test
    const all = (await store.history(id, { take: 10, skip: 0 })).map(({ seq }) => seq)
    const page = async (take: number, cursor?: bigint): Promise<bigint[]> => {
      const from = cursor === undefined ? { skip: 0 } : { skip: 1, cursor: { id: cursor } }
      return (await store.history(id, { take, ...from })).map(({ seq }) => seq)
    }
    expect(await page(2)).toEqual(all.slice(0, 2))
    expect(await page(2, all[1])).toEqual(all.slice(2))
    expect(await page(-2, all[2])).toEqual(all.slice(0, 2))
    expect(await page(-1)).toEqual(all.slice(2))
  })

  it('is for those who may audit the object', async () => {
    const rules = [{ verbs: ['read', 'write'], kinds: '*', projects: '*' }] as const
    const auditor = [
      { verbs: ['read', 'audit'], kinds: ['WorkloadServiceDependency'], projects: ['default'] },
    ] as const
    const elsewhere = [{ verbs: ['read', 'audit'], kinds: '*', projects: ['other'] }] as const
    const lengths = await Promise.all(
      [roles.ADMIN, auditor, rules, elsewhere].map(async (granted) => {
        const actor = { kind: 'ADMIN', name: 'a' } as const
        const store = createActorStore(test.store, { actor, policy: createPolicy(() => granted) })
        const entries = await store.history(id, { take: 10, skip: 0 })
        expect(await store.countHistory(id)).toBe(entries.length)
        return entries.length
      }),
    )
    expect(lengths).toEqual([3, 3, 0, 0])
  })
})

describe('rollBack', () => {
  it('writes the spec of an earlier generation as a new edit, and leaves labels and annotations', async () => {
    const { store } = test
    await store.update({ ...target, annotations: { note: 'stays' } }, write)
    const tried = await store.rollBack(target, { toGeneration: 2 }, { ...write, dryRun: true })
    expect(tried).toMatchObject({
      result: 'updated',
      differences: [
        { path: 'spec.upstreamHost', before: 'b.example.com', after: 'a.example.com' },
        { path: 'spec.upstreamPort', before: 443, after: 8443 },
      ],
    })
    expect(await store.find(target)).toMatchObject({ generation: 3 })
    const { object } = await store.rollBack({ id }, { toGeneration: 2 }, write)
    expect(object).toMatchObject({
      generation: 4,
      labels: { team: 'a' },
      annotations: { note: 'stays' },
      spec: { upstreamHost: 'a.example.com', upstreamPort: 8443 },
    })
    const [entry] = await store.history(id, { take: 1, skip: 0 })
    expect(entry).toMatchObject({ generation: 4, reason: 'rolled back to generation 2' })
  })

  it('goes to the spec before the last change by default, and back', async () => {
    expect((await test.store.rollBack(target, {}, write)).object.spec).toMatchObject({ upstreamPort: 443 })
    expect((await test.store.rollBack(target, {}, write)).object.spec).toMatchObject({ upstreamPort: 8443 })
  })

  it('changes nothing when the spec is the same', async () => {
    const current = await test.store.find(target)
    const toGeneration = current?.generation
    expect(await test.store.rollBack(target, { toGeneration }, write)).toMatchObject({
      result: 'unchanged',
      object: { version: current?.version },
    })
  })

  it('takes a generation that a referenced object advanced as the spec of that time', async () => {
    const { store } = test
    const web = { kind: 'WorkloadInstance', name: 'web' }
    const { spec } = await store.update({ ...web, spec: { drift: 'report' } }, write)
    await store.apply([definition('web', 'b')], write)
    const advanced = (await store.find(web))?.generation
    await store.update({ ...web, spec: { drift: 'off' } }, write)
    expect((await store.rollBack(web, { toGeneration: advanced }, write)).object.spec).toEqual(spec)
  })

  it.each([
    [{ toGeneration: 0 }, 'must be between 1 and'],
    [{ toGeneration: 99 }, 'must be between 1 and'],
  ])('refuses %j', async (to, message) => {
    await expect(test.store.rollBack(target, to, write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(message) as string,
      details: { fields: [{ path: 'toGeneration' }] },
    })
  })

  it('refuses an edit meanwhile, a missing object, and one that has one spec only', async () => {
    const { store } = test
    const stale = { ...target, expectedVersion: 1 }
    await expect(store.rollBack(stale, { toGeneration: 1 }, write)).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
    })
    await expect(store.rollBack({ ...target, name: 'gone' }, {}, write)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(store.rollBack({ kind: 'Project', name: 'default' }, {}, write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('an earlier spec of Project "default"') as string,
    })
  })

  it('refuses a spec that is no longer valid, with its errors', async () => {
    const { store, database } = test
    const old = { workloadInstance: 'web', upstreamHost: 'a.example.com', formerly: true }
    await store.create({ ...dependency({}), name: 'old' }, write)
    await store.update({ ...target, name: 'old', spec: { upstreamPort: 1 } }, write)
    await database.sql.query(`UPDATE "Change" SET after = $1 WHERE name = 'old' AND operation = 'CREATE'`, [
      old,
    ])
    await expect(store.rollBack({ ...target, name: 'old' }, {}, write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('cannot roll back to generation 1: spec.formerly') as string,
      details: { fields: [{ path: 'spec.formerly' }] },
    })
    const moved = { workloadInstance: 'other', upstreamHost: 'a.example.com' }
    await database.sql.query(`UPDATE "Change" SET after = $1 WHERE name = 'old' AND operation = 'CREATE'`, [
      moved,
    ])
    await expect(store.rollBack({ ...target, name: 'old' }, {}, write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('cannot change after creation') as string,
    })
  })

  it('refuses a generation that is no longer in the log', async () => {
    const { store, database } = test
    await store.create({ ...dependency({}), name: 'pruned' }, write)
    await store.update({ ...target, name: 'pruned', spec: { upstreamPort: 1 } }, write)
    await database.sql.query(`DELETE FROM "Change" WHERE name = 'pruned' AND operation = 'CREATE'`)
    await expect(
      store.rollBack({ ...target, name: 'pruned' }, { toGeneration: 1 }, write),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('which is no longer in the change log') as string,
    })
  })
})

describe('secrets of earlier generations', () => {
  const secretDefinition = (password: string) => ({
    kind: 'WorkloadDefinition',
    name: 'secret',
    spec: {
      yamlDocument: `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {password: ${password}}\n`,
    },
  })

  it('are placeholders in the history and in differences, and come back with a rollback', async () => {
    const { store } = test
    const [first, second] = ['first-token', 'second-token'].map((token) =>
      kubeconfigWith({ user: { token } }),
    )
    const runtime = { kind: 'KubernetesRuntimeInstance', name: 'imported' }
    const spec = { definition: 'imported', kubeconfig: first }
    const imported = {
      kind: 'KubernetesRuntimeDefinition',
      name: 'imported',
      spec: { provider: 'kubeconfig' },
    }
    await store.apply([imported, { ...runtime, spec }, secretDefinition('one')], write)
    const changed = await store.update({ ...runtime, spec: { kubeconfig: second } }, write)
    expect(changed.differences).toMatchObject([{ path: 'spec.kubeconfig', before: /^\(secret / }])
    await store.apply([secretDefinition('two')], write)
    const { id: secretId = 0n } = (await store.find({ kind: 'WorkloadDefinition', name: 'secret' })) ?? {}
    const shown = JSON.stringify(
      [
        changed.differences,
        ...(await store.history(changed.id, { take: 10, skip: 0 })),
        ...(await store.history(secretId, { take: 10, skip: 0 })),
      ],
      (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    )
    expect(shown).toContain('(secret ')
    expect(shown).not.toMatch(/first-token|second-token|password: (one|two)/)
    await store.rollBack(runtime, { toGeneration: 1 }, write)
    await store.rollBack({ id: secretId }, {}, write)
    expect((await store.secrets(changed.id))['kubeconfig']).toBe(first)
    expect((await store.secrets(secretId))['yamlDocument']).toContain('password: one')
  })

  it('are re-encrypted when the key is replaced', async () => {
    const { database } = test
    const [former, current] = [randomBytes(32), randomBytes(32)]
    const options = { database, clusters: trustedPolicy }
    const before = createStore({ ...options, encryption: createEncryption(former) })
    await before.create({ ...secretDefinition('three'), name: 'rotated' }, write)
    await before.update(
      { kind: 'WorkloadDefinition', name: 'rotated', spec: secretDefinition('four').spec },
      write,
    )
    const rotation = createEncryption(current, [former])
    await database.sql.query(`UPDATE "Object" SET secrets = NULL WHERE name <> 'rotated'`)
    await sealAllObjects(database.sql, rotation, { limit: 1 })
    const after = createStore({ ...options, encryption: createEncryption(current) })
    const { object } = await after.rollBack({ kind: 'WorkloadDefinition', name: 'rotated' }, {}, write)
    expect((await after.secrets(object.id))['yamlDocument']).toContain('password: three')
  })
})
