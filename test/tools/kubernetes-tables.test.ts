import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { classOf, clientClasses } from '../../tools/kubernetes-tables/class-names.ts'
import { fieldNumbers } from '../../tools/kubernetes-tables/field-numbers.ts'
import { readPublished } from '../../tools/kubernetes-tables/published.ts'
import { resourcesOf } from '../../tools/kubernetes-tables/resources.ts'
import { publishedAddress, readFrom } from '../../tools/kubernetes-tables/source.ts'
import { tablesOf } from '../../tools/kubernetes-tables/tables.ts'
import { typeFacts } from '../../tools/kubernetes-tables/types.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { published } from './published.ts'

const toys = ['toys.example.io/v1', 'toys.example.io/v2']
const classes = new Set(['V1ObjectMeta', 'ToysV1Toy', 'V1Toy', 'V1ToyPart', 'V1NobodyHasOne'])
const definitions = await readPublished(async (path) => published[path] ?? '', toys)

describe('the tables of Kubernetes', () => {
  it('contain a resource as discovery lists it, with the version that its hash identifies', () => {
    const play = {
      name: 'play',
      kind: { group: 'toys.example.io', version: 'v1', kind: 'ToyPlayOptions' },
      verbs: ['create'],
    }
    expect(resourcesOf(definitions, classes)).toEqual([
      {
        group: 'toys.example.io',
        version: 'v1',
        kind: 'Toy',
        listKind: 'ToyList',
        plural: 'toys',
        singular: 'toy',
        shortNames: ['ty'],
        categories: ['all'],
        namespaced: true,
        verbs: ['get', 'list'],
        subresources: [play, { name: 'status', verbs: ['patch'] }],
        model: 'ToysV1Toy',
        storageVersion: 'v2',
      },
    ])
  })

  it('refuse a kind without a class in the client library', () => {
    expect(() => resourcesOf(definitions, new Set())).toThrow(/has no class for io\.k8s\.api\.toys\.v1\.Toy/)
  })

  it('contain the facts of the served types', () => {
    expect(typeFacts(definitions, classes)).toEqual({
      ToysV1Toy: {
        fields: {
          metadata: { always: {} },
          corners: { default: 4 },
          colours: { listType: 'set', always: null },
          parts: {
            listType: 'map',
            listMapKeys: ['id'],
            patchStrategy: 'merge,retainKeys',
            patchMergeKey: 'id',
          },
        },
      },
      V1ToyPart: { mapType: 'atomic', fields: { id: { always: '' }, weight: { format: 'quantity' } } },
    })
  })

  it('number fields, including those of embedded messages', () => {
    expect(fieldNumbers(definitions, classes)).toEqual({
      V1ObjectMeta: { 1: 'name', 4: 'labels' },
      ToysV1Toy: { 1: 'metadata', 2: { 1: 'corners', 2: 'colours' }, 5: 'parts' },
      V1ToyPart: { 1: 'id', 2: 'weight' },
    })
  })

  it('state their version', () => {
    const tables = tablesOf(definitions, { version: 'v1.2.3', classes })
    expect(tables['generated/kubernetes-version.ts']).toContain(
      '{"major":"1","minor":"2","gitVersion":"v1.2.3"}',
    )
    expect(() => tablesOf(definitions, { version: '1.2', classes })).toThrow('1.2 is not a version')
  })
})

describe('the classes of the client library', () => {
  it('are found by the names of schemas', async () => {
    const known = await clientClasses()
    expect(classOf('io.k8s.api.core.v1.PodSpec', known)).toBe('V1PodSpec')
    expect(classOf('io.k8s.api.core.v1.Event', known)).toBe('CoreV1Event')
    expect(classOf('io.k8s.apimachinery.pkg.api.resource.Quantity', known)).toBeUndefined()
  })
})

describe('published files', () => {
  it('are read from a folder', async () => {
    const folder = await temporaryFolder()
    for (const [path, text] of Object.entries(published)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    expect(await readPublished(readFrom(folder), toys)).toEqual(definitions)
  })

  it('are read from an address, and missing ones are named', async () => {
    const server = createServer(({ url = '' }, response) => {
      const text = published[url.replace('/v1.2.3/', '')]
      response.writeHead(text === undefined ? 404 : 200).end(text)
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    onTestFinished(() => void server.close())
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1.2.3`
    expect(await readPublished(readFrom(`${address}/`), toys)).toEqual(definitions)
    await expect(readFrom(address)('api/none.json')).rejects.toThrow(
      `cannot read ${address}/api/none.json: HTTP status 404`,
    )
  })

  it('are by default those of the public repository at the tag', () => {
    expect(publishedAddress('v1.36.3')).toBe(
      'https://raw.githubusercontent.com/kubernetes/kubernetes/v1.36.3',
    )
  })
})
