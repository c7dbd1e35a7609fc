import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasConsole, obstaclesOn, startConsole, type TestConsole } from '../support/console.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { webApplication } from '../support/web-application.ts'

describe.skipIf(!hasConsole)('declaring and changing objects in the console', () => {
  let runtime: PlaneWithRuntime
  let console: TestConsole
  let page: Page
  beforeAll(async () => {
    runtime = await startPlaneWithRuntime()
    await runtime.plane.client.apply([
      { kind: 'Tier', name: 'gold', spec: { criticality: 50 } },
      { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument: webApplication() } },
      { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop', runtime: 'space' } },
    ])
    console = await startConsole(runtime.plane)
    page = await console.open('/console')
    page.setDefaultTimeout(60_000)
  })
  afterAll(async () => {
    await console?.stop()
    await runtime?.stop()
  })

  const review = (): Promise<void> => page.getByRole('button', { name: 'Review plan' }).click()
  const summary = (): Promise<string | null> =>
    page.getByRole('list', { name: 'What the plan does' }).textContent()
  const apply = (): Promise<void> => page.getByRole('button', { name: 'Apply', exact: true }).click()
  const show = async (path: string): Promise<void> => {
    await page.goto(`${console.url}${path}`)
  }
  const expectAccessible = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await obstaclesOn(page)).toEqual([])
    }
  }

  it('names what is missing, with links to the fields, and keeps what is typed', async () => {
    await show('/console/new/application')
    await page.getByLabel('Name').fill('shop')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await review()
    const alert = page.getByRole('alert')
    expect(await alert.textContent()).toContain('2 fields need a correction')
    await expectAccessible()
    await alert.getByRole('link', { name: 'Definition' }).click()
    await page.keyboard.type('sho')
    await page.getByRole('option', { name: /shop/ }).click()
    expect(await page.getByLabel('Name').inputValue()).toBe('shop')
    expect(await page.getByRole('combobox', { name: 'Definition' }).inputValue()).toBe('shop')
  })

  it('shows the errors of the server at their fields', async () => {
    await page.getByRole('combobox', { name: 'Environment' }).fill('nowhere')
    await page.keyboard.press('Escape')
    await review()
    const link = page.getByRole('alert').getByRole('link', { name: /^Environments 1/ })
    await link.waitFor()
    const field = page.getByRole('region', { name: 'Environments 1' })
    expect(await field.textContent()).toContain('nowhere')
  })

  it('declares an object with the fields of its schema, after its plan', async () => {
    await show('/console/new/environment')
    await page.getByLabel('Name').fill('staging')
    await page.getByRole('combobox', { name: 'Tier' }).fill('go')
    await page.getByRole('option', { name: /gold/ }).click()
    await page.getByRole('button', { name: /^More fields/ }).click()
    await page.getByLabel('Search the fields').fill('approvals')
    await page.getByRole('button', { name: /^Approvals/ }).click()
    await page.locator('input:focus').fill('2')
    await page.getByRole('tab', { name: 'YAML' }).click()
    const editor = page.locator('.cm-content')
    await expect.poll(() => editor.innerText()).toContain('spec:\n  tier: gold\n  approvals: 2')
    await review()
    await page.getByRole('heading', { name: 'Plan' }).waitFor()
    expect(await summary()).toBe('1 created')
    await page.getByLabel('Reason (optional)').fill('OPS-1')
    await apply()
    await page.waitForURL('**/console/o/environment/default/staging')
    const stored = await runtime.plane.client.environments.get({ name: 'staging' })
    expect(stored?.spec).toMatchObject({ approvals: 2 })
  })

  it('offers objects that arrive after their name is typed', async () => {
    const { promise: typed, resolve: release } = Promise.withResolvers<void>()
    const queries = '**/graphql'
    await page.route(queries, async (route) => {
      if (route.request().postData()?.includes('"Tier"') === true) await typed
      await route.continue()
    })
    await show('/console/new/environment')
    const tier = page.getByRole('combobox', { name: 'Tier' })
    await tier.fill('go')
    await page.getByText('Loading …').last().waitFor()
    release()
    await page.getByRole('option', { name: /gold/ }).click()
    expect(await tier.inputValue()).toBe('gold')
    await page.unroute(queries)
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  it('offers the instance of a definition that was declared', async () => {
    await show('/console/new/workload-definition?as=yaml')
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    const definition = {
      kind: 'WorkloadDefinition',
      metadata: { name: 'web' },
      spec: { yamlDocument: webApplication() },
    }
    await page.keyboard.insertText(JSON.stringify({ apiVersion: 'qleet.io/v1', ...definition }))
    await review()
    await apply()
    await page.getByRole('button', { name: 'New workload instance' }).click()
    expect(await page.getByRole('combobox', { name: 'Definition' }).inputValue()).toBe('web')
  })

  it('completes fields and values in the YAML, and marks what is wrong', async () => {
    await show('/console/new/environment?as=yaml')
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('spec:\npoli')
    await page.getByRole('option', { name: 'policy' }).click()
    await page.keyboard.type('app')
    const value = page.getByRole('option', { name: 'approval' })
    await value.waitFor()
    // The list is open while further characters are typed.
    await page.keyboard.type('ro')
    await value.click()
    await page.keyboard.type('\nsoak: soon')
    await page.keyboard.press('Escape')
    await page.locator('.cm-lintRange-error', { hasText: 'soak' }).waitFor()
    expect(await page.locator('.cm-content').innerText()).toContain('spec:\n  policy: approval\n  soak: soon')
    await page.getByRole('tab', { name: 'Form' }).click()
    await page.getByText('Must be a whole number.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  it('changes an object, takes over what another has changed, and refuses an outdated plan', async () => {
    const { client } = runtime.plane
    await client.apply([{ kind: 'Environment', name: 'production', spec: { settle: 1 } }])
    await show('/console/new/environment?edit=default/production')
    await page.getByLabel('Description').fill('Where customers are')
    await client.apply([{ kind: 'Environment', name: 'production', spec: { settle: 1, approvals: 3 } }])
    await review()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('spec.approvals').waitFor()
    await dialog.getByRole('button', { name: 'Take over their changes' }).click()
    expect(await page.getByRole('textbox', { name: 'Approvals' }).inputValue()).toBe('3')
    await review()
    await page.getByRole('heading', { name: 'Plan' }).waitFor()
    expect(await page.locator('.differences').textContent()).toContain('Where customers are')
    await expectAccessible()
    await client.apply([{ kind: 'Environment', name: 'production', spec: { settle: 2, approvals: 3 } }])
    await apply()
    await page.getByText('The plan is outdated, nothing was changed').waitFor()
    await page.getByRole('button', { name: 'Make a new plan' }).click()
    await dialog.getByRole('button', { name: 'Take over their changes' }).click()
    await review()
    await apply()
    await page.waitForURL('**/console/o/environment/default/production')
    const stored = await client.environments.get({ name: 'production' })
    expect(stored?.spec).toMatchObject({ description: 'Where customers are', approvals: 3, settle: 2 })
  })

  it('imports pasted documents, and says which are none of QleetOS', async () => {
    await show('/console/new')
    await page.locator('.cm-content').click()
    await page.keyboard.insertText(
      'kind: Tier\nmetadata: { name: silver }\nspec: { criticality: 40 }\n---\nkind: Deployment\nmetadata: { name: web }\n',
    )
    await page.getByText('Is of no kind of QleetOS', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Review plan' }).isDisabled()).toBe(true)
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    const file = { name: 'tiers.json', mimeType: 'application/json' }
    const tier = { kind: 'Tier', metadata: { name: 'silver' }, spec: { criticality: 40 } }
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer: Buffer.from(JSON.stringify({ items: [tier] })) })
    await page.locator('.documents').getByText('silver').waitFor()
    await expectAccessible()
    await review()
    await page.getByRole('heading', { name: 'Plan' }).waitFor()
    expect(await summary()).toBe('1 created')
    await apply()
    await page.waitForURL('**/console/o/tier/*/silver')
  })

  it('says what keeps an object, and deletes one after its plan', async () => {
    const remove = async (list: string): Promise<void> => {
      await show(list)
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'shop', exact: true }) })
      await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
    }
    const dialog = page.getByRole('alertdialog')
    await remove('/console/k/workload-definitions')
    await dialog.getByText('It cannot be deleted now').waitFor()
    expect(await dialog.getByRole('link', { name: /shop/ }).getAttribute('href')).toBe(
      '/console/o/workload-instance/default/shop',
    )
    await remove('/console/k/workload-instances')
    await dialog.getByRole('list', { name: 'What the plan does' }).waitFor()
    expect(await summary()).toContain('1 deleted')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await runtime.plane.gone('WorkloadInstance', 'shop')
  })

  it('loads everything from its server, and nothing that its policy refuses', () => {
    const { host } = new URL(console.url)
    expect(console.requested.filter((url) => !url.startsWith('blob:') && new URL(url).host !== host)).toEqual(
      [],
    )
    // The browser logs each refused request, and the styles that it gives to pasted text itself.
    const expected = /Failed to load resource|do not apply to event handlers, style attributes/
    expect(console.errors.filter((error) => !expected.test(error))).toEqual([])
  })
})
