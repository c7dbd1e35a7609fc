import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { inPath } from './in-path.ts'

/** The path of an installed browser, if there is one (`apt-get install chromium`). */
const executablePath =
  process.env['QLEET_TEST_CHROMIUM'] ?? inPath('chromium', 'chromium-browser', 'google-chrome')
const built = existsSync(new URL('../../dist/web/index.html', import.meta.url))

/** Whether pages can be looked at: a browser is there, and they are built. */
export const canBrowse = executablePath !== undefined && built

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

/** A control plane whose console is looked at. */
export interface Browsed {
  url: string
  token: string
}

/** A page of the console, and what went wrong in it. */
export interface ConsolePage {
  page: Page
  /** The errors of scripts, and refusals by the policy of the page. */
  errors: string[]
  /** The addresses of all requests. */
  requested: string[]
  /** Returns the violations of accessibility on the page, each with the first elements that have it. */
  violations(): Promise<string[]>
}

/** Opens a page of the console, logged in by a session. */
export async function openConsole(
  browser: Browser,
  { url, token }: Browsed,
  { path = '/console', ...options }: BrowserContextOptions & { path?: string } = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  await context.request.post(`${url}/session`, { data: { token }, headers: { origin: url } })
  const page = await context.newPage()
  const errors: string[] = []
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`${url}${path}`)
  return { page, errors, requested, violations: () => violationsOf(page) }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe has found, as far as it is used. */
interface Findings {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** Checks a page against the rules of WCAG 2.2 AA, and of good practice. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await page.evaluate<Findings>(
    `globalThis.axe.run(document, { runOnly: ${JSON.stringify(tags)} })`,
  )
  return violations.map(({ id, nodes }) => {
    const elements = nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))
    return `${id}: ${elements.join('\n')}`
  })
}
