import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { delivery, shopDefinition } from '../support/applications-delivered.ts'
import { hasConsole, startConsole, type TestConsole } from '../support/console.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "example.com/simulate/crash:1" }] }
`

describe.skipIf(!hasConsole)('the choice of a revision to promote, in a browser', () => {
  let cluster: PlaneWithRuntime
  let console: TestConsole
  beforeAll(async () => {
    cluster = await startPlaneWithRuntime()
    const { client, until } = cluster.plane
    console = await startConsole(cluster.plane)
    const application = (name: string) => ({
      kind: 'Application',
      name,
      spec: {
        definition: name,
        environments: [{ environment: 'staging' }, { environment: 'production' }],
      },
    })
    const stateOf = async (name: string, state: string): Promise<unknown> =>
      until('Stage', `${name}-staging`, ({ status }) => status.outputs['state'] === state)
    await client.apply([
      { kind: 'Environment', name: 'staging', spec: { settle: 3, deadline: 8 } },
      { kind: 'Environment', name: 'production', spec: { settle: 0, policy: 'approval' } },
      shopDefinition('shop'),
      application('shop'),
      { kind: 'WorkloadDefinition', name: 'broken', spec: { yamlDocument: deployment } },
      application('broken'),
    ])
    await stateOf('shop', 'Healthy')
    await client.apply([delivery('shop', 1, 'bad1')])
    await stateOf('shop', 'RolledBack')
    await stateOf('broken', 'Failed')
  })
  afterAll(async () => {
    await console?.stop()
    await cluster?.stop()
  })

  /** Opens the dialog for a promotion of an application to production. */
  async function opened(name: string): Promise<Locator> {
    const page = await console.open(`/console/o/application/default/${name}`)
    const production = page.getByRole('article', { name: 'production' })
    await production.getByRole('button', { name: 'Promote' }).click()
    return page.getByRole('dialog')
  }

  it('recommends the revision that is healthy in the environment before, and says why the newest is not', async () => {
    const dialog = await opened('shop')
    const revision = dialog.getByLabel('Revision')
    expect(await revision.inputValue()).toBe('1')
    expect(await revision.locator('option').allTextContents()).toEqual([
      'Revision 2 (failed in staging)',
      'Revision 1 (recommended)',
    ])
    expect(await dialog.getByText('failed in staging:').count()).toBe(0)
    await revision.selectOption('2')
    await dialog.getByText(/^Revision 2 failed in staging: .*crash/).waitFor()
    await dialog.page().close()
  })

  it('recommends nothing if the only revision has failed, and says why', async () => {
    const dialog = await opened('broken')
    const options = dialog.getByLabel('Revision').locator('option')
    expect(await options.allTextContents()).toEqual(['Revision 1 (failed in staging)'])
    await dialog.getByText(/^Revision 1 failed in staging: .*crash/).waitFor()
    expect(console.errors).toEqual([])
    await dialog.page().close()
  })
})
