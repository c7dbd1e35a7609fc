import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { copyInstances } from '../support/copies.ts'
import { hasConsole, obstaclesOn, startConsole, type TestConsole } from '../support/console.ts'
import { urlOf } from '../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

/** As many objects as a list must show without being slow. */
const many = 10_000
/** The server takes a second to refuse a login. */
const slow = { timeout: 60_000 }

/** A machine with other tests takes a while for all objects. */
const patient = { timeout: 60_000 }

describe.skipIf(!hasConsole)('the console, in a browser', () => {
  let server: TestServer
  let url: string
  let console: TestConsole
  let client: Client
  let page: Page
  beforeAll(async () => {
    server = await createTestServer()
    url = urlOf(server)
    client = createClient({ url, token: server.adminToken })
    const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n'
    await client.apply([
      { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument } },
      { kind: 'Environment', name: 'staging', spec: {} },
      { kind: 'KubernetesRuntimeDefinition', name: 'local', spec: { provider: 'simulated' } },
      {
        kind: 'KubernetesRuntimeInstance',
        name: 'local',
        spec: { definition: 'local', defaultRuntime: true },
      },
    ])
    console = await startConsole({ url, token: server.adminToken })
    page = await console.open('/console')
  })
  afterAll(async () => {
    await console?.stop()
    await server?.stop()
  })

  it('signs in with a token, and keeps nothing that scripts can read', async () => {
    console.errors.length = 0
    const page = await console.openUnknown('/')
    await page.waitForSelector('input[type=password]')
    expect(console.errors).toEqual([])
    await page.fill('input[type=password]', 'not-a-token')
    await page.click('button[type=submit]')
    await expect
      .poll(() => page.textContent('[role=alert]'), slow)
      .toContain('copy the whole content of the token file')
    await page.fill('input[type=password]', server.adminToken)
    await page.click('button[type=submit]')
    await page.waitForSelector('h1:has-text("Overview")')
    expect(page.url()).toBe(`${url}/console`)
    const readable = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(readable).toBe('[{},{},""]')
    await page.context().close()
  })

  it('signs in once with the link of qleetctl console, whose code leaves the address', async () => {
    const { code } = await client.createLoginCode()
    const page = await console.openUnknown(`/#login=${code}`)
    await page.waitForSelector('h1:has-text("Overview")')
    expect(page.url()).toBe(`${url}/console`)
    await page.context().clearCookies()
    await page.goto(`${url}/#login=${code}`)
    await expect
      .poll(() => page.textContent('[role=alert]'), slow)
      .toContain('get another with "qleetctl console"')
    await page.context().close()
  })

  it('loads nothing from elsewhere, and breaks no rule of its policy', async () => {
    const { errors, requested } = console
    errors.length = 0
    await page.reload()
    await page.waitForSelector('text=Everything is well')
    expect(requested.filter((url) => !url.startsWith(url) && !url.startsWith('data:'))).toEqual([])
    expect(errors).toEqual([])
  })

  it.each([
    ['/console', 'Overview · QleetOS'],
    ['/console/k/workload-definitions', 'Workload definitions · QleetOS'],
    ['/console/o/workload-definition/default/shop', 'shop · Workload definition · QleetOS'],
    ['/console/new/workload-definition', 'New: Workload definition · QleetOS'],
    ['/console/nowhere', 'QleetOS'],
  ])('names the page %s in the title of its tab', async (path, title) => {
    const page = await console.open(path)
    await page.waitForSelector('h1')
    expect(await page.title()).toBe(title)
    await page.close()
  })

  it('sets commands and fields in texts as code', async () => {
    const page = await console.open('/console/k/deliveries')
    const note = page.locator('.page-head p')
    await note.waitFor()
    expect(await note.locator('code').allTextContents()).toEqual(['qleetctl deliver'])
    expect(await note.textContent()).not.toContain('`')
    await page.close()
  })

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('is accessible in %s at %i pixels', async (theme, width) => {
    const paths = [
      '/console',
      '/console/k/environments',
      '/console/kinds',
      '/console/activity',
      '/console/control-plane',
      '/console/orphans',
      '/console/nowhere',
    ]
    const page = await console.open('/console', { theme, width })
    const found: Record<string, string[]> = {}
    for (const path of paths) {
      await page.goto(`${url}${path}`)
      await page.waitForSelector('main h1, main h3')
      await expect.poll(() => page.locator('main [aria-busy]').count(), slow).toBe(0)
      const wide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth')
      found[path] = [...(await obstaclesOn(page)), ...(wide ? ['it is wider than the window'] : [])]
    }
    expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, []])))
    await page.close()
  })

  it('finds objects, kinds and pages by the keyboard', async () => {
    await page.keyboard.press('Control+k')
    await page.waitForSelector('[role=dialog] input:focus')
    await page.keyboard.type('stag')
    await page.waitForSelector('[role=menuitem]:has-text("staging")')
    expect((await obstaclesOn(page)).filter((each) => !each.startsWith('region'))).toEqual([])
    const opens = async (path: string): Promise<void> => {
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/console/${path}`)
      await page.keyboard.press('Control+k')
      await page.waitForSelector('[role=dialog] input:focus')
    }
    await opens('o/environment/default/staging')
    for (const [key, path] of [
      ['ArrowDown', 'o/environment/default/staging'],
      ['ArrowUp', 'k/stages'],
    ] as const) {
      await page.keyboard.type('stag')
      await page.waitForSelector('[role=menuitem]:has-text("staging")')
      await page.keyboard.press(key)
      await page.waitForSelector('[role=menuitem][data-focused]')
      await opens(path)
    }
    await page.keyboard.type('all kinds')
    await page.waitForSelector('[role=menuitem]:has-text("All kinds")')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/kinds')
  })

  it('lists the objects of any kind, live, with filters in the address', async () => {
    await page.goto(`${url}/console/k/environments?q=prod&sort=-name`)
    await page.waitForSelector('text=Nothing matches the filters')
    expect(await page.inputValue('input[type=search]')).toBe('prod')
    await client.apply([
      { kind: 'Environment', name: 'production-a', spec: {} },
      { kind: 'Environment', name: 'production-b', spec: { policy: 'approval' } },
    ])
    const names = () => page.locator('[role=grid] [role=row] a').allTextContents()
    await expect.poll(names).toEqual(['production-b', 'production-a'])
    await page.click('[role=columnheader]:has-text("Name")')
    await expect.poll(names).toEqual(['production-a', 'production-b'])
    expect(page.url()).toContain('sort=name')
    await client.objects.delete([{ kind: 'Environment', name: 'production-b' }])
    await expect.poll(names).toEqual(['production-a'])
    const download = page.waitForEvent('download')
    await page.click('button:has-text("Export")')
    await page.click('[role=menuitem]:has-text("CSV")')
    expect((await download).suggestedFilename()).toBe('environments.csv')
  })

  it('moves, selects and opens by the keyboard in a list', async () => {
    const names = ['keys-a', 'keys-b', 'keys-c']
    await client.apply(names.map((name) => ({ kind: 'Environment', name, spec: {} })))
    await page.goto(`${url}/console/k/environments?q=keys-`)
    await page.waitForSelector('[role=row]:has-text("keys-c")')
    const selected = async () =>
      (await page.locator('[role=row][aria-selected=true] a').allTextContents()).toSorted()
    await page.locator('[role=columnheader]').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('input:focus')
    await page.keyboard.press('ArrowRight')
    await page.waitForSelector('a:focus:has-text("keys-a")')
    await page.keyboard.press(' ')
    await expect.poll(selected).toEqual(['keys-a'])
    await page.keyboard.press('Control+a')
    await expect.poll(selected).toEqual(names)
    await page.waitForSelector('[role=toolbar]:has-text("3 selected")')
    await page.keyboard.press('Escape')
    await expect.poll(selected).toEqual([])
    await page.keyboard.press('End')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.locator('[role=grid] :focus').count()).toBe(0)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/o/environment/default/keys-b')
    await client.objects.delete(names.map((name) => ({ kind: 'Environment', name })))
  })

  it('shows ten thousand objects by drawing those in sight', async () => {
    await client.apply([{ kind: 'WorkloadInstance', name: 'shop-00000', spec: { definition: 'shop' } }])
    await copyInstances(server.database.sql, { of: 'shop-00000', count: many - 1 })
    const { errors } = console
    errors.length = 0
    await page.goto(`${url}/console/k/workload-instances`)
    await page.waitForSelector('[role=row]:has-text("shop-00000")', { timeout: 60_000 })
    await expect.poll(() => page.textContent('h1'), patient).toContain(String(many))
    expect(await page.locator('[role=row]').count()).toBeLessThan(60)
    expect(await page.getAttribute('[role=grid]', 'aria-rowcount')).toBe(String(many + 1))
    await page.goto(`${url}/console/k/workload-instances?q=shop-09999`)
    await page.waitForSelector('[role=row]:has-text("shop-09999")', { timeout: 60_000 })
    await expect.poll(() => page.textContent('h1'), patient).toContain(`1 of ${many}`)
    expect(errors).toEqual([])
  })

  it('says that a session has ended, and goes on after the next sign-in', async () => {
    const page = await console.openUnknown('/console/k/environments')
    await page.fill('input[type=password]', server.adminToken)
    await page.click('button[type=submit]')
    await page.waitForSelector('[role=row]:has-text("staging")')
    await page.evaluate("fetch('/session', { method: 'DELETE' }).then(() => undefined)")
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await page.waitForSelector('text=The session has ended')
    await page.fill('input[type=password]', server.adminToken)
    await page.click('button[type=submit]')
    await page.waitForSelector('[role=row]:has-text("staging")')
    expect(page.url()).toContain('/console/k/environments')
    await page.context().close()
  })
})
