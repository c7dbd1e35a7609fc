import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { delivery, shopDefinition } from '../support/applications-delivered.ts'
import { hasConsole, startConsole, type TestConsole } from '../support/console.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { webApplication } from '../support/web-application.ts'

/*
 * What a new user does first, from the overview, with the clicks and keys that it takes. The numbers are upper bounds, so that no change of
 * the pages makes a task longer unnoticed. Those of Argo CD (3.x) are counted by its documentation where a comment names a page of
 * https://argo-cd.readthedocs.io, and otherwise from experience with its UI, starting at its tiles of applications.
 */

/** A user, whose clicks and keys are counted. */
class Person {
  clicks = 0
  keys = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async click(target: Locator): Promise<void> {
    await target.click()
    this.clicks += 1
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.keys += text.length
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key)
    this.keys += 1
  }
}

const crashing = webApplication().replace('image: nginx', 'image: "example.com/simulate/crash:1"')

describe.skipIf(!hasConsole)('ten tasks of a new user, from the overview', () => {
  let cluster: PlaneWithRuntime
  let console: TestConsole
  let page: Page
  beforeAll(async () => {
    cluster = await startPlaneWithRuntime()
    const { client, ...plane } = cluster.plane
    console = await startConsole(cluster.plane)
    const workload = (name: string, yamlDocument: string) => [
      { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
      { kind: 'WorkloadInstance', name, spec: { definition: name, runtime: 'space' } },
    ]
    await client.apply([
      ...workload('orders', webApplication()),
      ...workload('checkout', crashing),
      { kind: 'Environment', name: 'staging', spec: { settle: 0 } },
      { kind: 'Environment', name: 'production', spec: { settle: 0, policy: 'approval' } },
      shopDefinition('shop'),
      {
        kind: 'Application',
        name: 'shop',
        spec: {
          definition: 'shop',
          environments: [{ environment: 'staging' }, { environment: 'production' }],
        },
      },
      delivery('shop', 1, 'abc1', { commit: '1f2e3d4' }),
    ])
    const inState = (name: string) =>
      plane.until('Delivery', name, ({ status }) => status.outputs['state'] === 'Healthy')
    await inState('shop-1')
    await client.apply([delivery('shop', 2, 'abc2', { commit: '5a6b7c8' })])
    await inState('shop-2')
    await plane.ready('WorkloadInstance', 'orders')
    await plane.until('WorkloadInstance', 'checkout', ({ status }) => status.phase === 'Failed')
    await client.apply(
      [
        {
          kind: 'WorkloadInstance',
          name: 'orders',
          spec: {
            definition: 'orders',
            runtime: 'space',
            scale: [{ kind: 'Deployment', name: 'web', replicas: 3 }],
          },
        },
      ],
      { reason: 'The sale starts.' },
    )
  })
  afterAll(async () => {
    await console?.stop()
    await cluster?.stop()
  })

  /** Does a task from the overview, and returns what it took. */
  async function doing(task: (person: Person) => Promise<void>): Promise<{ clicks: number; keys: number }> {
    page = await console.open('/console')
    page.setDefaultTimeout(60_000)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const person = new Person(page)
    await task(person).catch(async (cause: unknown) => {
      const shown = await page.locator('body').innerText()
      throw new Error(`${String(cause)}\nThe page shows:\n${shown}`, { cause })
    })
    await page.close()
    const { clicks, keys } = person
    return { clicks, keys }
  }

  const nav = (name: string): Locator =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true })
  const link = (name: string): Locator => page.getByRole('main').getByRole('link', { name, exact: true })
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const dialog = (): Locator => page.getByRole('dialog')

  it('finds out why an application is red, and what to do', async () => {
    const took = await doing(async (person) => {
      // The overview says the cause; the page of the object says what to do.
      const concern = page.getByRole('listitem').filter({ hasText: 'container web crashes repeatedly' })
      await person.click(concern.getByRole('link', { name: 'Workload instance checkout', exact: true }))
      await page.getByText('What to do').waitFor()
    })
    // Argo CD: tile, the Deployment or its pod in the tree, events or logs: 3 clicks, and no remedy.
    expect(took).toEqual({ clicks: 1, keys: 0 })
  })

  it('rolls a delivery back', async () => {
    const took = await doing(async (person) => {
      await person.click(nav('Applications'))
      await person.click(link('shop'))
      const staging = page.getByRole('article', { name: 'staging' })
      await person.click(staging.getByRole('button', { name: 'Roll back' }))
      // The last healthy revision is chosen. The reason is for those who wonder later.
      await person.click(page.getByLabel('Reason'))
      await person.type('Errors')
      await person.press('Enter')
      await dialog().getByText('Hold shop-staging').first().waitFor()
      await person.press('Enter')
      await staging.getByText('Held at revision 1').waitFor()
    })
    // Argo CD: tile, History and rollback, the menu of the entry, Rollback, OK: 5 clicks, with automatic sync turned off before
    // (user-guide/commands/argocd_app_rollback, user-guide/auto_sync).
    expect(took.clicks).toBeLessThanOrEqual(4)
    expect(took.keys).toBeLessThanOrEqual('Errors'.length + 2)
  })

  it('finds out who changed the replicas, and why', async () => {
    const took = await doing(async (person) => {
      await person.click(nav('Workloads'))
      await person.click(link('orders'))
      await person.click(page.getByRole('tab', { name: 'History' }))
      await page.getByText('The sale starts.').waitFor()
      await page.getByText('spec.scale').first().waitFor()
    })
    // Argo CD: tile, History and rollback: 2 clicks show the commit and its author. A change with kubectl shows as a difference (tile,
    // Diff), without who made it.
    expect(took.clicks).toBeLessThanOrEqual(3)
  })

  it('makes an application reachable through a gateway', async () => {
    const took = await doing(async (person) => {
      await person.click(nav('Workloads'))
      await person.click(link('orders'))
      await person.click(button('Add gateway'))
      await page.getByRole('option', { name: 'web' }).waitFor({ state: 'attached' })
      await person.click(button('Show the plan'))
      await dialog().getByText('Gateway instance').first().waitFor()
      await person.click(dialog().getByRole('button', { name: 'Add gateway' }))
      await dialog().waitFor({ state: 'detached' })
    })
    await cluster.plane.ready('GatewayInstance', 'orders-gateway')
    // Argo CD: not in the UI; the manifests are written and pushed to Git.
    expect(took).toEqual({ clicks: 5, keys: 0 })
  })

  it('approves a rollout that waits', async () => {
    const took = await doing(async (person) => {
      await person.click(page.getByRole('link', { name: 'Review the promotion of shop to production' }))
      await dialog()
        .getByText(/^Promotion shop-production-r\d$/)
        .waitFor()
      await person.click(dialog().getByRole('button', { name: 'Promote', exact: true }))
      await page.getByRole('article', { name: 'production' }).getByText('Healthy', { exact: true }).waitFor()
    })
    // Argo CD: Sync on the tile, Synchronize: 2 clicks, without a look at what changes (tile, Diff: 2 more).
    expect(took).toEqual({ clicks: 2, keys: 0 })
  })

  it('sees the logs of all pods, filtered by a word', async () => {
    const took = await doing(async (person) => {
      await person.click(nav('Workloads'))
      await person.click(link('orders'))
      await person.click(page.getByRole('tab', { name: 'Logs' }))
      await page.getByRole('log').getByText('simulated line').first().waitFor()
      await person.click(page.getByLabel('Filter the lines'))
      await person.type('line 2')
      await page.getByRole('log').locator('mark').first().waitFor()
    })
    // Argo CD: tile, the Deployment in the tree, Logs, the filter: 4 clicks, from experience.
    expect(took).toEqual({ clicks: 4, keys: 'line 2'.length })
  })

  it('finds out what a deletion takes with it', async () => {
    const took = await doing(async (person) => {
      await person.click(nav('Applications'))
      await person.click(link('shop'))
      await person.click(button('Actions'))
      await person.click(page.getByRole('menuitem', { name: 'Delete …' }))
      const asked = page.getByRole('alertdialog')
      await asked.getByText('shop-staging').first().waitFor()
      await person.press('Escape')
      await asked.waitFor({ state: 'detached' })
    })
    // Argo CD: tile, Delete: 2 clicks show a question for the name, and the choice of the propagation, but no list.
    expect(took.clicks).toBeLessThanOrEqual(4)
  })

  it('finds out which images run where', async () => {
    const took = await doing(async (person) => {
      await person.click(nav('Images'))
      const shop = page.getByRole('table', { name: 'example.com/shop' })
      await shop.getByRole('link', { name: 'shop-staging' }).waitFor()
      await shop
        .getByText(/^sha256:abc/)
        .first()
        .waitFor()
    })
    // Argo CD: tile, Details: 2 clicks show the images of one application (the summary); there is no list of all.
    expect(took).toEqual({ clicks: 1, keys: 0 })
  })

  it('is offered the next build also once deliveries become known late', async () => {
    await doing(async (person) => {
      await person.click(nav('Applications'))
      const known = Promise.withResolvers<void>()
      await page.route('**/graphql', async (route) => {
        // What has been decided about the application, and its deliveries.
        if (route.request().postData()?.includes('"Promotion"') === true) await known.promise
        await route.continue()
      })
      await person.click(link('shop'))
      await person.click(button('Deliver'))
      const build = page.getByRole('spinbutton', { name: 'Build number' })
      // It opens at once only if the console still has what it read of the application before.
      const early = await build.inputValue({ timeout: 3000 }).catch(() => 'not open yet')
      expect(['1', 'not open yet']).toContain(early)
      known.resolve()
      await expect.poll(() => build.inputValue()).toBe('3')
    })
  })

  it('delivers a new image', async () => {
    const took = await doing(async (person) => {
      await person.click(nav('Applications'))
      await person.click(link('shop'))
      await person.click(button('Deliver'))
      const image = page.getByRole('textbox', { name: 'Image' })
      await expect.poll(() => image.inputValue()).toBe('example.com/shop:')
      await person.click(image)
      await person.press('End')
      await person.type('1.4.2')
      await person.press('Enter')
      const shown = async (): Promise<string> => (await dialog().allInnerTexts()).join()
      await expect.poll(shown).toContain('Delivery shop-3')
      await person.press('Enter')
      // If the dialog stays, what it shows is the reason.
      await expect.poll(shown, { timeout: 60_000 }).toBe('')
    })
    // Argo CD: tile, Details, Parameters, Edit, the field, Save, Sync, Synchronize: 8 clicks, for Kustomize and Helm only
    // (user-guide/parameters); usually a commit instead.
    expect(took.clicks).toBeLessThanOrEqual(4)
    expect(took.keys).toBeLessThanOrEqual('1.4.2'.length + 3)
  })

  it('finds out what clouds cost, and what is left over', async () => {
    const took = await doing(async (person) => {
      await person.click(nav('Costs'))
      await page.getByText('Nothing costs anything').waitFor()
      await person.click(nav('Orphaned resources'))
      await person.click(button('Search all runtimes'))
      await page.getByText(/orphaned resources\.$/).waitFor()
    })
    // Argo CD: no costs; orphaned resources of a project if it monitors them (user-guide/orphaned-resources): tile, the filter.
    expect(took).toEqual({ clicks: 3, keys: 0 })
  })
})
