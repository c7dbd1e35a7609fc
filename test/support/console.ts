import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { webFolder } from '../../server/http/web-folder.ts'
import { inPath } from './in-path.ts'

/** The path of an installed browser, if there is one (`apt-get install chromium`). */
const executablePath =
  process.env['QLEET_TEST_CHROMIUM'] ?? inPath('chromium', 'chromium-browser', 'google-chrome')

/** Whether the console can be tried: there is a browser, and `npm run build:web` has run. */
export const hasConsole = executablePath !== undefined && existsSync(join(webFolder, 'index.html'))

export interface ConsoleOptions {
  /** @default light */
  theme?: 'light' | 'dark'
  /** In pixels. @default a desktop */
  width?: number
}

export interface TestConsole {
  url: string
  /** Opens a page of the console, signed in. */
  open(path: string, options?: ConsoleOptions): Promise<Page>
  /** Opens a page of the console in a browser without a session. */
  openUnknown(path: string): Promise<Page>
  /** What scripts of pages threw or logged as errors, and violations of the content security policy. */
  errors: string[]
  /** The addresses that pages have requested. */
  requested: string[]
  stop(): Promise<void>
}

/** Starts a browser that sends nothing by itself. */
export async function startBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox --disable-gpu --disable-quic --no-first-run',
    '--disable-background-networking --disable-component-update --disable-sync',
  ]
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: args.join(' ').split(' '),
  })
}

/** Starts a browser that is signed in to a control plane, which serves the pages itself. */
export async function startConsole({ url, token }: { url: string; token: string }): Promise<TestConsole> {
  const browser = await startBrowser()
  const errors: string[] = []
  const requested: string[] = []
  const contexts = new Map<string, BrowserContext>()
  const contextFor = async ({ theme = 'light', width = 1440 }: ConsoleOptions): Promise<BrowserContext> => {
    const key = `${theme} ${width}`
    const known = contexts.get(key)
    if (known !== undefined) return known
    const viewport = { width, height: width < 600 ? 844 : 900 }
    const context = await browser.newContext({ viewport, colorScheme: theme })
    const response = await context.request.post(`${url}/session`, {
      data: { token },
      headers: { origin: new URL(url).origin },
    })
    if (!response.ok()) throw new Error(`cannot sign in: ${await response.text()}`)
    contexts.set(key, context)
    return context
  }
  const openIn = async (context: BrowserContext, path: string): Promise<Page> => {
    const page = await context.newPage()
    page.on('request', (request) => requested.push(request.url()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(`${url}${path}`)
    return page
  }
  return {
    url,
    errors,
    requested,
    open: async (path, options = {}) => openIn(await contextFor(options), path),
    openUnknown: async (path) => openIn(await browser.newContext(), path),
    stop: () => browser.close(),
  }
}

/** Returns what keeps people from using a page, as one line for each rule that it breaks (WCAG 2.2 AA and best practices). */
export async function obstaclesOn(page: Page): Promise<string[]> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)
}
