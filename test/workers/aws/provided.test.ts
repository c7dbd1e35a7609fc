import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decoded } from '../../support/kubernetes.ts'
import { motoAccount, motoServer, startMoto, type TestMoto } from '../../support/moto.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

const manifests = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { a: b }
`

describe.skipIf(motoServer === undefined)('an application whose platform team has chosen AWS', () => {
  let moto: TestMoto
  let started: PlaneWithRuntime
  beforeAll(async () => {
    moto = await startMoto()
    started = await startPlaneWithRuntime({ workerEnv: moto.env })
    const { plane } = started
    await plane.client.apply([
      { kind: 'AwsAccount', name: 'main', spec: { ...motoAccount } },
      {
        kind: 'Profile',
        name: 'rds',
        spec: {
          type: 'Database',
          provider: 'aws',
          parameters: { account: 'main', finalSnapshot: false, sizes: { small: 'db.t4g.medium' } },
        },
      },
      {
        kind: 'Profile',
        name: 's3',
        spec: { type: 'Bucket', provider: 'aws', parameters: { account: 'main' } },
      },
    ])
    await plane.ready('AwsAccount', 'main')
  })
  afterAll(async () => {
    await started?.stop()
    await moto?.stop()
  })

  it('cannot let pods act with a role in a runtime that is no cluster of EKS, and says what to do', async () => {
    const { plane } = started
    const bucket = { kind: 'AwsObjectStorageBucketInstance', name: 'photos' }
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'gallery', spec: { yamlDocument: manifests } },
      { kind: 'WorkloadInstance', name: 'gallery', spec: { definition: 'gallery', runtime: 'space' } },
      {
        kind: 'AwsObjectStorageBucketDefinition',
        name: 'photos',
        spec: { awsAccount: 'main', workloadServiceAccountName: 'gallery' },
      },
      { ...bucket, spec: { definition: 'photos', workloadInstance: 'gallery', guard: 'off' } },
    ])
    const { status } = await plane.until(
      bucket.kind,
      bucket.name,
      ({ status: { cause } }) => cause?.reason === 'NoRolesForPods',
    )
    expect(status.cause?.message).toMatch(
      /^Pods in runtime space cannot have a role of account 123456789012, .*declare the bucket as a dependency/,
    )
    expect(status.outputs).toMatchObject({ bucket: expect.stringMatching(/^photos-/) })
    await plane.client.objects.delete([bucket])
    await plane.gone(bucket.kind, bucket.name)
    await plane.client.objects.delete([{ kind: 'AwsObjectStorageBucketDefinition', name: 'photos' }])
  })

  it('gets a database of RDS and a bucket of S3 without naming either, and gives them back', async () => {
    const { plane, cluster } = started
    const dependencies = [
      {
        name: 'db',
        kind: 'Database',
        spec: { engine: 'postgres', version: '17', databaseName: 'shop', guard: 'off' },
      },
      { name: 'files', kind: 'Bucket', spec: { guard: 'off' } },
    ]
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument: manifests, dependencies } },
      { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop', runtime: 'space' } },
    ])
    const { status } = await plane.ready('WorkloadInstance', 'shop')
    const { namespace } = status.outputs as { namespace: string }
    const bindingOf = async (name: string): Promise<Record<string, string>> => {
      return decoded(await cluster.get(`/api/v1/namespaces/${namespace}/secrets/${name}-binding`))
    }
    expect(await bindingOf('db')).toMatchObject({
      provider: 'aws',
      port: '5432',
      database: 'shop',
      username: 'shop',
      password: expect.stringMatching(/^[\w-]{40}$/) as string,
      uri: expect.stringMatching(/^postgresql:\/\/shop:.*\/shop$/) as string,
    })
    expect(await bindingOf('files')).toMatchObject({
      provider: 'aws',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      'access-key-id': expect.stringMatching(/^AKIA/) as string,
    })
    for (const service of ['databases', 'object-storage'])
      expect(
        await plane.client.objects.get({ kind: 'SupportServiceInstance', name: `${service}-space` }),
        service,
      ).toBeUndefined()
    await plane.client.objects.delete([
      { kind: 'WorkloadInstance', name: 'shop' },
      { kind: 'WorkloadDefinition', name: 'shop' },
    ])
    await plane.gone('WorkloadInstance', 'shop')
    await plane.client.objects.delete([{ kind: 'AwsAccount', name: 'main' }])
    await plane.gone('AwsAccount', 'main')
  })
})
