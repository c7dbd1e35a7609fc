import { beforeEach, expect, it } from 'vitest'
import { testStore, write } from '../../support/store.ts'

const test = testStore()

const rules = { waves: [{ instances: 1 }], settle: 0 }
const target = { kind: 'Profile', name: 'small' }
const [before, after] = [
  [{ maxInstances: 2 }, 1],
  [{ maxInstances: 5 }, 2],
]

function profile(maxInstances: number, rollout: object = rules) {
  const spec = { type: 'KubernetesRuntime', provider: 'kind', parameters: { maxInstances }, rollout }
  return { kind: 'Profile', name: 'small', spec }
}

beforeEach(async () => {
  await test.database.sql.query('DELETE FROM "Object" WHERE kind = \'KubernetesRuntimeDefinition\'')
  await test.database.sql.query('DELETE FROM "Object" WHERE kind = \'Profile\'')
  await test.store.apply([profile(2)], write)
  const users = ['one', 'two', 'three'].map((name) => ({
    kind: 'KubernetesRuntimeDefinition',
    name,
    spec: { profile: 'small' },
  }))
  await test.store.apply(users, write)
})

async function versions(): Promise<unknown[]> {
  const found = await Promise.all(
    ['one', 'two', 'three'].map((name) => test.store.find({ kind: 'KubernetesRuntimeDefinition', name })),
  )
  return found.map((object) => {
    const { parameters, profileVersion } = object?.spec as Record<string, unknown>
    return [parameters, profileVersion]
  })
}

async function step() {
  const { id = 0n } = (await test.store.find({ kind: 'Profile', name: 'small' })) ?? {}
  await test.store.advanceRollout(id)
  return (await test.store.rollouts([id]))[0]
}

it('moves the objects that use a profile wave by wave, and back when a person aborts it', async () => {
  await test.store.apply([profile(5)], write)
  expect(await versions()).toEqual([before, before, before])
  expect(await step()).toMatchObject({ state: 'Progressing', wave: 1, waves: 2 })
  expect(await versions()).toEqual([after, before, before])
  await test.store.controlRollout({ target, action: 'abort' }, write)
  expect(await versions()).toEqual([before, before, before])
  await test.store.controlRollout({ target, action: 'resume' }, write)
  await step()
  await step()
  expect(await step()).toMatchObject({ state: 'Complete' })
  expect(await versions()).toEqual([after, after, after])
})

it('goes on by other rules, which concern no object by themselves', async () => {
  await test.store.apply([profile(5)], write)
  await step()
  expect(await versions()).toEqual([after, before, before])
  await test.store.apply([profile(5, { ...rules, waves: [{ instances: 2 }] })], write)
  const { status } = (await test.store.find(target)) ?? {}
  expect((status as unknown as { conditions: { reason: string }[] }).conditions).toContainEqual(
    expect.objectContaining({ type: 'Progressing', reason: 'RollingOut' }),
  )
  const { id = 0n } = (await test.store.find(target)) ?? {}
  const [unknown, known] = await test.store.rollouts([0n, id])
  expect([unknown, known?.generation]).toEqual([undefined, 2])
  // One that has the edit is not given it again, so that it can still return to what it had before.
  await step()
  expect((await versions())[0]).toEqual(after)
  await test.store.controlRollout({ target, action: 'abort' }, write)
  expect(await versions()).toEqual([before, before, before])
})

it('moves a large wave in several steps, between which a person may abort it', async () => {
  const users = Array.from({ length: 102 }, (_, index) => ({
    kind: 'KubernetesRuntimeDefinition',
    name: `many-${index}`,
    spec: { profile: 'small' },
  }))
  await test.store.apply(users, write)
  await test.store.apply([profile(5, { waves: [{ percent: 100 }], settle: 0 })], write)
  expect(await step()).toMatchObject({ state: 'Progressing', wave: 1, waves: 1 })
  expect(await countOfVersion(2)).toBe(100)
  await test.store.controlRollout({ target, action: 'abort' }, write)
  expect(await countOfVersion(2)).toBe(0)
  await test.store.controlRollout({ target, action: 'resume' }, write)
  await step()
  expect(await step()).toMatchObject({ state: 'Progressing', wave: 1 })
  expect(await countOfVersion(2)).toBe(105)
  expect(await step()).toMatchObject({ state: 'Complete' })
})

async function countOfVersion(version: number): Promise<number> {
  const { rows } = await test.database.sql.query<{ count: number }>(
    `SELECT count(*)::int FROM "Object" WHERE kind = 'KubernetesRuntimeDefinition' AND spec->>'profileVersion' = $1`,
    [String(version)],
  )
  return rows[0]?.count ?? 0
}
