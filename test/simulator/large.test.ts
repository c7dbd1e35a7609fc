import { describe, expect, it } from 'vitest'
import { at, objectsOf } from '../../simulator/json.ts'
import { configMap, deployment, newNamespace, until, useCluster } from './simulated.ts'

describe('a large simulated cluster', () => {
  const simulated = useCluster()

  it('lists two thousand objects in under a second', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const data = { text: 'x'.repeat(500) }
    for (let from = 0; from < 2000; from += 100)
      await Promise.all(
        Array.from({ length: 100 }, async (_, index) =>
          client.apply(`${path}/c${from + index}`, configMap(`c${from + index}`, data), { manager: 'm' }),
        ),
      )
    const started = performance.now()
    const { body } = await client.get(`${path}?labelSelector=!none`)
    const took = performance.now() - started
    expect(objectsOf(body['items']).length).toBeGreaterThanOrEqual(2000)
    expect(took).toBeLessThan(1000)
  })

  it('runs a deployment of five hundred pods', async () => {
    const { client } = simulated
    const path = `/apis/apps/v1/namespaces/${await newNamespace(client)}/deployments`
    await client.create(path, deployment('d', { replicas: 500 }))
    await until(
      'all of them',
      async () => at((await client.get(`${path}/d`)).body, 'status', 'readyReplicas') === 500,
      50,
    )
  })

  it('stores objects of 900 kB, and refuses larger ones than a store accepts', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    expect((await client.create(path, configMap('big', { text: 'x'.repeat(900_000) }))).code).toBe(201)
    const more = await client.create(path, configMap('bigger', { text: 'x'.repeat(1_100_000) }))
    expect(more).toMatchObject({
      code: 422,
      body: { message: expect.stringContaining('Too long: may not be more than 1048576 bytes') },
    })
    const much = await client.create(path, configMap('much', { text: 'x'.repeat(3_500_000) }))
    expect(much).toMatchObject({ code: 413, body: { reason: 'RequestEntityTooLarge' } })
  })

  it('idles without using the processor', async () => {
    await until('quiet', async () => {
      const before = process.cpuUsage()
      // No event marks idleness: it is measured over some time.
      await new Promise((resolve) => {
        setTimeout(resolve, 300)
      })
      const { user, system } = process.cpuUsage(before)
      return user + system < 30_000
    })
  })
})
