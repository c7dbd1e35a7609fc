import { expect, it } from 'vitest'
import type { PlanEffects } from '../../../schema/graphql/store-plans.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import type { ObjectInput } from '../../../schema/inputs.ts'
import { defaultRuntime, testStore, write } from '../../support/store.ts'

/** What plans say about operations outside of manifests, their costs and their risks. */

const account: ObjectInput = {
  kind: 'AwsAccount',
  name: 'main',
  spec: { accountId: '123456789012', defaultRegion: 'eu-central-1', defaultAccount: true },
}
const definition = (spec: object = {}): ObjectInput => ({
  kind: 'AwsRelationalDatabaseDefinition',
  name: 'orders',
  spec: { engine: 'postgres', engineVersion: '17', databaseName: 'orders', ...spec },
})
const instance = (name: string, spec: object = {}): ObjectInput => ({
  kind: 'AwsRelationalDatabaseInstance',
  name,
  spec: { definition: 'orders', ...spec },
})

const test = testStore(defaultRuntime)

type Work = (store: Store) => Promise<unknown>

async function effectsOf(work: Work): Promise<PlanEffects> {
  const request = { mutation: 'test', args: {} }
  const { plan } = await test.store.savePlan({ actor: write.actor, request }, work)
  return plan.effects
}

function planned(documents: ObjectInput[]): Promise<PlanEffects> {
  return effectsOf((store) => store.apply(documents, write))
}

it('lists what is done to a database, by a change of itself or of its definition', async () => {
  await test.store.apply([account], write)
  const { operations, risks } = await planned([definition(), instance('one')])
  expect(operations).toMatchObject([
    { object: { kind: 'AwsRelationalDatabaseInstance', name: 'one' }, action: 'create', minutes: 10 },
  ])
  expect(risks).toEqual([])
  await test.store.apply([definition(), instance('one'), instance('two', { passwordVersion: 2 })], write)
  const changed = await planned([
    definition({ machineSize: 'Medium' }),
    instance('two', { passwordVersion: 3 }),
  ])
  expect(changed.operations).toMatchObject([
    { object: { name: 'two' }, fields: ['machineSize', 'passwordVersion'], risk: 'yes' },
    { object: { name: 'one' }, fields: ['machineSize'], risk: 'yes', cost: { after: { least: 50 } } },
  ])
  expect(changed.risks).toMatchObject([
    { object: { name: 'two' }, risk: 'yes' },
    { object: { name: 'one' }, risk: 'yes', reasons: [{ text: expect.stringContaining('restarts') }] },
  ])
  const { operations: kept } = await planned([definition({ workloadSecretName: 'login' })])
  expect(kept).toEqual([])
})

it('says what a deletion destroys', async () => {
  const { operations, risks } = await effectsOf((store) =>
    store.delete([{ kind: 'AwsRelationalDatabaseInstance', name: 'one' }], write),
  )
  expect(operations).toMatchObject([
    { action: 'delete', effect: expect.stringContaining('last snapshot'), cost: { after: { least: 0 } } },
  ])
  expect(risks).toMatchObject([{ object: { name: 'one' }, risk: 'yes' }])
})

it('has the risks of an application that uses what is changed, and of its resources', async () => {
  const web = (image: string, strategy: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  strategy: {type: ${strategy}}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "${image}", readinessProbe: {tcpSocket: {port: 80}}}]}
`
  const shop = (yamlDocument: string, size: string): ObjectInput => ({
    kind: 'WorkloadDefinition',
    name: 'shop',
    spec: {
      yamlDocument,
      dependencies: [{ name: 'db', kind: 'Database', spec: { engine: 'postgres', size } }],
    },
  })
  const own = { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop' } }
  await test.store.apply(
    [{ kind: 'Profile', name: 'here', spec: { type: 'Database', provider: 'cloudnative-pg' } }],
    write,
  )
  const created = await planned([shop(web('a:1', 'Recreate'), 'small'), own])
  expect(created.operations).toMatchObject([
    {
      object: { kind: 'DatabaseInstance', name: 'shop-db' },
      what: 'database in the runtime',
      action: 'create',
    },
  ])
  await test.store.apply([shop(web('a:1', 'Recreate'), 'small'), own], write)
  const { risks } = await planned([shop(web('a:2', 'Recreate'), 'small')])
  expect(risks).toMatchObject([
    {
      object: { kind: 'WorkloadInstance', name: 'shop' },
      risk: 'yes',
      reasons: [{ text: 'Deployment/web: strategy Recreate: all pods stop before new ones start' }],
    },
  ])
  const rolling = await planned([shop(web('a:2', 'RollingUpdate'), 'small')])
  expect(rolling.risks).toMatchObject([{ object: { name: 'shop' }, risk: 'none', reasons: [] }])
})
