import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { hasConsole, obstaclesOn, startConsole, type TestConsole } from '../support/console.ts'
import { urlOf } from '../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

describe.skipIf(!hasConsole)('undoing a change in the console', () => {
  let server: TestServer
  let console: TestConsole
  let client: Client
  let page: Page
  beforeAll(async () => {
    server = await createTestServer()
    const url = urlOf(server)
    client = createClient({ url, token: server.adminToken })
    console = await startConsole({ url, token: server.adminToken })
    page = await console.open('/console')
    page.setDefaultTimeout(60_000)
  })
  afterAll(async () => {
    await console?.stop()
    await server?.stop()
  })

  const toast = () => page.getByRole('alertdialog').filter({ hasText: 'is applied' })
  const undo = () => toast().getByRole('button', { name: 'Undo' })
  const dialog = () => page.getByRole('dialog', { name: /^Undo the change of/ })

  /** Changes the description of an environment in the form, and applies the plan. */
  async function describeAs(name: string, description: string): Promise<void> {
    await page.goto(`${console.url}/console/new/environment?edit=default/${name}`)
    await page.getByLabel('Description').fill(description)
    await page.getByRole('button', { name: 'Review plan' }).click()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.waitForURL(`**/console/o/environment/default/${name}`)
  }

  const specOf = async (name: string) => (await client.environments.get({ name }))?.spec

  it('shows the plan of the former revision, and changes nothing before it is confirmed', async () => {
    await client.apply([{ kind: 'Environment', name: 'staging', spec: { description: 'before', settle: 1 } }])
    await describeAs('staging', 'after')
    await undo().click()
    await dialog().locator('.differences').waitFor()
    expect(await dialog().locator('.differences').textContent()).toContain('before')
    expect(await specOf('staging')).toMatchObject({ description: 'after' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await obstaclesOn(page)).toEqual([])
    }
    await dialog().getByRole('button', { name: 'Undo' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await specOf('staging')).toMatchObject({ description: 'before', settle: 1 })
    expect((await client.environments.get({ name: 'staging' }))?.generation).toBe(3)
  })

  it('does nothing when it is cancelled', async () => {
    await describeAs('staging', 'kept')
    await undo().click()
    await dialog().locator('.differences').waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await specOf('staging')).toMatchObject({ description: 'kept' })
  })

  it('refuses to revert what another user has changed since', async () => {
    await describeAs('staging', 'mine')
    await client.environments.update({ name: 'staging', input: { spec: { settle: 9 } } })
    await undo().click()
    await dialog().getByText('staging has been changed since').waitFor()
    expect(await dialog().getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect(await specOf('staging')).toMatchObject({ description: 'mine', settle: 9 })
  })

  it('is not offered for a deletion', async () => {
    await page.goto(`${console.url}/console/k/environments`)
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'staging', exact: true }) })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    const requested = page.getByRole('alertdialog').filter({ hasText: 'Deletion of staging requested' })
    await requested.waitFor()
    expect(await requested.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
})
