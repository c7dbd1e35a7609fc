import { expect, it } from 'vitest'
import { testStore, write } from '../../support/store.ts'

const test = testStore()

const rollout = { waves: [{ instances: 1 }], settle: 0 }

function profile(maxInstances: number) {
  const spec = { type: 'KubernetesRuntime', provider: 'kind', parameters: { maxInstances }, rollout }
  return { kind: 'Profile', name: 'small', spec }
}

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
  return test.store.rollout(id)
}

it('moves the objects that use a profile wave by wave, and back when a person aborts it', async () => {
  await test.store.apply([profile(2)], write)
  const users = ['one', 'two', 'three'].map((name) => ({
    kind: 'KubernetesRuntimeDefinition',
    name,
    spec: { profile: 'small' },
  }))
  await test.store.apply(users, write)
  const [before, after] = [
    [{ maxInstances: 2 }, 1],
    [{ maxInstances: 5 }, 2],
  ]
  await test.store.apply([profile(5)], write)
  expect(await versions()).toEqual([before, before, before])
  expect(await step()).toMatchObject({ state: 'Progressing', wave: 1, waves: 2 })
  expect(await versions()).toEqual([after, before, before])
  const target = { kind: 'Profile', name: 'small' }
  await test.store.controlRollout({ target, action: 'abort' }, write)
  expect(await versions()).toEqual([before, before, before])
  await test.store.controlRollout({ target, action: 'resume' }, write)
  await step()
  await step()
  expect(await step()).toMatchObject({ state: 'Complete' })
  expect(await versions()).toEqual([after, after, after])
})
