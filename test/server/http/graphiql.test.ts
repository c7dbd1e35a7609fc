import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../client-sdk/index.ts'
import { inPath } from '../../support/in-path.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

/** The path of an installed browser, if there is one (`apt-get install chromium`). */
const executablePath =
  process.env['QLEET_TEST_CHROMIUM'] ?? inPath('chromium', 'chromium-browser', 'google-chrome')
const built = existsSync(new URL('../../../dist/web/graphiql.html', import.meta.url))

describe.skipIf(executablePath === undefined || !built)('GraphiQL, in a browser', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  const requested: string[] = []
  const errors: string[] = []
  beforeAll(async () => {
    server = await createTestServer()
    const args = [
      '--no-sandbox --disable-gpu --disable-quic --no-first-run',
      '--disable-background-networking --disable-component-update --disable-sync',
    ]
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: args.join(' ').split(' '),
    })
    page = await browser.newPage()
    page.on('request', (request) => requested.push(request.url()))
    page.on('websocket', (socket) => requested.push(socket.url()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => errors.push(`${message.type()}: ${message.text()}`))
    await page.goto(`${urlOf(server)}/graphql`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('explains itself and where the token is, and reports an unknown token', async () => {
    expect(await page.title()).toBe('QleetOS GraphQL')
    const text = await page.textContent('.welcome')
    for (const words of ['runs queries, mutations and subscriptions', 'qleetctl status', 'qleetctl console'])
      expect(text).toContain(words)
    await page.fill('#token', 'nobody-knows-this-token')
    await page.click('button[type=submit]')
    await page.waitForSelector('[role=alert]')
    expect(await page.textContent('[role=alert]')).toContain('no administrator has this token')
    // The browser itself logs the refusal.
    expect(errors.splice(0).filter((error) => !error.includes('401'))).toEqual([])
  })

  it('opens with the token', async () => {
    await page.fill('#token', server.adminToken)
    await page.click('button[type=submit]')
    await page.waitForSelector('.graphiql-query-editor:has-text("workloadInstances")')
    expect(await page.isEnabled('.graphiql-execute-button')).toBe(true)
  })

  it('runs a query with the token and shows the response', async () => {
    await page.click('.graphiql-execute-button')
    await page.waitForSelector('.graphiql-response:has-text("totalCount")')
    expect(await page.textContent('.graphiql-response')).toContain('workloadInstances')
  })

  it('explains types and fields', async () => {
    const docs = page.locator('.graphiql-doc-explorer')
    await page.click('button[aria-label="Show Documentation Explorer"]')
    await docs
      .getByRole('link', { name: 'Mutation' })
      .or(docs.getByText('Mutation', { exact: true }))
      .first()
      .click()
    await docs.getByText('createWorkloadServiceDependency', { exact: true }).waitFor()
    expect(await docs.textContent()).toContain('Creates a WorkloadServiceDependency.')
  })

  it('follows a subscription', async () => {
    const client = createClient({ url: urlOf(server), token: server.adminToken })
    const query = 'subscription Follow { changes(kinds: [Project]) { name operation } }'
    await page.click('.graphiql-query-editor .view-line')
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(query)
    // The tab has the name of the operation once the editor has parsed the document.
    await page.waitForSelector('.graphiql-tab:has-text("Follow")')
    await page.click('.graphiql-execute-button')
    await page.waitForSelector('.graphiql-execute-button[aria-label*="Stop"]')
    // The server sends only changes after the subscription, so changes continue until one is seen.
    let count = 0
    const seen = page.waitForSelector('.graphiql-response:has-text("in-browser")').then(() => true)
    for (let done = false; !done; count++) {
      await client.projects.create({ input: { name: `in-browser-${count}` } })
      done = await Promise.race([seen, new Promise<false>((resolve) => setTimeout(resolve, 100, false))])
    }
    expect(await page.textContent('.graphiql-response')).toContain('in-browser')
    await client.projects.create({ input: { name: 'in-browser-last' } })
    // Earlier responses remain below the latest.
    await page.waitForSelector('.graphiql-response:has-text("earlier"):has-text("in-browser-last")')
    await page.click('.graphiql-execute-button')
    await page.waitForSelector('.graphiql-execute-button[aria-label*="Execute"]')
  })

  it('logs out on request, and has stored nothing that scripts can read', async () => {
    const stored = () =>
      page.evaluate<string>('JSON.stringify([{ ...sessionStorage, ...localStorage }, document.cookie])')
    expect(await stored()).not.toContain(server.adminToken)
    expect(
      (await page.context().cookies()).map(({ name, httpOnly }) => [name.replace(/\d+$/, ''), httpOnly]),
    ).toEqual([['qleet-session-', true]])
    await page.click('.bar button')
    await page.waitForSelector('.welcome')
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })

  it('sends requests to its own server only, and prints nothing to the console', () => {
    const strange = requested.filter((url) => {
      const { host, protocol } = new URL(url)
      return !['data:', 'blob:'].includes(protocol) && host !== new URL(urlOf(server)).host
    })
    expect(requested.length).toBeGreaterThan(3)
    expect(strange).toEqual([])
    // The browser itself logs that there is no session at first.
    expect(errors.filter((error) => !error.includes('401'))).toEqual([])
  })
})
