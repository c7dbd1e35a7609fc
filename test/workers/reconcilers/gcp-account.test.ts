import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  projectId,
  startPlaneWithClouds,
  workerToken,
  type PlaneWithClouds,
} from '../../support/plane-with-clouds.ts'

const account = { kind: 'GcpAccount', name: 'main' }
const provider = 'projects/123456789/locations/global/workloadIdentityPools/qleetos/providers/workers'

describe('an account of Google Cloud', () => {
  let world: PlaneWithClouds
  beforeAll(async () => {
    world = await startPlaneWithClouds()
  })
  afterAll(() => world?.stop())
  const accountWith = (spec: Record<string, unknown>) => ({
    ...account,
    spec: { projectId, defaultAccount: true, defaultRegion: 'europe-west3', ...spec },
  })
  const withKey = () => accountWith({ serviceAccountKey: world.google.tokens.key })
  const causeOf = async (kind: string, name: string, reason: string): Promise<string> => {
    const { status } = await world.plane.until(kind, name, (each) => each.status.cause?.reason === reason)
    return status.cause?.message ?? ''
  }

  it('is not ready with a key that Google Cloud does not accept, or that is none', async () => {
    const { plane, google } = world
    await plane.client.apply([accountWith({ serviceAccountKey: 'secret' })])
    expect(await causeOf('GcpAccount', 'main', 'InvalidKey')).toContain('must be the JSON document')
    const otherKey = google.tokens.key.replace('qleetos@', 'other@')
    await plane.client.apply([accountWith({ serviceAccountKey: otherKey })])
    expect(await causeOf('GcpAccount', 'main', 'InvalidCredentials')).toBe(
      'Google Cloud does not accept the credentials of the account: Invalid JWT Signature.',
    )
  })

  it('is admitted by its project when it acts with the identity of the workers', async () => {
    const { plane, google } = world
    const { email } = google.tokens
    google.tokens.trusted = workerToken
    await plane.client.apply([
      {
        ...accountWith({ serviceAccount: email, workloadIdentityProvider: provider, defaultAccount: false }),
        name: 'federated',
      },
    ])
    const message = await causeOf('GcpAccount', 'federated', 'NotAdmitted')
    const [, label = ''] = /--update-labels qleet-account=(\S+)$/.exec(message) ?? []
    google.model.labels = { 'qleet-account': label }
    await plane.client.objects.reconcile({ kind: 'GcpAccount', name: 'federated' })
    const { status } = await plane.ready('GcpAccount', 'federated')
    expect(status.outputs).toMatchObject({ identity: email, externalId: label })
    await plane.client.objects.delete([{ kind: 'GcpAccount', name: 'federated' }])
  })

  it('says which permissions are missing, and refuses a service account of another project', async () => {
    const { plane, google } = world
    google.model.denied = ['compute.routers.create']
    await plane.client.apply([withKey()])
    const { status } = await plane.ready('GcpAccount', 'main')
    expect(status.outputs).toMatchObject({ missingPermissions: ['compute.routers.create'] })
    const other = { ...accountWith({ serviceAccount: 'a@other-project.iam.gserviceaccount.com' }), name: 'b' }
    await expect(plane.client.apply([other])).rejects.toThrow(/must be a service account of project example-/)
  })
})
