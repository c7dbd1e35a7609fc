import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  azureAccount,
  startPlaneWithClouds,
  workerToken,
  type PlaneWithClouds,
} from '../../support/plane-with-clouds.ts'

const account = { kind: 'AzureAccount', name: 'main' }

describe('an account of Azure', () => {
  let world: PlaneWithClouds
  beforeAll(async () => {
    world = await startPlaneWithClouds()
  })
  afterAll(() => world?.stop())
  const accountWith = (spec: Record<string, unknown> = {}) => ({
    ...account,
    spec: { ...azureAccount, defaultAccount: true, defaultRegion: 'germanywestcentral', ...spec },
  })
  const causeOf = async (kind: string, name: string, reason: string): Promise<string> => {
    const { status } = await world.plane.until(kind, name, (each) => each.status.cause?.reason === reason)
    return status.cause?.message ?? ''
  }

  it('is not ready with a secret that Azure does not accept', async () => {
    await world.plane.client.apply([accountWith({ clientSecret: 'wrong' })])
    expect(await causeOf('AzureAccount', 'main', 'InvalidCredentials')).toBe(
      'Azure does not accept the credentials of the account: AADSTS7000215: Invalid client secret provided.',
    )
  })

  it('is admitted by its subscription when it authenticates with the token of the workers', async () => {
    const { plane, azure } = world
    azure.model.trusted = workerToken
    const { clientSecret: _, ...spec } = accountWith({ defaultAccount: false }).spec
    const federated = { kind: 'AzureAccount', name: 'federated' }
    await plane.client.apply([{ ...federated, spec }])
    const message = await causeOf(federated.kind, federated.name, 'NotAdmitted')
    const [, tag = ''] = /--tags qleet-account=(\S+)$/.exec(message) ?? []
    azure.model.tags = { 'qleet-account': tag }
    await plane.client.objects.reconcile(federated)
    await plane.ready(federated.kind, federated.name)
    await plane.client.objects.delete([federated])
  })

  it('says which actions are missing, also those in clusters, and that a region does not exist', async () => {
    const { plane, azure } = world
    await plane.client.apply([accountWith({ defaultRegion: 'nowhere' })])
    expect(await causeOf('AzureAccount', 'main', 'NoSuchRegion')).toMatch(/has no region nowhere/)
    azure.model.permissions = [
      {
        actions: [
          '*/read',
          'Microsoft.ContainerService/*',
          'Microsoft.Resources/subscriptions/resourceGroups/*',
        ],
        notActions: ['Microsoft.ContainerService/managedClusters/agentPools/delete'],
        dataActions: [],
        notDataActions: [],
      },
    ]
    await plane.client.apply([accountWith()])
    const { status } = await plane.ready('AzureAccount', 'main')
    expect(status.outputs).toMatchObject({
      subscriptionName: 'Example',
      missingPermissions: [
        'Microsoft.ContainerService/managedClusters/agentPools/delete',
        'Microsoft.ContainerService/managedClusters/namespaces/write',
      ],
    })
  })
})
