import { chmod } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inPath } from '../support/in-path.ts'
import { runCli, type CliOptions } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const document = 'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: shop}\n'
const valid = { exit: 0, stdout: 'project/shop is valid (client dry run)\n', stderr: '' }

/** Reads and validates sources, without a server. */
function read(argv: readonly string[], options: CliOptions = {}) {
  return runCli(['apply', '--dry-run=client', ...argv], options)
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a URL', () => {
  it('is downloaded, through redirects', async () => {
    const url = await serve(({ url: path }, response) => {
      if (path === '/old.yaml') response.writeHead(302, { location: '/new.yaml' }).end()
      else response.end(document)
    })
    expect(await read(['-f', `${url}/old.yaml`])).toEqual(valid)
  })

  it('is named in the errors of its documents, without its query', async () => {
    const url = await serve((_, response) =>
      response.end('apiVersion: qleet.io/v1\nkind: Projct\nmetadata: {name: x}\n'),
    )
    const { exit, stderr } = await read(['-f', `${url}/a.yaml?token=secret`])
    expect(exit).toBe(2)
    expect(stderr).toContain(`${url}/a.yaml:2:7: kind: is not a kind`)
    expect(stderr).not.toContain('secret')
  })

  it.each<[string, RequestListener, number, string]>([
    [
      'that is not there',
      (_, response) => response.writeHead(404).end(),
      2,
      'responded with status 404 (Not Found)',
    ],
    ['that needs a login', (_, response) => response.writeHead(401).end(), 2, 'Download it with credentials'],
    ['of a failing server', (_, response) => response.writeHead(503).end(), 6, 'responded with status 503'],
    [
      'of a web page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      2,
      'the response is a web page. Use the address of the raw file',
    ],
    [
      'that redirects to itself',
      (_, response) => response.writeHead(301, { location: '/' }).end(),
      2,
      'redirects more than 5 times',
    ],
    [
      'that redirects to a file',
      (_, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
      2,
      'only http: and https: are supported, got "file:"',
    ],
    [
      'that declares to be too large',
      (_, response) => response.writeHead(200, { 'content-length': '40000000' }).end(),
      2,
      'has 40,000,000 bytes, more than the maximum of 16,000,000 per request',
    ],
    [
      'that never ends',
      (_, response) => {
        const more = (): void => {
          while (!response.destroyed) if (!response.write(Buffer.alloc(65_536, 'a'))) break
        }
        response.on('drain', more)
        more()
      },
      2,
      'more than the maximum of 16,000,000 per request',
    ],
    ['of a binary file', (_, response) => response.end(Buffer.from([0, 1, 2])), 2, 'is not a text file'],
    ['that breaks off', (request) => request.socket.destroy(), 6, 'cannot download'],
  ])('%s is refused with the reason', async (_, listener, exit, reason) => {
    const url = await serve(listener)
    const run = await read(['-f', `${url}/a.yaml`])
    expect(run).toMatchObject({ exit, stdout: '' })
    expect(run.stderr.toLowerCase()).toContain(reason.toLowerCase())
    expect(run.stderr).toContain(`${url}/a.yaml`)
  })

  it.each([
    ['ftp://example.com/a.yaml', 'only http: and https: are supported, got "ftp:"'],
    ['http://exa mple', 'it is not a valid URL'],
  ])('%s is refused', async (url, reason) => {
    expect(await read(['-f', url])).toMatchObject({ exit: 2, stderr: expect.stringContaining(reason) })
  })
})

describe('a file', () => {
  it.each<[string, string | Uint8Array, string]>([
    [
      'of 40 MB',
      new Uint8Array(40_000_000).fill(35),
      'a.yaml has 40,000,000 bytes, more than the maximum of 16,000,000 per request. Split it into several files and apply them one after the other.',
    ],
    [
      'that is binary',
      new Uint8Array([0, 1, 2, 255]),
      'a.yaml is not a text file: it contains bytes that are not UTF-8 text. Documents are YAML or JSON.',
    ],
    [
      'with a quote that is never closed',
      'apiVersion: qleet.io/v1\nkind: Project\nmetadata:\n  name: "shop\nspec: {}\n',
      'a.yaml:4:9: the quote that opens here is never closed. Add the closing quote, or escape the quotes within the text.',
    ],
    [
      'that is a template',
      `${document}spec:\n  description: {{ .Values.text }}\n`,
      'a.yaml:5:17: contains a template expression ({{ … }}), which is not YAML. Render the template first, for example with `helm template`.',
    ],
    [
      'that is a template within braces',
      `${document}spec: { description: {{ .Values.text }} }\n`,
      'a.yaml:4:23: contains a template expression ({{ … }}), which is not YAML. Render the template first, for example with `helm template`.',
    ],
  ])('%s is refused with the reason', async (_, content, reason) => {
    const cwd = await temporaryFolder({ 'a.yaml': content })
    expect(await read(['-f', 'a.yaml'], { cwd })).toEqual({
      exit: 2,
      stdout: '',
      stderr: `Error: ${reason}\n`,
    })
  })

  it('that cannot be found is reported', async () => {
    expect(await read(['-f', '/nope/x.yaml'])).toMatchObject({
      exit: 2,
      stderr: 'Error: Cannot read /nope/x.yaml: there is no such file or folder\n',
    })
  })
})

const hasKubectl = inPath('kubectl', 'kustomize') !== undefined

describe('a kustomization', () => {
  const overlay = {
    'base/project.yaml': document,
    'base/kustomization.yaml': 'resources: [project.yaml]\n',
    'overlay/kustomization.yaml': 'resources: [../base]\nlabels: [{pairs: {stage: test}}]\n',
  }
  const env = { PATH: process.env['PATH'] ?? '' }

  it.skipIf(!hasKubectl)('is built and parsed', async () => {
    const cwd = await temporaryFolder(overlay)
    const { stdout, ...run } = await read(['-k', 'overlay', '-o', 'json'], { cwd, env })
    expect(run).toEqual({ exit: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ name: 'shop', labels: { stage: 'test' } }] })
  })

  it.skipIf(!hasKubectl)('that cannot be built is refused with the reason', async () => {
    const cwd = await temporaryFolder()
    const { exit, stderr } = await read(['-k', 'nowhere'], { cwd, env })
    expect(exit).toBe(2)
    expect(stderr).toContain('Cannot build the kustomization in nowhere: ')
  })

  it('requires a program, even if the PATH has an unreadable folder', async () => {
    const cwd = await temporaryFolder({ 'closed/kustomize': '#!/bin/sh\n', ...overlay })
    await chmod(join(cwd, 'closed/kustomize'), 0)
    await chmod(join(cwd, 'closed'), 0)
    const closed = join(cwd, 'closed')
    expect(await read(['-k', 'overlay'], { cwd, env: { PATH: closed } })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(
        'The kustomization in overlay needs kustomize or kubectl, and neither is in the PATH',
      ),
    })
    await chmod(closed, 0o700)
  })
})
