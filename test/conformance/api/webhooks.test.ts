import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { apiOf } from '../support/api.ts'
import { configMap, deployment, isTrue, pod } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'
import { startWebhookServer, type WebhookServer } from '../support/webhook-server.ts'

const registration = '/apis/admissionregistration.k8s.io/v1'
const name = 'check.example.com'

let server: WebhookServer
beforeAll(async () => {
  server = await startWebhookServer()
})
afterAll(() => server?.stop())

interface Hook {
  path: string
  kind?: 'Validating' | 'Mutating'
  resources?: string[]
  groups?: string[]
  operations?: string[]
  [field: string]: unknown
}

onEachTarget('an admission webhook', (target) => {
  let count = 0

  /** Creates a webhook for a new namespace, and waits until the server calls it. */
  const setup = async ({ path, kind = 'Validating', resources, groups, operations, ...more }: Hook) => {
    const namespace = await target().namespace()
    const api = apiOf(target().client)
    const configMaps = `/api/v1/namespaces/${namespace}/configmaps`
    await api.until(`${configMaps}/kube-root-ca.crt`, () => true)
    const configuration = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: `${kind}WebhookConfiguration`,
      metadata: { name: `${target().prefix}-${(count += 1)}` },
      webhooks: [
        {
          name,
          clientConfig: { url: `${server.url}${path}`, caBundle: server.caBundle },
          rules: [
            {
              apiGroups: groups ?? [''],
              apiVersions: ['v1'],
              operations: operations ?? ['CREATE', 'UPDATE'],
              resources: resources ?? ['configmaps'],
            },
          ],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          timeoutSeconds: 1,
          ...more,
        },
      ],
    }
    const all = `${registration}/${kind.toLowerCase()}webhookconfigurations`
    target().owned(`${all}/${configuration.metadata.name}`)
    const created = await api.post(all, configuration)
    return { api, namespace, configMaps, created, configuration: `${all}/${configuration.metadata.name}` }
  }

  /** Waits until the API servers call the webhook: a configuration takes effect with a delay. */
  const awaitCalls = async (configMaps: string): Promise<void> => {
    const before = server.requests.length
    await eventually(async () => {
      await apiOf(target().client)
        .post(configMaps, configMap('probe'), { dryRun: 'All' })
        .catch(() => undefined)
      return server.requests.length > before ? true : undefined
    })
  }

  it('has defaults', async () => {
    const { created } = await setup({ path: '/allow', timeoutSeconds: undefined })
    expect((created['webhooks'] as object[])[0]).toMatchObject({
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      objectSelector: {},
      timeoutSeconds: 10,
      rules: [{ scope: '*' }],
    })
  })

  it('is called with the new object, the old object and the user', async () => {
    const { api, configMaps } = await setup({ path: '/allow' })
    await awaitCalls(configMaps)
    await api.post(configMaps, configMap('one', { a: '1' }))
    await api.patch(`${configMaps}/one`, { data: { a: '2' } })
    const [created, updated] = server.requests.filter((each) => each.name === 'one')
    expect(created).toMatchObject({
      operation: 'CREATE',
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      userInfo: { groups: expect.arrayContaining(['system:masters']) },
      object: { data: { a: '1' } },
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    })
    expect(updated).toMatchObject({
      operation: 'UPDATE',
      object: { data: { a: '2' } },
      oldObject: { data: { a: '1' } },
    })
  })

  it('refuses with its own message, and nothing is written', async () => {
    const { api, configMaps } = await setup({ path: '/refuse' })
    await awaitCalls(configMaps)
    await expect(api.apply(`${configMaps}/one`, configMap('one'), { manager: 'us' })).rejects.toMatchObject({
      status: 403,
      reason: 'Forbidden',
      message: `admission webhook "${name}" denied the request: not on a Friday`,
    })
    await expect(api.get(`${configMaps}/one`)).rejects.toMatchObject({ status: 404 })
  })

  it('may refuse without a message', async () => {
    const { api, configMaps } = await setup({ path: '/refuse-silently' })
    await awaitCalls(configMaps)
    await expect(api.post(configMaps, configMap('one'))).rejects.toMatchObject({
      status: 400,
      message: `admission webhook "${name}" denied the request without explanation`,
    })
  })

  it.each([
    ['does not respond in time', '/slow', /: context deadline exceeded$/],
    [
      'is broken',
      '/broken',
      /an error on the server \("broken"\) has prevented the request from succeeding$/,
    ],
  ])('fails the request if it %s', async (_, path, text) => {
    const { api, configMaps } = await setup({ path })
    await awaitCalls(configMaps)
    const refused = await api.post(configMaps, configMap('one')).catch((error: unknown) => error)
    expect(refused).toMatchObject({ failure: 'internal', status: 500, reason: 'InternalError' })
    const { message } = refused as Error
    expect(message).toMatch(
      /^Internal error occurred: failed calling webhook "check\.example\.com": failed to call webhook: /,
    )
    expect(message).toMatch(text)
  })

  it('fails the request if it is unreachable, and if its certificate is not trusted', async () => {
    const { api, configMaps } = await setup({
      path: '',
      clientConfig: { url: 'https://127.0.0.1:9/', caBundle: server.caBundle },
    })
    const refused = await eventually(async () =>
      api.post(configMaps, configMap('probe'), { dryRun: 'All' }).then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    expect(refused).toMatchObject({
      status: 500,
      message: `Internal error occurred: failed calling webhook "${name}": failed to call webhook: Post "https://127.0.0.1:9/?timeout=1s": dial tcp 127.0.0.1:9: connect: connection refused`,
    })
    const untrusted = await setup({ path: '', clientConfig: { url: `${server.url}/allow` } })
    const doubted = await eventually(async () =>
      api.post(untrusted.configMaps, configMap('probe'), { dryRun: 'All' }).then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    expect(doubted).toMatchObject({
      status: 500,
      message: expect.stringContaining(
        'tls: failed to verify certificate: x509: certificate signed by unknown authority',
      ),
    })
  })

  it('behind a service that does not exist fails the request', async () => {
    const { api, configMaps } = await setup({
      path: '',
      clientConfig: {
        service: { name: 'nobody', namespace: 'default', path: '/check' },
        caBundle: server.caBundle,
      },
    })
    const refused = await eventually(async () =>
      api.post(configMaps, configMap('probe'), { dryRun: 'All' }).then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    expect(refused).toMatchObject({
      status: 500,
      message: `Internal error occurred: failed calling webhook "${name}": failed to call webhook: Post "https://nobody.default.svc:443/check?timeout=1s": service "nobody" not found`,
    })
  })

  it('is skipped if its failure is to be ignored', async () => {
    const { api, configMaps } = await setup({ path: '/broken', failurePolicy: 'Ignore' })
    await awaitCalls(configMaps)
    expect(await api.post(configMaps, configMap('one'))).toMatchObject({ metadata: { name: 'one' } })
  })

  it('receives dry runs', async () => {
    const { api, configMaps } = await setup({ path: '/refuse', sideEffects: 'NoneOnDryRun' })
    await awaitCalls(configMaps)
    await expect(
      api.apply(`${configMaps}/one`, configMap('one'), { manager: 'us', dryRun: true }),
    ).rejects.toMatchObject({ status: 403 })
    expect(server.requests.at(-1)).toMatchObject({ name: 'one', dryRun: true })
  })

  it.each(['Some', 'Unknown'])(
    'cannot be created with side effects: %s, so dry runs are always possible',
    async (sideEffects) => {
      await expect(setup({ path: '/allow', sideEffects })).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining(
          `webhooks[0].sideEffects: Unsupported value: "${sideEffects}": supported values: "None", "NoneOnDryRun"`,
        ),
      })
    },
  )

  it('changes objects, also in a dry run, and owns none of the changed fields', async () => {
    const { api, configMaps } = await setup({ path: '/data', kind: 'Mutating' })
    await awaitCalls(configMaps)
    const applied = await api.apply(`${configMaps}/one`, configMap('one', { a: '1' }), { manager: 'us' })
    expect(applied['data']).toEqual({ a: '1', injected: 'yes' })
    expect(JSON.stringify(applied.metadata.managedFields)).not.toContain('injected')
    const dry = await api.apply(`${configMaps}/one`, configMap('one', { a: '1' }), {
      manager: 'us',
      dryRun: true,
    })
    expect(dry['data']).toEqual({ a: '1', injected: 'yes' })
    const again = await api.apply(`${configMaps}/one`, configMap('one', { a: '1' }), { manager: 'us' })
    expect(again.metadata.resourceVersion).toBe(applied.metadata.resourceVersion)
  })

  it('is called before an object is deleted, and can prevent it', async () => {
    const { api, configMaps, configuration } = await setup({
      path: '/refuse',
      operations: ['DELETE', 'CREATE'],
    })
    await awaitCalls(configMaps)
    await expect(api.delete(`${configMaps}/kube-root-ca.crt`)).rejects.toMatchObject({
      status: 403,
      message: `admission webhook "${name}" denied the request: not on a Friday`,
    })
    expect(server.requests.at(-1)).toMatchObject({
      operation: 'DELETE',
      object: null,
      oldObject: { kind: 'ConfigMap' },
    })
    await api.delete(configuration)
  })

  it('is called only for objects that its selectors match', async () => {
    const { api, configMaps } = await setup({
      path: '/refuse',
      objectSelector: { matchLabels: { checked: 'yes' } },
    })
    await eventually(async () =>
      api.post(configMaps, configMap('probe', {}, { labels: { checked: 'yes' } }), { dryRun: 'All' }).then(
        () => undefined,
        () => true,
      ),
    )
    expect(await api.post(configMaps, configMap('one'))).toBeDefined()
    await expect(
      api.post(configMaps, configMap('two', {}, { labels: { checked: 'yes' } })),
    ).rejects.toMatchObject({ status: 403 })
    // The old object counts too.
    await expect(
      api.patch(`${configMaps}/one`, { metadata: { labels: { checked: 'yes' } } }),
    ).rejects.toMatchObject({ status: 403 })
  })

  it('that refuses pods is reported on their deployment', async () => {
    const { api, namespace } = await setup({ path: '/refuse', resources: ['pods'] })
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`
    await eventually(async () =>
      api.post(`/api/v1/namespaces/${namespace}/pods`, pod('probe'), { dryRun: 'All' }).then(
        () => undefined,
        () => true,
      ),
    )
    await api.post(path, deployment('web'))
    const object = await api.until(`${path}/web`, (each) => isTrue(each, 'ReplicaFailure'))
    expect(JSON.stringify(object['status'])).toContain('not on a Friday')
  })
})
