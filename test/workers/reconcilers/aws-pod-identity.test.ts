import { EKS } from '@aws-sdk/client-eks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { externalTags } from '../../../workers/resources/external-resources.ts'
import { podIdentityCalls } from '../../../workers/aws/eks/pod-identity.ts'
import type { ExternalEntry } from '../../../workers/engine/external-inventory.ts'
import { startEksStandIn, type EksStandIn } from '../../support/eks-stand-in.ts'
import { clientSettings, motoServer, startMoto, type TestMoto } from '../../support/moto.ts'

/* That an object of the kind has a role and an association is tested with the runtimes of EKS, in which it lives. */

const { signal } = new AbortController()
const identity = { namespace: 'shop', serviceAccount: 'web', roleArn: 'arn:aws:iam::123456789012:role/web' }

function entryOf(objectId: string): ExternalEntry {
  return {
    id: '1',
    provider: 'aws',
    account: '123456789012',
    region: 'eu-central-1',
    type: 'pod-identity',
    name: 'cloud/shop.web',
    order: 1,
    externalId: null,
    createdAt: null,
    intendedAt: new Date().toISOString(),
    requestedAt: null,
    tags: { [externalTags.controlPlane]: 'one', [externalTags.objectId]: objectId },
  }
}

describe.skipIf(motoServer === undefined)('the association of an AwsPodIdentity', () => {
  let moto: TestMoto
  let standIn: EksStandIn
  let eks: EKS
  beforeAll(async () => {
    moto = await startMoto()
    standIn = await startEksStandIn(moto.url, 'https://127.0.0.1:1')
    eks = new EKS(clientSettings(standIn.url))
    await eks.createCluster({
      name: 'cloud',
      roleArn: 'arn:aws:iam::123456789012:role/cluster',
      resourcesVpcConfig: { subnetIds: ['subnet-1', 'subnet-2'] },
    })
  })
  afterAll(async () => {
    eks?.destroy()
    await standIn?.stop()
    await moto?.stop()
  })
  const callsOf = () => podIdentityCalls(eks, { cluster: 'cloud', ...identity })

  it('is found again when the answer to its creation is lost, with its role', async () => {
    const entry = entryOf('7')
    expect(await callsOf().find(entry, signal)).toBeUndefined()
    const { externalId } = await callsOf().create(entry, { token: 'once', signal })
    const found = { externalId, state: { clusterName: 'cloud', roleArn: identity.roleArn } }
    expect(await callsOf().find(entry, signal)).toEqual(found)
  })

  it('is refused while the service account has a role of somebody else', async () => {
    await expect(callsOf().find(entryOf('8'), signal)).rejects.toMatchObject({
      reason: 'NameTaken',
      message: expect.stringContaining('pod-identity cloud/shop.web'),
    })
  })

  it('is deleted once, and gone with its cluster', async () => {
    const calls = podIdentityCalls(eks)
    const found = await calls.find(entryOf('7'), signal)
    if (found === undefined) throw new Error('it does not exist')
    await calls.remove(found, { signal })
    await calls.remove(found, { signal })
    expect(await calls.find(entryOf('7'), signal)).toBeUndefined()
    expect(await calls.find({ ...entryOf('7'), name: 'other/shop.web' }, signal)).toBeUndefined()
  })
})
