import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { shopDefinition } from '../../support/applications-delivered.ts'
import { eventually } from '../../support/eventually.ts'
import { imageIndex, startImageRegistry, type ImageRegistry } from '../../support/image-registry.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let open: ImageRegistry
let closed: ImageRegistry
let started: PlaneWithRuntime
beforeAll(async () => {
  ;[open, closed] = await Promise.all([startImageRegistry(), startImageRegistry({ login: 'ci:geheim' })])
  started = await startPlaneWithRuntime()
  await started.plane.client.apply([
    { kind: 'Environment', name: 'staging', spec: { settle: 0 } },
    ...application('public', open),
    { kind: 'SecretDefinition', name: 'login', spec: { data: { username: 'ci' } } },
    ...application('private', closed, { registrySecret: 'login' }),
  ])
})
afterAll(async () => {
  await started?.stop()
  await Promise.all([open?.close(), closed?.close()])
})

function application(
  name: string,
  { host }: Pick<ImageRegistry, 'host'>,
  spec: Record<string, unknown> = {},
) {
  const { spec: definition } = shopDefinition(name)
  const yamlDocument = definition.yamlDocument.replace('example.com/shop:1.0', `${host}/shop:1.0`)
  return [
    { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
    {
      kind: 'Application',
      name,
      spec: { definition: name, environments: [{ environment: 'staging' }], ...spec },
    },
  ]
}

async function deliver(application: string, build: number, tag: string, { host } = open): Promise<void> {
  const images = [{ name: `${host}/shop`, tag }]
  await started.plane.client.apply([
    { kind: 'Delivery', name: `${application}-${build}`, spec: { application, build, images } },
  ])
}

function until(name: string, isIt: (outputs: Record<string, unknown>) => boolean) {
  return eventually(async () => {
    const object = await started.plane.client.objects.get({ kind: 'Delivery', name })
    const outputs = object?.status.outputs
    return object != null && outputs !== undefined && isIt(outputs) ? { ...object, outputs } : undefined
  })
}

const inState = (name: string, state: string) => until(name, (outputs) => outputs['state'] === state)
const causedBy = (name: string, reason: string) =>
  eventually(async () => {
    const object = await started.plane.client.objects.get({ kind: 'Delivery', name })
    return object?.status.cause?.reason === reason ? object.status.cause : undefined
  })

async function imageOf(application: string): Promise<string | undefined> {
  const instance = await started.plane.client.objects.get({
    kind: 'WorkloadInstance',
    name: `${application}-staging`,
  })
  const { namespace } = instance?.status.outputs as { namespace: string }
  const object = (await started.cluster.get(
    `/apis/apps/v1/namespaces/${namespace}/deployments/web`,
  )) as unknown as { spec: { template: { spec: { containers: { image: string }[] } } } } | undefined
  return object?.spec.template.spec.containers[0]?.image
}

describe('a Delivery by tag', () => {
  it('runs the digest that the tag had, however the tag moves', async () => {
    const digest = open.push('shop', '1.1', imageIndex())
    await deliver('public', 1, '1.1')
    const { outputs } = await inState('public-1', 'Healthy')
    expect(outputs['images']).toEqual([{ name: `${open.host}/shop`, tag: '1.1', digest }])
    expect(await imageOf('public')).toBe(`${open.host}/shop@${digest}`)
    open.push('shop', '1.1')
    await started.plane.client.objects.reconcile({ kind: 'Delivery', name: 'public-1' })
    await deliver('public', 1, '1.1')
    expect((await inState('public-1', 'Healthy')).outputs['images']).toEqual(outputs['images'])
    expect(open.lookups.filter((each) => each === 'shop:1.1')).toHaveLength(1)
  })

  it('is no build while its tag is unknown, and becomes one once the image is pushed', async () => {
    await deliver('public', 3, 'late')
    const { message } = await causedBy('public-3', 'UnknownTag')
    expect(message).toBe(
      `there is no image ${open.host}/shop:late: push it, or correct name or tag in another build`,
    )
    const digest = open.push('shop', '1.2')
    await deliver('public', 2, '1.2')
    await inState('public-2', 'Healthy')
    expect(await imageOf('public')).toBe(`${open.host}/shop@${digest}`)
    const late = open.push('shop', 'late')
    await started.plane.client.objects.reconcile({ kind: 'Delivery', name: 'public-3' })
    await inState('public-3', 'Healthy')
    expect(await imageOf('public')).toBe(`${open.host}/shop@${late}`)
  })

  it('is superseded by a newer build before its tag is found', async () => {
    await deliver('public', 0, 'never')
    expect((await inState('public-0', 'Superseded')).outputs['message']).toBe('Build 3 of default is newer.')
  })

  it('waits for as long as the registry asks', async () => {
    open.push('shop', '1.4')
    open.fail(429, { 'retry-after': '2' })
    await deliver('public', 4, '1.4')
    await causedBy('public-4', 'RateLimited')
    const { outputs } = await until('public-4', ({ message }) => message !== undefined)
    expect(outputs).toMatchObject({
      state: 'Accepted',
      message: expect.stringContaining('allows no more requests'),
    })
    open.fail()
    await inState('public-4', 'Healthy')
  })

  it('goes on once the registry is back', async () => {
    open.push('shop', '1.5')
    open.fail(503)
    await deliver('public', 5, '1.5')
    expect((await causedBy('public-5', 'RegistryFailed')).message).toContain('responded with status 503')
    open.fail()
    await inState('public-5', 'Healthy')
  })

  it('logs in with the Secret of its application, and says what is wrong with that', async () => {
    const digest = closed.push('shop', '1.1')
    const setSecret = (data: Record<string, string>) =>
      started.plane.client.apply([{ kind: 'SecretDefinition', name: 'login', spec: { data } }])
    const again = () => started.plane.client.objects.reconcile({ kind: 'Delivery', name: 'private-1' })
    await deliver('private', 1, '1.1', closed)
    expect((await causedBy('private-1', 'InvalidRegistrySecret')).message).toContain('.dockerconfigjson')
    await setSecret({ registry: closed.host, username: 'ci', password: 'falsch' })
    await again()
    expect((await causedBy('private-1', 'Unauthorised')).message).toContain(
      'set registrySecret of the application',
    )
    await setSecret({ registry: closed.host, username: 'ci', password: 'geheim' })
    await again()
    await inState('private-1', 'Healthy')
    expect(await imageOf('private')).toBe(`${closed.host}/shop@${digest}`)
  })

  it('waits for a signature of a key that its application trusts', async () => {
    const [trusted, other] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))
    const pem = (keys = trusted) => String(keys?.publicKey.export({ type: 'spki', format: 'pem' }))
    if (trusted === undefined || other === undefined) throw new Error('there are no keys')
    await started.plane.client.apply(application('signed', open, { signatures: { publicKeys: [pem()] } }))
    const digest = open.push('shop', '2.0', imageIndex())
    const again = () => started.plane.client.objects.reconcile({ kind: 'Delivery', name: 'signed-1' })
    await deliver('signed', 1, '2.0')
    expect((await causedBy('signed-1', 'NotSigned')).message).toContain(
      `${open.host}/shop@${digest} has no signature`,
    )
    for (const signature of [
      { key: other.privateKey },
      { key: trusted.privateKey, signed: open.push('shop', 'another') },
    ]) {
      open.sign('shop', digest, signature)
      const before = open.lookups.length
      await again()
      // The second lookup is that of the reconcile after the report of the first.
      await eventually(async () => open.lookups.length >= before + 2 || undefined)
      expect((await until('signed-1', () => true)).outputs['state']).toBe('Accepted')
    }
    open.sign('shop', digest, { key: trusted.privateKey })
    await again()
    const { outputs } = await inState('signed-1', 'Healthy')
    expect(outputs['images']).toEqual([
      {
        name: `${open.host}/shop`,
        tag: '2.0',
        digest,
        signedBy: expect.stringMatching(/^sha256:[a-f0-9]{64}$/),
      },
    ])
    expect(await imageOf('signed')).toBe(`${open.host}/shop@${digest}`)
    await started.plane.client.apply([
      {
        kind: 'Delivery',
        name: 'signed-2',
        spec: {
          application: 'signed',
          build: 2,
          images: [{ name: `${open.host}/shop`, digest: open.push('shop', '2.1') }],
        },
      },
    ])
    await causedBy('signed-2', 'NotSigned')
    expect(await imageOf('signed')).toBe(`${open.host}/shop@${digest}`)
  })

  it.each([
    ['bundled', true],
    ['indexed', false],
  ])(
    '%s: accepts a bundle of cosign 3, in a registry that lists referrers: %s',
    async (name, hasReferrers) => {
      const registry = await startImageRegistry({ hasReferrers })
      onTestFinished(() => registry.close())
      const trusted = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const publicKeys = [String(trusted.publicKey.export({ type: 'spki', format: 'pem' }))]
      await started.plane.client.apply(application(name, registry, { signatures: { publicKeys } }))
      const digest = registry.push('shop', '1.0')
      const predicateType = 'https://spdx.dev/Document'
      registry.signInBundle('shop', digest, { key: trusted.privateKey, predicateType })
      registry.signInBundle('shop', digest, { key: other.privateKey })
      await deliver(name, 1, '1.0', registry)
      await causedBy(`${name}-1`, 'NotSigned')
      registry.signInBundle('shop', digest, { key: trusted.privateKey })
      await started.plane.client.objects.reconcile({ kind: 'Delivery', name: `${name}-1` })
      const { outputs } = await inState(`${name}-1`, 'Healthy')
      expect(outputs['images']).toMatchObject([
        { digest, signedBy: expect.stringMatching(/^sha256:/) as string },
      ])
    },
  )

  it('connects to no address that the policy forbids', async () => {
    const images = [{ name: '169.254.169.254/shop', tag: '1' }]
    await started.plane.client.apply([
      ...application('metadata', { host: '169.254.169.254' }),
      { kind: 'Delivery', name: 'forbidden', spec: { application: 'metadata', build: 99, images } },
    ])
    expect((await causedBy('forbidden', 'AddressRefused')).message).toContain('a link-local address')
  })

  it.each([
    [{ name: 'example.com/shop' }, 'images[0].digest'],
    [{ name: 'example.com/Shop', tag: '1' }, 'images[0].name'],
    [{ name: 'example.com/shop', tag: 'a b' }, 'images[0].tag'],
  ])('is refused with the image %j', async (image, path) => {
    const spec = { application: 'public', build: 100, images: [image] }
    await expect(
      started.plane.client.apply([{ kind: 'Delivery', name: 'wrong', spec }]),
    ).rejects.toMatchObject({
      details: { fields: [expect.objectContaining({ path: expect.stringContaining(path) })] },
    })
  })
})
