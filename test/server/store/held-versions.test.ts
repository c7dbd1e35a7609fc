import { describe, expect, it } from 'vitest'
import { isPlatformError } from '../../../schema/errors.ts'
import {
  defaultRuntime,
  definition,
  instance,
  reportOf,
  restartNamed,
  statusWith,
  testStore,
  write,
} from '../../support/store.ts'

/* What instances read until their wave: the version of the definition that they have. */

const test = testStore(defaultRuntime)

const rollout = { waves: [{ instances: 1 }], settle: 0 }

async function heldBy(kind: string, name: string) {
  const { id, epoch } = await restartNamed(test.store, kind, name)
  const [held] = await test.store.referenced([{ id, field: 'definition' }])
  const opened = await test.store.openReferenced({ id, epoch, field: 'definition' })
  return { id, held, spec: opened.spec }
}

describe('the version that an instance has', () => {
  it('keeps its secrets, encrypted for the copy', async () => {
    const login = (password: string) => ({
      kind: 'SecretDefinition',
      name: 'login',
      spec: { data: { password }, rollout },
    })
    await test.store.apply(
      [
        login('one'),
        { kind: 'SecretInstance', name: 'login', spec: { definition: 'login', namespace: 'default' } },
      ],
      write,
    )
    await test.store.apply([login('two')], write)
    const { held, spec } = await heldBy('SecretInstance', 'login')
    expect(held?.name).toBe('login.v1')
    expect(spec).toMatchObject({ data: { password: 'one' } })
    expect(JSON.stringify(held?.spec)).not.toContain('one')
    const definitionId = (await test.store.find({ kind: 'SecretDefinition', name: 'login' }))?.id ?? 0n
    await test.store.advanceRollout(definitionId)
    expect((await heldBy('SecretInstance', 'login')).spec).toMatchObject({ data: { password: 'two' } })
  })

  it('keeps what its reconciler has found, such as the chart, and is not reconciled for it', async () => {
    const shop = (chartVersion: string) => ({
      kind: 'HelmWorkloadDefinition',
      name: 'shop',
      spec: { repo: 'https://charts.example.com', chart: 'shop', chartVersion, rollout },
    })
    await test.store.apply(
      [shop('1.0.0'), { kind: 'HelmWorkloadInstance', name: 'shop', spec: { definition: 'shop' } }],
      write,
    )
    const outputs = {
      url: 'https://charts.example.com/shop-1.0.0.tgz',
      chart: 'shop',
      chartVersion: '1.0.0',
      appVersion: '1',
      digest: 'sha256:a',
    }
    const started = await restartNamed(test.store, 'HelmWorkloadDefinition', 'shop')
    await test.store.report(
      reportOf(started, { status: { ...statusWith(true), outputs }, state: { source: 'a' } }),
    )
    await test.store.apply([shop('2.0.0')], write)
    const { held } = await heldBy('HelmWorkloadInstance', 'shop')
    expect(held).toMatchObject({
      name: 'shop.v1',
      ready: true,
      generation: 1,
      observedGeneration: 1,
      nextReconcileAt: null,
      reconcilerState: { source: 'a' },
      status: { outputs },
    })
  })

  it('depends on what it depended on: that triggers the instance, and cannot be deleted', async () => {
    const dependent = (dependencies: object[]) => {
      const { kind, spec } = definition('app')
      return { kind, name: 'app', spec: { ...spec, dependencies, rollout } }
    }
    const backend = {
      kind: 'LogBackend',
      name: 'loki',
      spec: { destination: 'https://loki.example.com', protocol: 'loki' },
    }
    const storage = (backends: string[]) => ({
      kind: 'LogStorageDefinition',
      name: 'logs',
      spec: { backends, rollout },
    })
    await test.store.apply(
      [
        backend,
        { ...backend, name: 'other' },
        storage(['loki']),
        { kind: 'LogStorageInstance', name: 'logs', spec: { definition: 'logs' } },
        dependent([]),
      ],
      write,
    )
    await test.store.apply([storage(['other'])], write)
    await expect(test.store.delete([{ kind: 'LogBackend', name: 'loki' }], write)).rejects.toMatchObject({
      code: 'BLOCKED',
    })
    const before = await test.store.find({ kind: 'LogStorageInstance', name: 'logs' })
    await test.store.apply(
      [{ ...backend, spec: { ...backend.spec, destination: 'https://new.example.com' } }],
      write,
    )
    const after = await test.store.find({ kind: 'LogStorageInstance', name: 'logs' })
    expect(after?.triggers).toBeGreaterThan(before?.triggers ?? 0)
  })
})

describe('a plan of an edit', () => {
  const edit = { ...definition('planned', 'b'), spec: { ...definition('planned', 'b').spec, rollout } }
  const planned = () =>
    test.store.savePlan({ actor: write.actor, request: { mutation: 'test', args: {} } }, (store) =>
      store.apply([edit], write),
    )
  const executed = (id: string) =>
    test.store.executePlan({ actor: 'other', id }, (store) => store.apply([edit], write))

  it('names whom it reaches, in which wave, and is refused once that has changed', async () => {
    await test.store.apply(
      [definition('planned'), ...['one', 'two'].map((name) => instance(name, { definition: 'planned' }))],
      write,
    )
    const { plan } = await planned()
    expect(plan.effects.changes).toMatchObject([
      {
        action: 'update',
        name: 'planned',
        reaches: {
          total: 2,
          waves: 2,
          objects: [
            { name: 'one', wave: 1 },
            { name: 'two', wave: 2 },
          ],
        },
      },
    ])
    await test.store.apply([instance('three', { definition: 'planned' })], write)
    const refused = await executed(plan.id).catch((error: unknown) => error)
    expect(isPlatformError(refused) && refused.message).toContain('3 objects')
    const again = await planned()
    await executed(again.plan.id)
    expect(await test.store.find({ kind: 'WorkloadDefinition', name: 'planned.v1' })).toBeDefined()
  })
})
