import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, policy, rule } from '../../support/policies.ts'
import { defaultRuntime, testStore, workload, write } from '../../support/store.ts'

const test = testStore(defaultRuntime)

describe('a rule about costs', () => {
  const account = {
    accountId: '123456789012',
    defaultRegion: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    defaultAccount: true,
  }
  const ledger = (machineSize: string, more: object = {}) => ({
    kind: 'AwsRelationalDatabaseDefinition',
    name: 'ledger',
    spec: {
      engine: 'postgres',
      engineVersion: '17',
      databaseName: 'ledger',
      storageGb: 20,
      machineSize,
      ...more,
    },
  })
  const database = { kind: 'AwsRelationalDatabaseInstance', name: 'ledger', spec: { definition: 'ledger' } }
  const budget = policy('p', [rule('cost.known && cost.most <= 300')])

  beforeAll(async () => {
    await test.store.apply([{ kind: 'AwsAccount', name: 'main', spec: account }], write)
    await test.store.create(budget, write)
  })

  it('is checked for an instance with its definition, and when that changes', async () => {
    const refused = { code: 'FORBIDDEN', message: expect.stringContaining('is not allowed') as string }
    const large = ledger('db.m5.xlarge', { multiZone: true })
    expect(await fieldsOf(test.store.apply([large, database], write))).toMatchObject([
      { ...refused, path: 'documents[1].spec' },
    ])
    await test.store.apply([ledger('Small'), database], write)
    expect(await fieldsOf(test.store.apply([large], write))).toMatchObject([
      { ...refused, message: expect.stringContaining('AwsRelationalDatabaseInstance "ledger"') as string },
    ])
    // The price of that class is not in the list.
    expect(await fieldsOf(test.store.apply([ledger('db.x9.tiny')], write))).toMatchObject([refused])
  })

  it('holds for what costs nothing by itself', async () => {
    const written = test.store.apply(workload('free'), write)
    expect(await fieldsOf(written)).toBeUndefined()
  })
})
