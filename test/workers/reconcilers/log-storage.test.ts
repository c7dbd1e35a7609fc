import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { decoded } from '../../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const namespace = '/api/v1/namespaces/qleet-log-collector'

async function config(): Promise<string> {
  return JSON.stringify(await started.cluster.get(`${namespace}/configmaps/qleet-log-collector`))
}

function backend(name: string, spec: object) {
  return { kind: 'LogBackend', name, spec }
}

describe('a LogStorageInstance', () => {
  it('sends logs to its backends, with credentials in a Secret alone', async () => {
    const { plane, cluster } = started
    await plane.client.apply([
      backend('archive', { destination: 'https://logs.example.com', token: 'correct horse' }),
      backend('traces', { destination: 'https://otlp.example.com', protocol: 'otlp' }),
      { kind: 'LogStorageDefinition', name: 'archive', spec: { backends: ['archive', 'traces'] } },
      { kind: 'LogStorageInstance', name: 'archive', spec: { definition: 'archive' } },
    ])
    const { status, id } = await plane.ready('LogStorageInstance', 'archive')
    const url = 'https://logs.example.com/loki/api/v1/push'
    expect(status.outputs).toEqual({ destinations: [url, 'https://otlp.example.com/v1/logs'] })
    const secret = await cluster.get(`${namespace}/secrets/log-storage-${id}`)
    expect(decoded(secret)).toEqual({ 'default.archive': 'correct horse' })
    expect(await config()).toContain(url)
    expect(await config()).not.toContain('correct horse')
  })

  it('follows a rotated credential and a changed destination', async () => {
    const { plane, cluster } = started
    await plane.client.apply([
      backend('archive', { destination: 'https://other.example.com', token: 'battery' }),
    ])
    await eventually(async () => (await config()).includes('https://other.example.com/loki') || undefined)
    const { id } = await plane.ready('LogStorageInstance', 'archive')
    expect(decoded(await cluster.get(`${namespace}/secrets/log-storage-${id}`))).toEqual({
      'default.archive': 'battery',
    })
    expect(await config()).not.toContain('https://logs.example.com')
  })

  it('needs its backends, and takes the collector with it', async () => {
    const { plane } = started
    await expect(
      plane.client.objects.delete([{ kind: 'LogBackend', name: 'archive' }]),
    ).rejects.toMatchObject({ code: 'BLOCKED' })
    await plane.client.objects.delete([{ kind: 'LogStorageInstance', name: 'archive' }])
    await plane.gone('LogStorageInstance', 'archive')
    await plane.gone('SupportServiceInstance', 'log-collector-space')
  })
})
