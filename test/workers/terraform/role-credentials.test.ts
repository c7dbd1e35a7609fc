import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { offerCredentials, type OfferedCredentials } from '../../../workers/terraform/run/role-credentials.ts'
import { motoAccount, motoServer, startMoto, type TestMoto } from '../../support/moto.ts'

interface Credentials {
  AccessKeyId: string
  SecretAccessKey: string
  Token: string
  Expiration: string
}

describe.skipIf(motoServer === undefined)('the credentials of a role that a run assumes', () => {
  let moto: TestMoto
  let offered: OfferedCredentials
  beforeAll(async () => {
    moto = await startMoto()
    const { accessKeyId, secretAccessKey } = motoAccount
    offered = await offerCredentials({
      accessKey: { accessKeyId, secretAccessKey },
      roleArn: `arn:aws:iam::${motoAccount.accountId}:role/runs`,
      externalId: 'shop',
      region: 'eu-central-1',
      endpoint: moto.url,
    })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await offered?.close()
    await moto?.stop()
  })

  const ask = (authorization?: string): Promise<Response> =>
    fetch(offered.environment['AWS_CONTAINER_CREDENTIALS_FULL_URI'] ?? '', {
      headers: authorization === undefined ? {} : { authorization },
    })
  const read = async (): Promise<Credentials> =>
    (await (await ask(offered.environment['AWS_CONTAINER_AUTHORIZATION_TOKEN'])).json()) as Credentials

  it('are offered to the programs of the run only, which know the token', async () => {
    expect((await ask()).status).toBe(401)
    expect((await ask('x'.repeat(43))).status).toBe(401)
    const { AccessKeyId, Token, Expiration } = await read()
    expect(AccessKeyId).toMatch(/^ASIA/)
    expect(Token).not.toBe('')
    expect(Date.parse(Expiration)).toBeGreaterThan(Date.now())
  })

  it('are the same until shortly before their end, and then new ones', async () => {
    const first = await read()
    expect(await read()).toEqual(first)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(first.Expiration) - 9 * 60_000 })
    const second = await read()
    expect(second.AccessKeyId).not.toBe(first.AccessKeyId)
    expect(offered.secrets).toEqual(
      expect.arrayContaining([first.SecretAccessKey, second.SecretAccessKey, second.Token]),
    )
  })
})
