import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { chromium, type Browser, type Page } from 'playwright-core'
import { inPath } from './in-path.ts'

/** The path of an installed browser, if there is one (`apt-get install chromium`). */
export const browserPath =
  process.env['QLEET_TEST_CHROMIUM'] ?? inPath('chromium', 'chromium-browser', 'google-chrome')

const folder = new URL('../../dist/web/', import.meta.url)

/** Whether the console can be tried: there is a browser, and `npm run build:web` has run. */
export const hasConsole = browserPath !== undefined && existsSync(new URL('index.html', folder))

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self'"

export interface TestConsole {
  browser: Browser
  url: string
  /** Opens a page, signed in. What its scripts throw or log as an error is collected. */
  open(path: string, size?: { width: number; height: number }): Promise<Page>
  /** Errors of all pages, also violations of the content security policy. */
  errors: string[]
  stop(): Promise<void>
}

/** Serves the pages of the console in front of a control plane, as its server does, for a browser that is signed in. */
export async function startConsole(plane: { url: string; token: string }): Promise<TestConsole> {
  const server = createServer((request, response) => {
    void serve(plane, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await chromium.launch({
    ...(browserPath === undefined ? {} : { executablePath: browserPath }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  const errors: string[] = []
  return {
    browser,
    url,
    errors,
    open: async (path, size = { width: 1440, height: 900 }) => {
      const page = await browser.newPage({ viewport: size })
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      await page.goto(`${url}${path}`)
      return page
    },
    stop: async () => {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

async function serve(
  { url, token }: { url: string; token: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', url)
  if (pathname === '/session') {
    const session = { actor: { name: 'admin', role: 'admin' }, expiresAt: new Date(Date.now() + 3_600_000) }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(session))
  } else if (pathname.startsWith('/graphql')) await forward({ url, token }, request, response)
  else {
    const isAsset = pathname.startsWith('/assets/')
    const file = new URL(isAsset ? `.${pathname}` : 'index.html', folder)
    response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', types[extname(file.pathname)] ?? 'application/octet-stream')
    response.end(await readFile(file))
  }
}

/** Passes a request on with the token of the session, and streams the response. */
async function forward(
  { url, token }: { url: string; token: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body: Buffer[] = []
  for await (const chunk of request) body.push(Buffer.from(chunk as Uint8Array))
  const abort = new AbortController()
  response.on('close', () => abort.abort())
  const { accept = '*/*' } = request.headers
  const answer = await fetch(new URL(request.url ?? '/', url), {
    method: request.method ?? 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
    body: Buffer.concat(body),
    signal: abort.signal,
  })
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
  })
  if (answer.body === null) response.end()
  else for await (const chunk of Readable.fromWeb(answer.body as never)) response.write(chunk)
  response.end()
}
