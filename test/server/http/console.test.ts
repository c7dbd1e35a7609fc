import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server.ts'

const page = '<!doctype html><title>Console</title>'
const script =
  'console.log("a script that is long enough to be shorter when it is compressed, compressed, compressed")'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qleet-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'assets/index-1.js'), script)
  await writeFile(join(folder, 'assets/index-1.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets/index-1.js.gz'), gzipSync(script))
  await writeFile(join(folder, 'assets/plain-1.svg'), '<svg/>')
  await writeFile(join(folder, 'secret.txt'), 'not an asset')
  server = await createTestServer(undefined, { web: folder })
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the page of the console', () => {
  it.each(['/', '/console', '/console/apps/shop?tab=pods', '/console/a/b/c'])('is at %s', async (url) => {
    const { statusCode, body, headers } = await get(url, browser)
    expect([statusCode, body]).toEqual([200, page])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-\S{44}' 'sha256-\S{44}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  it('is sent again only once it has changed', async () => {
    const { etag = '' } = (await get('/console')).headers
    expect(await get('/console', { 'if-none-match': `"other", W/${etag}` })).toMatchObject({
      statusCode: 304,
      body: '',
    })
    await writeFile(join(folder, 'index.html'), page.replace('Console', 'Another'))
    const changed = await get('/console', { 'if-none-match': etag })
    expect([changed.statusCode, changed.body]).toEqual([200, page.replace('Console', 'Another')])
    await writeFile(join(folder, 'index.html'), page)
  })

  it('leaves the root to the index of the API for other clients, which browsers find at /api', async () => {
    for (const headers of [{}, { accept: 'application/json' }]) {
      const root = await get('/', headers)
      expect(root.body).toContain('REST reference')
      expect(root.headers.vary).toContain('accept')
    }
    expect((await get('/api', browser)).body).toContain('REST reference')
  })

  it('says what to do if it is not built', async () => {
    const unbuilt = await createTestServer(undefined, { web: join(folder, 'missing') })
    const send = async (url: string) => unbuilt.app.inject({ url, headers: browser })
    expect(await send('/console/apps')).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('build:web'),
    })
    expect((await send('/')).body).toContain('REST reference')
    expect((await send('/assets/index-1.js')).statusCode).toBe(404)
    await unbuilt.stop()
  })
})

describe('a file of the pages', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    [undefined, 'identity', (body: Buffer) => body],
  ] as const)('is sent as %s to browsers that accept %s', async (encoding, accepted, decode) => {
    const { statusCode, headers, rawPayload } = await get('/assets/index-1.js', {
      'accept-encoding': accepted,
    })
    expect([statusCode, decode(rawPayload).toString()]).toEqual([200, script])
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      vary: expect.stringMatching(/accept-encoding/i),
      'x-content-type-options': 'nosniff',
    })
  })

  it('is sent as it is if it has no compressed copy', async () => {
    const { headers, body } = await get('/assets/plain-1.svg', { 'accept-encoding': 'br' })
    expect([headers['content-type'], headers['content-encoding'], body]).toEqual([
      'image/svg+xml',
      undefined,
      '<svg/>',
    ])
  })

  it.each([
    '/assets/other.js',
    '/assets/',
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
  ])('is not at %s', async (url) => {
    const { statusCode, body } = await get(url)
    expect([403, 404]).toContain(statusCode)
    expect(body).not.toContain('not an asset')
  })
})
