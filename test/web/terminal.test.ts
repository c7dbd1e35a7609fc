import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasConsole, obstaclesOn, startConsole, type TestConsole } from '../support/console.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'

const address = '/console/o/workload-instance/default/shop?tab=terminal'

const manifests = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
spec:
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec:
      containers:
        - name: web
          image: example.com/shop:1
          env: [{ name: GREETING, value: good morning }]
          ports: [{ name: http, containerPort: 80 }, { containerPort: 9000 }]
        - { name: proxy, image: "example.com/proxy:1" }
`

/** Waits until the terminal shows a text. */
async function shows(page: Page, content: string): Promise<void> {
  await page.locator('.xterm-rows').getByText(content, { exact: true }).first().waitFor()
}

/** Returns a script that pastes a text into the terminal. */
function pasting(content: string): string {
  return `{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(content)})
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true })
    document.querySelector('.xterm-helper-textarea').dispatchEvent(paste)
  }`
}

describe.skipIf(!hasConsole)('the terminal of an object, in a browser', () => {
  let cluster: PlaneWithRuntime
  let console: TestConsole
  beforeAll(async () => {
    cluster = await startPlaneWithRuntime()
    const { plane } = cluster
    console = await startConsole(plane)
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument: manifests } },
      { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop', runtime: 'space' } },
    ])
    await plane.ready('WorkloadInstance', 'shop')
  })
  afterAll(async () => {
    await console?.stop()
    await cluster?.stop()
  })

  const opened = async (options?: Parameters<TestConsole['open']>[1]): Promise<Page> => {
    const page = await console.open(address, options)
    await page.getByRole('button', { name: 'Open a terminal' }).click()
    await shows(page, '/ #')
    return page
  }

  it('runs what is typed, shows its output, and says how it ended', async () => {
    const page = await opened()
    await page.getByText('Running sh').waitFor()
    await page.keyboard.type('echo "$GREETING"\n')
    await shows(page, 'good morning')
    await page.keyboard.type('exit 3\n')
    await page.getByText('Ended with exit status 3').waitFor()
    await page.getByRole('button', { name: 'Reconnect' }).click()
    await page.getByText('Running sh').waitFor()
    await shows(page, '/ #')
    expect(await page.locator('.xterm-rows').textContent()).not.toContain('good morning')
    await page.close()
  })

  it('has the size of its place, pastes, and lets the keyboard leave', async () => {
    const page = await opened()
    const sizes = page.locator('.xterm-rows > div').filter({ hasText: /^\d+ \d+\s*$/ })
    const columns = async (): Promise<number> => {
      const known = await sizes.count()
      await page.keyboard.type('stty size\n')
      await sizes.nth(known).waitFor()
      return Number((await sizes.nth(known).textContent())?.trim().split(' ')[1])
    }
    const wide = await columns()
    await page.setViewportSize({ width: 800, height: 900 })
    await expect.poll(columns).toBeLessThan(wide)
    await page.evaluate(pasting('echo pasted'))
    await page.keyboard.press('Enter')
    await shows(page, 'pasted')
    const isInside = () => page.evaluate<boolean>("document.activeElement.closest('.xterm') !== null")
    await page.keyboard.press('Tab')
    expect(await isInside()).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await isInside()).toBe(false)
    await page.close()
  })

  it('chooses among containers, and says why a shell cannot start', async () => {
    const page = await console.open(address)
    await page.getByRole('combobox', { name: 'Container' }).selectOption('proxy')
    await page.getByRole('combobox', { name: 'Shell' }).selectOption('bash')
    expect(page.url()).toContain('container=proxy')
    await page.getByRole('button', { name: 'Open a terminal' }).click()
    await page.getByText('container "proxy" has no bash').waitFor()
    await page.close()
  })

  it('offers the commands that forward the declared ports', async () => {
    const page = await console.open(address)
    const { client } = cluster.plane
    const [pod] = await client.objects.pods({ kind: 'WorkloadInstance', name: 'shop' })
    const of = `workload-instance/shop`
    await page.getByText('From your machine').waitFor()
    expect(await page.locator('.command code').allTextContents()).toEqual([
      `qleetctl exec ${of} -it --container web --pod ${pod?.name} -- sh`,
      `qleetctl port-forward ${of} 8080:80 --pod ${pod?.name}`,
      `qleetctl port-forward ${of} 9000:9000 --pod ${pod?.name}`,
    ])
    await page.close()
  })

  it('is usable by all, in both themes and on a phone, and keeps to the content security policy', async () => {
    const found: string[] = []
    for (const { theme, width } of [
      { theme: 'light', width: 1440 },
      { theme: 'dark', width: 1440 },
      { theme: 'light', width: 390 },
      { theme: 'dark', width: 390 },
    ] as const) {
      const page = await opened({ theme, width })
      await page.keyboard.type('env\nnothing\nhelp\n')
      await shows(page, 'GREETING=good morning')
      if (process.env['QLEET_TEST_PICTURES'] !== undefined)
        await page.screenshot({
          path: `${process.env['QLEET_TEST_PICTURES']}/terminal-${theme}-${width}.png`,
          fullPage: true,
        })
      for (const obstacle of await obstaclesOn(page)) found.push(`${theme} ${width}: ${obstacle}`)
      await page.close()
    }
    expect(found).toEqual([])
    expect(console.errors).toEqual([])
  })
})
