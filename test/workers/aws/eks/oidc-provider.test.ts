import { NoSuchEntityException, type IAM, type Tag } from '@aws-sdk/client-iam'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AwsAccess } from '../../../../workers/aws/account.ts'
import { ensureOidcProvider, oidcCalls } from '../../../../workers/aws/eks/oidc-provider.ts'
import type { ReconcileContext } from '../../../../workers/engine/reconciler.ts'
import { startReconcile } from '../../../../workers/engine/start-reconcile.ts'
import { removeExternal } from '../../../../workers/resources/external-resources.ts'
import { createFakeWorker } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { defaultRuntime, definition, write } from '../../../support/store.ts'

/** The providers of an account. The response of the next creation can be lost. */
class FakeIam {
  readonly providers = new Map<string, Tag[]>()
  losesResponse = false

  async getOpenIDConnectProvider({ OpenIDConnectProviderArn: arn = '' }) {
    const Tags = this.providers.get(arn)
    if (Tags === undefined) throw new NoSuchEntityException({ message: 'not found', $metadata: {} })
    return { Tags }
  }

  async listOpenIDConnectProviders() {
    return { OpenIDConnectProviderList: [...this.providers.keys()].map((Arn) => ({ Arn })) }
  }

  async createOpenIDConnectProvider({ Url = '', Tags = [] as Tag[] }) {
    this.providers.set(arnOf(Url), Tags)
    if (this.losesResponse) throw new Error('socket hang up')
  }

  async deleteOpenIDConnectProvider({ OpenIDConnectProviderArn: arn = '' }) {
    this.providers.delete(arn)
  }
}

const arnOf = (issuer: string) => `arn:aws:iam::123456789012:oidc-provider/${issuer.replace('https://', '')}`
const issuerOf = (cluster: string) => `https://oidc.eks.eu-west-1.amazonaws.com/id/${cluster}`

let server: TestServer
let fake: ReturnType<typeof createFakeWorker>
let iam: FakeIam
let made = 0
beforeAll(async () => {
  server = await createTestServer()
  fake = createFakeWorker(server)
  await server.store.apply([...defaultRuntime, definition('web')], write)
})
afterAll(() => server?.stop())
beforeEach(() => {
  iam = new FakeIam()
  iam.providers.set(arnOf(issuerOf('FOREIGN')), [{ Key: 'team', Value: 'other' }])
})

/** Starts the reconciles of an object, each after the one before has crashed. */
async function newObject(): Promise<{ start(): Promise<ReconcileContext> }> {
  const spec = { definition: 'web', runtime: 'space' }
  const { id } = await server.store.create(
    { kind: 'WorkloadInstance', name: `app-${(made += 1)}`, spec },
    write,
  )
  let epoch: number | undefined
  return {
    start: async () => {
      const started = await startReconcile(fake.worker, String(id), epoch)
      epoch = started?.epoch
      const { signal } = new AbortController()
      const rest = { client: fake.worker, signal, assertHeld: () => undefined, recordEvent: () => undefined }
      return { ...started, ...rest } as unknown as ReconcileContext
    },
  }
}

function ensure(context: ReconcileContext, cluster: string): Promise<string> {
  const access = {
    accountId: '123456789012',
    partition: 'aws',
    defaultRegion: 'eu-west-1',
    in: () => ({ iam: async () => iam }),
  } as unknown as AwsAccess
  return ensureOidcProvider(context, access, {
    name: `eks-${context.object.name}`,
    issuer: issuerOf(cluster),
  })
}

function remove(context: ReconcileContext) {
  const type = { provider: 'aws', type: 'oidc-provider' }
  return removeExternal(context, type, oidcCalls(iam as unknown as IAM))
}

const left = () => [...iam.providers.keys()]
const foreign = arnOf(issuerOf('FOREIGN'))

describe('the provider of identities of a cluster', () => {
  it('is deleted although the response to its creation was lost', async () => {
    const { start } = await newObject()
    iam.losesResponse = true
    await expect(ensure(await start(), 'A')).rejects.toThrow('socket hang up')
    expect(left()).toEqual([foreign, arnOf(issuerOf('A'))])
    const removing = await start()
    expect(removing.external).toMatchObject([{ type: 'oidc-provider', externalId: null }])
    expect(await remove(removing)).toEqual([])
    expect(left()).toEqual([foreign])
    expect((await start()).external).toEqual([])
  })

  it('is created once if the response was lost, and recorded then', async () => {
    const { start } = await newObject()
    iam.losesResponse = true
    await expect(ensure(await start(), 'B')).rejects.toThrow('socket hang up')
    iam.losesResponse = false
    expect(await ensure(await start(), 'B')).toBe(arnOf(issuerOf('B')))
    expect((await start()).external).toMatchObject([{ externalId: arnOf(issuerOf('B')), requestedAt: null }])
  })

  it('is deleted when the creation of the one that replaces it was interrupted', async () => {
    const { start } = await newObject()
    await ensure(await start(), 'C')
    iam.losesResponse = true
    await expect(ensure(await start(), 'D')).rejects.toThrow('socket hang up')
    expect(left()).toEqual([foreign, arnOf(issuerOf('D'))])
    expect(await remove(await start())).toEqual([])
    expect(left()).toEqual([foreign])
  })

  it('of another object stays', async () => {
    const [one, other] = [await newObject(), await newObject()]
    await ensure(await one.start(), 'E')
    iam.losesResponse = true
    await expect(ensure(await other.start(), 'F')).rejects.toThrow('socket hang up')
    await remove(await other.start())
    expect(left()).toEqual([foreign, arnOf(issuerOf('E'))])
  })
})
