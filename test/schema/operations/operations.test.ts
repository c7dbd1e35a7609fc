import { describe, expect, it } from 'vitest'
import type { ObjectChange, Operation } from '../../../schema/operations/operation.ts'
import { totalCosts } from '../../../schema/operations/total-costs.ts'
import { allKinds, kindNamed } from '../../../schema/kinds/index.ts'

function operationsOf(
  kind: string,
  before: Partial<ObjectChange['before'] & object> | undefined,
  after: Partial<ObjectChange['after'] & object> | undefined,
): Operation[] {
  const complete = (state: typeof before) => state && { spec: {}, definition: {}, ...state }
  const found = kindNamed(kind).operations?.({ before: complete(before), after: complete(after) })
  if (found === undefined) throw new Error(`${kind} has no operations`)
  return found
}

describe('a database of RDS', () => {
  const definition = { engine: 'postgres', engineVersion: '17', machineSize: 'Small', storageGb: 20 }
  const change = (to: object, from: object = {}) =>
    operationsOf(
      'AwsRelationalDatabaseInstance',
      { definition: { ...definition, ...from } },
      { definition: { ...definition, ...from, ...to } },
    )

  it.each([
    [{ machineSize: 'Large' }, {}, 'yes', /restarts the database/],
    [{ machineSize: 'Large' }, { multiZone: true }, 'brief', /fails over/],
    [{ storageGb: 100 }, {}, 'none', /grows in place/],
    [{ engineVersion: '18' }, { multiZone: true }, 'yes', /upgrades the engine/],
    [{ backupDays: 0 }, { backupDays: 7 }, 'brief', /turn backups on or off/],
    [{ backupDays: 8 }, { backupDays: 7 }, 'none', /another time/],
    [{ databasePort: 6000 }, {}, 'brief', /new port/],
  ])('is modified by %j, from %j: %s', (to, from, risk, effect) => {
    expect(change(to, from)).toMatchObject([
      { action: 'modify', fields: Object.keys(to), risk, effect: expect.stringMatching(effect) },
    ])
  })

  it('is not touched by what RDS does not have', () => {
    expect(change({ workloadSecretName: 'login' })).toEqual([])
    const spec = { finalSnapshot: true }
    expect(
      operationsOf('AwsRelationalDatabaseInstance', { definition, spec }, { definition, spec: {} }),
    ).toEqual([])
  })

  it('has the highest risk of several changes, and the cost before and after', () => {
    expect(change({ machineSize: 'Large', storageGb: 100 })).toMatchObject([
      {
        fields: ['machineSize', 'storageGb'],
        risk: 'yes',
        cost: { prices: 'aws', before: { least: 26, most: 26 }, after: { least: 130, most: 130 } },
      },
    ])
    expect(change({ machineSize: 'db.unknown' })).toMatchObject([{ cost: { after: undefined } }])
  })

  it('leaves a snapshot behind when it is deleted, or not', () => {
    const remove = (spec: object) =>
      operationsOf('AwsRelationalDatabaseInstance', { definition, spec: { ...spec } }, undefined)
    expect(remove({})).toMatchObject([
      { action: 'delete', risk: 'yes', minutes: 10, effect: expect.stringContaining('last snapshot') },
    ])
    expect(remove({ finalSnapshot: false })).toMatchObject([
      { minutes: 5, effect: 'the data is deleted, without a last snapshot' },
    ])
  })

  it('is what a database of provider aws becomes', () => {
    const from = { engine: 'postgres', version: '17', storage: '10Gi' }
    const spec = { provider: 'aws' }
    const operations = operationsOf(
      'DatabaseInstance',
      { spec, definition: { ...from, size: 'small' } },
      { spec, definition: { ...from, size: 'large' } },
    )
    expect(operations).toMatchObject([
      { what: 'database of Amazon RDS', fields: ['machineSize'], risk: 'yes' },
    ])
  })
})

