import { beforeAll, describe, expect, it } from 'vitest'
import { storeBuiltIns } from '../../../server/store/built-in.ts'
import { kindNamed } from '../../../schema/kinds/index.ts'
import {
  defaultRuntime,
  definition,
  reportOf,
  restartNamed,
  restartReconcile,
  statusWith,
  testStore,
  write,
} from '../../support/store.ts'

/* What a stage and its canary read about the workload: its gateways, and the variables of what is attached to it. */

const test = testStore([
  ...defaultRuntime,
  definition('app'),
  { kind: 'GatewayDefinition', name: 'site', spec: { http: [{ port: 80 }] } },
  { kind: 'AwsAccount', name: 'cloud', spec: kindNamed('AwsAccount').examples[0] },
  {
    kind: 'AwsObjectStorageBucketDefinition',
    name: 'files',
    spec: { ...kindNamed('AwsObjectStorageBucketDefinition').examples[0], awsAccount: 'cloud' },
  },
  { kind: 'Environment', name: 'production', spec: {} },
  {
    kind: 'Application',
    name: 'shop',
    spec: { definition: 'app', environments: [{ environment: 'production' }] },
  },
])
beforeAll(() => storeBuiltIns(test.store))

describe('a canary', () => {
  it('is beside a workload whose gateways the stage sees', async () => {
    const application = await restartNamed(test.store, 'Application', 'shop')
    const own = (kind: string, name: string, spec: object) => [{ kind, name, spec }]
    const stage = own('Stage', 'shop-production', { application: 'shop', environment: 'production' })
    await test.store.applyOwned(application, stage, write)
    const started = await restartNamed(test.store, 'Stage', 'shop-production')
    const workload = own('WorkloadInstance', 'shop-production', { definition: 'app' })
    const canary = own('CanaryWorkload', 'shop-production-canary', {
      workloadInstance: 'shop-production',
      definition: 'app',
      revision: 2,
      services: ['web'],
    })
    await test.store.applyOwned(started, [...workload, ...canary], write)
    await test.store.apply(
      [
        {
          kind: 'GatewayInstance',
          name: 'site',
          spec: { definition: 'site', workloadInstance: 'shop-production' },
        },
      ],
      write,
    )
    const found = await test.store.relatedObjects(started)
    expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'WorkloadInstance shop-production',
      'CanaryWorkload shop-production-canary',
      'GatewayInstance site',
    ])
  })

  it('gets the variables of what is attached to the workload', async () => {
    const bucket = { definition: 'files', workloadInstance: 'shop-production' }
    await test.store.apply([{ kind: 'AwsObjectStorageBucketInstance', name: 'files', spec: bucket }], write)
    const outputs = { variables: { BUCKET: 'files-1' } }
    const started = await restartNamed(test.store, 'AwsObjectStorageBucketInstance', 'files')
    await test.store.report(reportOf(started, { status: { ...statusWith(true), outputs } }))
    for (const [kind, name] of [
      ['WorkloadInstance', 'shop-production'],
      ['CanaryWorkload', 'shop-production-canary'],
    ] as const) {
      const { id } = await restartNamed(test.store, kind, name)
      expect((await restartReconcile(test.store, id))?.variables).toEqual({ BUCKET: 'files-1' })
    }
  })
})
