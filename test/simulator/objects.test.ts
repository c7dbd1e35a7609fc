import { describe, expect, it } from 'vitest'
import { at } from '../../simulator/json.ts'
import { configMap, deployment, newNamespace, useCluster } from './simulated.ts'

describe('objects of a simulated cluster', () => {
  const simulated = useCluster()

  it('are created with an identity, read back, and missing after deletion', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const created = await client.create(path, configMap('a', { key: 'value' }))
    expect(created.code).toBe(201)
    expect(created.body).toMatchObject({
      metadata: {
        name: 'a',
        uid: expect.any(String),
        resourceVersion: expect.any(String),
        creationTimestamp: expect.any(String),
      },
      data: { key: 'value' },
    })
    expect((await client.get(`${path}/a`)).body).toEqual(created.body)
    expect((await client.remove(`${path}/a`)).body).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'a', kind: 'configmaps' },
    })
    expect((await client.get(`${path}/a`)).body).toMatchObject({
      kind: 'Status',
      reason: 'NotFound',
      message: 'configmaps "a" not found',
      code: 404,
    })
  })

  it('get a name from generateName', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const { body } = await client.create(path, { ...configMap(''), metadata: { generateName: 'made-' } })
    expect(at(body, 'metadata', 'name')).toMatch(/^made-[a-z0-9]{5}$/)
  })

  it('are not overwritten with a stale resourceVersion', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const { body } = await client.create(path, configMap('a'))
    expect((await client.replace(`${path}/a`, { ...body, data: { n: '1' } })).code).toBe(200)
    const stale = await client.replace(`${path}/a`, { ...body, data: { n: '2' } })
    expect(stale.code).toBe(409)
    expect(stale.body).toMatchObject({
      reason: 'Conflict',
      message: expect.stringContaining('the object has been modified'),
    })
  })

  it('keep their resourceVersion when nothing changes', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const { body } = await client.create(path, configMap('a', { n: '1' }))
    const again = await client.replace(`${path}/a`, configMap('a', { n: '1' }))
    expect(at(again.body, 'metadata', 'resourceVersion')).toBe(at(body, 'metadata', 'resourceVersion'))
  })

  it('count changes of their spec, not of their labels or status, as generations', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    const path = `/apis/batch/v1/namespaces/${namespace}/cronjobs`
    const pod = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
    await client.create(path, {
      metadata: { name: 'c' },
      spec: { schedule: '@yearly', jobTemplate: { spec: { template: pod } } },
    })
    const generation = async () => at((await client.get(`${path}/c`)).body, 'metadata', 'generation')
    expect(await generation()).toBe(1)
    await client.patch(`${path}/c`, { metadata: { labels: { a: 'b' } } })
    await client.patch(`${path}/c/status`, { status: { lastScheduleTime: '2026-01-01T00:00:00Z' } })
    expect(await generation()).toBe(1)
    await client.patch(`${path}/c`, { spec: { suspend: true } })
    expect(await generation()).toBe(2)
  })

  it('are unchanged by a dry run', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const dry = await client.create(`${path}?dryRun=All`, configMap('a'))
    expect(dry.code).toBe(201)
    expect(at(dry.body, 'metadata', 'resourceVersion')).toBeUndefined()
    expect((await client.get(`${path}/a`)).code).toBe(404)
  })

  it('get the defaults and canonical quantities of a real server', async () => {
    const { client } = simulated
    const path = `/apis/apps/v1/namespaces/${await newNamespace(client)}/deployments?dryRun=All`
    const given = deployment('d', { spec: { replicas: undefined } })
    const limits = { cpu: '0.5', memory: '1024Mi' }
    const template = {
      metadata: { labels: { app: 'd' } },
      spec: {
        containers: [{ name: 'web', image: 'nginx', resources: { limits }, ports: [{ containerPort: 80 }] }],
      },
    }
    const { body } = await client.create(path, {
      ...given,
      spec: { selector: { matchLabels: { app: 'd' } }, template },
    })
    expect(body['spec']).toMatchObject({
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
      template: {
        spec: {
          dnsPolicy: 'ClusterFirst',
          restartPolicy: 'Always',
          containers: [
            {
              imagePullPolicy: 'Always',
              ports: [{ containerPort: 80, protocol: 'TCP' }],
              resources: { limits: { cpu: '500m', memory: '1Gi' } },
            },
          ],
        },
      },
    })
  })

  it.each([
    ['no name', 'configmaps', { data: {} }, 422, 'name or generateName is required'],
    [
      'a name that is no DNS name',
      'configmaps',
      { metadata: { name: 'A_b' } },
      422,
      'a lowercase RFC 1123 subdomain',
    ],
    [
      'a number instead of a string',
      'configmaps',
      { metadata: { name: 'a' }, data: { a: 1 } },
      400,
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    [
      'data that is not base64',
      'secrets',
      { metadata: { name: 'a' }, data: { a: '!' } },
      400,
      'illegal base64 data',
    ],
    ['no ports', 'services', { metadata: { name: 'a' }, spec: {} }, 422, 'spec.ports: Required value'],
    ['no containers', 'pods', { metadata: { name: 'a' }, spec: {} }, 422, 'spec.containers: Required value'],
    [
      'a container without an image',
      'pods',
      { metadata: { name: 'a' }, spec: { containers: [{ name: 'c' }] } },
      422,
      'spec.containers[0].image: Required value',
    ],
    [
      'an impossible quantity',
      'pods',
      {
        metadata: { name: 'a' },
        spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: 'x' } } }] },
      },
      400,
      'quantities must match the regular expression',
    ],
  ])('are refused with %s', async (_what, plural, body, code, message) => {
    const { client } = simulated
    const response = await client.create(`/api/v1/namespaces/${await newNamespace(client)}/${plural}`, body)
    expect(response.code).toBe(code)
    expect(response.body['message']).toContain(message)
  })

  it('name every invalid field in details.causes', async () => {
    const { client } = simulated
    const path = `/apis/apps/v1/namespaces/${await newNamespace(client)}/deployments`
    const response = await client.create(
      path,
      deployment('d', { spec: { replicas: -1, selector: { matchLabels: { app: 'other' } } } }),
    )
    expect(response.body).toMatchObject({
      reason: 'Invalid',
      details: {
        kind: 'Deployment',
        group: 'apps',
        causes: [{ field: 'spec.replicas' }, { field: 'spec.template.metadata.labels' }],
      },
    })
  })

  it.each([
    ['Strict', 400, undefined],
    ['Warn', 201, '299 - "unknown field \\"dta\\""'],
    ['Ignore', 201, undefined],
  ])('treat unknown fields according to fieldValidation=%s', async (validation, code, warning) => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps?fieldValidation=${validation}`
    const response = await client.create(path, { ...configMap('a'), dta: {} })
    expect(response.code).toBe(code)
    expect(response.headers['warning']).toBe(warning)
  })

  it.each([
    ['labels', { 'bad key': 'x' }, 'metadata.labels: Invalid value: "bad key"'],
    ['labels', { key: 'bad value!' }, 'metadata.labels: Invalid value: "bad value!"'],
    ['annotations', { 'bad key': 'x' }, 'metadata.annotations: Invalid value: "bad key"'],
  ])('are refused bad %s in updates', async (what, values, message) => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    await client.create(path, configMap('a'))
    const response = await client.patch(`${path}/a`, { metadata: { [what]: values } })
    expect(response.code).toBe(422)
    expect(response.body['message']).toContain(message)
  })

  it('refuse changes of immutable fields', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    await client.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment('d', { replicas: 0 }))
    const selector = {
      selector: { matchLabels: { app: 'e' } },
      template: { metadata: { labels: { app: 'e' } } },
    }
    const changed = await client.patch(`/apis/apps/v1/namespaces/${namespace}/deployments/d`, {
      spec: selector,
    })
    expect(changed.body['message']).toContain('field is immutable')
    await client.create(`/api/v1/namespaces/${namespace}/secrets`, {
      metadata: { name: 's' },
      immutable: true,
    })
    const frozen = await client.patch(`/api/v1/namespaces/${namespace}/secrets/s`, { stringData: { a: 'b' } })
    expect(frozen.body['message']).toContain('field is immutable when `immutable` is set')
  })

  it('are refused above the size that the server reads', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const response = await client.create(path, configMap('big', { a: 'x'.repeat(3.5 * 1024 * 1024) }))
    expect(response.code).toBe(413)
  })
})
