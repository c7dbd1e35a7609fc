import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { createClient } from '../../client-sdk/index.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import * as workerDocuments from '../../workers/generated/documents.ts'
import { repository } from '../support/run-program.ts'
import { generateSdk, kindName } from './generated-sdk.ts'

/* The SDK as pages bundle it, with the planned number of kinds. */

const kinds = 72

let folder: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-sdk-')))
  await generateSdk(folder, kinds - allKinds.length)
}, 180_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function bundle(contents: string, format: 'esm' | 'iife' = 'esm') {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    absWorkingDir: folder,
    alias: { 'qleetos/client-sdk': './client-sdk/index.ts' },
    bundle: true,
    minify: true,
    platform: 'browser',
    format,
    globalName: 'sdk',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const text = outputFiles[0]?.text ?? ''
  return {
    text,
    operations: [...text.matchAll(/\b(?:query|mutation|subscription) (\w+)\s*[({]/g)].map(([, name]) => name),
    bytes: gzipSync(text).length,
    files: Object.keys(metafile.inputs),
    imports: Object.values(metafile.outputs).flatMap(({ imports }) => imports),
  }
}

const whole = `export * from './client-sdk/index.ts'
export * from './client-sdk/generated/documents.ts'`

describe('the whole SDK', () => {
  it('has the operations of 72 kinds in less than 85 kB', async () => {
    const { operations, bytes } = await bundle(whole)
    expect(operations.filter((name) => name?.startsWith('Create'))).toHaveLength(kinds)
    expect(operations).toContain(`Update${kindName(0)}`)
    expect(bytes).toBeLessThan(85_000)
  })

  it('requires nothing of Node', async () => {
    const { files, imports } = await bundle(whole)
    expect(imports).toEqual([])
    const others = files.filter(
      (file) =>
        !/^(client-sdk|schema)\/|^<stdin>$|node_modules\/(eventsource-parser|@0no-co\/graphql\.web)\//.test(
          file,
        ),
    )
    expect(others).toEqual([])
  })

  it('runs with only the globals of a browser', async () => {
    const { text } = await bundle(whole, 'iife')
    const fetch = async (): Promise<Response> => Response.json({ data: { result: { results: [] } } })
    const globals = { fetch, crypto, AbortSignal, TextDecoder, URL, setTimeout, clearTimeout }
    const sdk = runInNewContext(`${text};sdk`, globals) as { createClient: typeof createClient }
    const client = sdk.createClient({ url: 'http://127.0.0.1:1', token: 't', retryFor: 1000 })
    expect(await client.apply([])).toEqual([])
    expect(Object.keys(client)).toContain('workloadInstances')
  })

  it('has no operation of workers', async () => {
    const { operations, files } = await bundle(whole)
    const ofWorkers = Object.keys(workerDocuments).flatMap((name) => name.match(/^(\w+)Document$/)?.[1] ?? [])
    expect(ofWorkers).toContain('ReportReconcile')
    expect(operations.filter((name) => ofWorkers.includes(name ?? ''))).toEqual([])
    expect(files.filter((file) => file.startsWith('workers/'))).toEqual([])
  })
})

it('has the kinds, which require no YAML parser', async () => {
  const { files, imports } = await bundle("export { allKinds } from './schema/kinds/index.ts'")
  expect(imports).toEqual([])
  const packages = new Set(files.flatMap((file) => /node_modules\/([^/]+)/.exec(file)?.[1] ?? []))
  expect([...packages]).toEqual(['zod'])
})

it('contains only the operations of one kind if only that is imported', async () => {
  const guide = await readFile(join(repository, 'docs/guide/sdk.md'), 'utf8')
  const [, example = ''] = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
  expect(example).toContain('export function workloads')
  const { text, operations, bytes } = await bundle(example)
  expect(new Set(operations)).toEqual(
    new Set(['Create', 'Delete', 'Get', 'List', 'Update', 'Watch'].map((verb) => `${verb}WorkloadInstance`)),
  )
  expect(text).not.toContain('WorkloadDefinition')
  expect(bytes).toBeLessThan(10_000)
})