describe('a cluster', () => {
  const of = (kind: string, before: object | undefined, after: object | undefined) =>
    operationsOf(kind, before && { definition: { ...before } }, after && { definition: { ...after } })

  it('is created with its nodes, which cost by their number', () => {
    expect(of('AwsEksKubernetesRuntimeInstance', undefined, {})).toMatchObject([
      { what: 'cluster of Amazon EKS', action: 'create', cost: { after: { least: 110, most: 110 } } },
      { what: 'nodes default of Amazon EKS', action: 'create', cost: { after: { least: 60, most: 150 } } },
    ])
  })

  it.each([
    'AwsEksKubernetesRuntimeInstance',
    'GkeKubernetesRuntimeInstance',
    'AksKubernetesRuntimeInstance',
  ])('of %s moves pods when its version or its machines change', (kind) => {
    const field = kind.startsWith('Aws') ? 'defaultNodeGroupInstanceType' : 'defaultNodePoolMachineType'
    expect(of(kind, { kubernetesVersion: '1.34' }, { kubernetesVersion: '1.35' })).toMatchObject([
      { action: 'modify', fields: ['kubernetesVersion'], risk: 'brief' },
    ])
    expect(of(kind, {}, { [field]: 'other.large' })).toMatchObject([
      { action: 'replace', fields: ['machineType'], risk: 'brief', cost: expect.anything() },
    ])
    expect(of(kind, {}, { allowedCidrs: ['10.0.0.0/8'] })).toMatchObject([{ risk: 'none' }])
    expect(of(kind, {}, undefined)).toMatchObject([
      { action: 'delete', risk: 'yes' },
      { action: 'delete', what: expect.stringContaining('nodes default') },
    ])
    expect(of(kind, {}, {})).toEqual([])
  })

  it('of a runtime is that of its provider', () => {
    const runtime = { provider: 'gke', nodeSize: 'Medium', nodeProfile: 'Balanced', nodeMaximum: 3 }
    expect(of('KubernetesRuntimeInstance', undefined, runtime)).toMatchObject([
      { what: 'cluster of Google Kubernetes Engine' },
      { cost: { after: { least: 49, most: 74 } } },
    ])
    expect(of('KubernetesRuntimeInstance', undefined, { provider: 'simulated' })).toEqual([])
  })
})

describe('a run of Terraform', () => {
  it('is caused by what its configuration gets, and may change anything', () => {
    const run = (spec: object, definition: object = {}) =>
      operationsOf('TerraformInstance', { spec: {} }, { spec: { ...spec }, definition: { ...definition } })
    expect(run({ variables: { a: 1 } }, { configuration: 'x' })).toMatchObject([
      { action: 'run', risk: 'unknown', fields: ['configuration', 'variables'] },
    ])
    expect(run({ approval: 'required', region: 'eu-west-1' })).toMatchObject([
      { effect: 'its plan waits for a confirmation' },
    ])
    expect(run({ guard: 'off' })).toEqual([])
  })
})

it('sums up what is known, and counts what is not', () => {
  const operations = [
    ...operationsOf('AwsRelationalDatabaseInstance', undefined, {}),
    ...operationsOf('AwsObjectStorageBucketInstance', undefined, {}),
    ...operationsOf('TerraformInstance', undefined, {}),
  ]
  expect(totalCosts(operations)).toEqual({
    before: { least: 0, most: 0 },
    after: { least: 26, most: 26 },
    unknown: 1,
    prices: ['us-east-1 of AWS, 2025-06'],
  })
  expect(totalCosts(operationsOf('TerraformInstance', undefined, {}))).toBeUndefined()
})

it.each(allKinds.filter(({ operations }) => operations !== undefined))(
  'the operations of $kind are none if nothing changes',
  ({ operations, pair, examples }) => {
    const definitionExamples = pair === undefined ? [{}] : kindNamed(pair.definition).examples
    for (const definition of definitionExamples) {
      for (const spec of examples) {
        const state = { spec, definition }
        expect(operations?.({ before: state, after: state })).toEqual([])
      }
    }
  },
)
