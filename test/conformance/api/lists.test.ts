import { expect, it } from 'vitest'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { apiOf } from '../support/api.ts'
import { configMap, pod } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

interface List {
  metadata: { continue?: string; remainingItemCount?: number; resourceVersion: string }
  items: KubeObject[]
}

const names = ({ items }: List): string[] => items.map(({ metadata }) => metadata.name)

onEachTarget('lists', (target) => {
  const setup = async (count: number) => {
    const namespace = await target().namespace()
    const api = apiOf(target().client)
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    for (let index = 0; index < count; index++)
      await api.post(path, configMap(`c${index}`, {}, { labels: { own: 'yes', index: String(index) } }))
    // Servers and their controllers create ConfigMaps in every namespace at any time.
    const list = async (query: Record<string, string>, accept?: string): Promise<List> =>
      (await api.get(path, { labelSelector: 'own=yes', ...query }, accept)) as unknown as List
    return { api, path, list, namespace }
  }

  it('without items have null in their place if they are of metadata, and else an empty array', async () => {
    const { list } = await setup(0)
    const metadata = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
    expect((await list({}, metadata)).items).toBeNull()
    expect((await list({})).items).toEqual([])
  })

  it('come in pages that together show one snapshot', async () => {
    const { api, path, list } = await setup(5)
    const first = await list({ limit: '2' })
    expect(names(first)).toEqual(['c0', 'c1'])
    await api.post(path, configMap('c1-late', {}, { labels: { own: 'yes' } }))
    await api.delete(`${path}/c3`)
    const second = await list({ limit: '2', continue: first.metadata.continue ?? '' })
    const third = await list({ limit: '2', continue: second.metadata.continue ?? '' })
    expect([...names(second), ...names(third)]).toEqual(['c2', 'c3', 'c4'])
    expect(third.metadata.continue ?? '').toBe('')
    expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion)
  })

  it('count the remaining items if no selector is given', async () => {
    const { list } = await setup(5)
    const { metadata } = await list({ limit: '2', labelSelector: '' })
    expect(metadata.remainingItemCount).toBeGreaterThanOrEqual(3)
    expect((await list({ limit: '2' })).metadata.remainingItemCount).toBeUndefined()
  })

  it('respond with 410 to an expired token, with one that continues inconsistently', async (context) => {
    const { forgetful } = target()
    if (forgetful === undefined) return context.skip()
    const { path, list } = await setup(5)
    const { metadata } = await list({ limit: '2' })
    const server = await forgetful()
    // The same token with the lowest version: a server may have the latest states in memory despite a compaction.
    const known = JSON.parse(Buffer.from(metadata.continue ?? '', 'base64url').toString()) as object
    const token = Buffer.from(JSON.stringify({ ...known, rv: 1 })).toString('base64url')
    await expect(apiOf(server.client).get(path, { limit: '2', continue: token })).rejects.toMatchObject({
      failure: 'gone',
      status: 410,
      reason: 'Expired',
      message: expect.stringContaining('The provided continue parameter is too old'),
    })
    await server.close()
  })

  it('refuse an invalid token', async () => {
    const { list } = await setup(1)
    await expect(list({ limit: '1', continue: 'nonsense' })).rejects.toMatchObject({
      status: 400,
      reason: 'BadRequest',
      message: expect.stringContaining('continue key is not valid'),
    })
  })

  it.each([
    ['index=1', ['c1']],
    ['index!=1', ['bare', 'c0', 'c2']],
    ['index in (0, 2)', ['c0', 'c2']],
    ['index notin (0)', ['bare', 'c1', 'c2']],
    ['index', ['c0', 'c1', 'c2']],
    ['!index', ['bare']],
    ['index>0', ['c1', 'c2']],
    ['index<2', ['c0', 'c1']],
  ])('contain the objects that match the selector %s', async (labelSelector, expected) => {
    const { api, path, list } = await setup(3)
    await api.post(path, configMap('bare', {}, { labels: { own: 'yes' } }))
    expect(names(await list({ labelSelector: `own=yes,${labelSelector}` }))).toEqual(expected)
  })

  it('contain the objects that match a field selector', async () => {
    const { api, list, namespace } = await setup(2)
    expect(names(await list({ fieldSelector: 'metadata.name=c1' }))).toEqual(['c1'])
    const pods = `/api/v1/namespaces/${namespace}/pods`
    await api.post(pods, pod('one'))
    await api.until(`${pods}/one`, ({ status }) => (status as { phase: string }).phase === 'Running')
    const running = (await api.get(pods, { fieldSelector: 'status.phase=Running' })) as unknown as List
    expect(names(running)).toEqual(['one'])
    await expect(list({ fieldSelector: 'data.a=b' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('"data.a" is not a known field selector'),
    })
  })

  it('refuse an invalid selector', async () => {
    const { list } = await setup(1)
    await expect(list({ labelSelector: 'a=(' })).rejects.toMatchObject({ status: 400, reason: 'BadRequest' })
  })

  it('are returned as a table to clients that accept it', async () => {
    const { list } = await setup(1)
    const table = (await list(
      {},
      'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
    )) as unknown as {
      kind: string
      columnDefinitions: { name: string }[]
      rows: { cells: unknown[]; object: { kind: string } }[]
    }
    expect(table.kind).toBe('Table')
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age'])
    expect(table.rows[0]?.cells.slice(0, 2)).toEqual(['c0', 0])
    expect(table.rows[0]?.object.kind).toBe('PartialObjectMetadata')
  })

  it('are returned as metadata to clients that accept it', async () => {
    const { list } = await setup(1)
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    const metadata = (await list({}, accept)) as unknown as { kind: string; items: KubeObject[] }
    expect(metadata.kind).toBe('PartialObjectMetadataList')
    expect(Object.keys(metadata.items[0] ?? {})).not.toContain('data')
  })

  it('name the version that they show, and wait for no future version', async () => {
    const { list } = await setup(1)
    const { metadata } = await list({ resourceVersion: '0' })
    expect(Number(metadata.resourceVersion)).toBeGreaterThan(0)
    const future = String(Number(metadata.resourceVersion) + 1_000_000)
    await expect(list({ resourceVersion: future })).rejects.toMatchObject({
      status: 504,
      reason: 'Timeout',
      message: expect.stringContaining('Too large resource version'),
    })
  })

  it('read an object that is at least as new as requested', async () => {
    const { api, path } = await setup(1)
    const { metadata } = await api.get(`${path}/c0`)
    expect(await api.get(`${path}/c0`, { resourceVersion: metadata.resourceVersion })).toBeDefined()
    await expect(
      api.get(`${path}/c0`, { resourceVersion: String(Number(metadata.resourceVersion) + 1_000_000) }),
    ).rejects.toMatchObject({ status: 504, reason: 'Timeout' })
  })
})
