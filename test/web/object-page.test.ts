import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { delivery, shopDefinition } from '../support/applications-delivered.ts'
import { hasConsole, obstaclesOn, startConsole, type TestConsole } from '../support/console.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { webApplication } from '../support/web-application.ts'

const orders = '/console/o/workload-instance/default/orders'
const shop = '/console/o/application/default/shop'

function manifests(name: string, image: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: 2
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: ${name}, image: "${image}" }] }
`
}

describe.skipIf(!hasConsole)('the page of an object, in a browser', () => {
  let cluster: PlaneWithRuntime
  let console: TestConsole
  beforeAll(async () => {
    cluster = await startPlaneWithRuntime()
    const { plane } = cluster
    console = await startConsole(plane)
    const workload = (name: string, image: string) => [
      { kind: 'WorkloadDefinition', name, spec: { yamlDocument: manifests(name, image) } },
      { kind: 'WorkloadInstance', name, spec: { definition: name, runtime: 'space' } },
    ]
    const environments = [{ environment: 'staging' }, { environment: 'production' }]
    await plane.client.apply([
      ...workload('orders', 'example.com/orders:1'),
      ...workload('broken', 'example.com/simulate/crash:1'),
      { kind: 'Environment', name: 'staging', spec: { settle: 0 } },
      { kind: 'Environment', name: 'production', spec: { settle: 0, policy: 'approval' } },
      shopDefinition('shop'),
      { kind: 'Application', name: 'shop', spec: { definition: 'shop', environments } },
      delivery('shop', 1, 'abc1', { commit: '1f2e3d4' }),
    ])
    await plane.ready('WorkloadInstance', 'orders')
    await plane.until('WorkloadInstance', 'broken', ({ status }) => status.phase === 'Failed')
  })
  afterAll(async () => {
    await console?.stop()
    await cluster?.stop()
  })

  it('says on top why an object is not well, what to do, and where its logs are', async () => {
    const page = await console.open('/console/o/workload-instance/default/broken')
    const why = page.getByRole('region', { name: 'Why it is not well' })
    await why.getByText('crashes repeatedly').waitFor()
    await why.getByText('What to do').waitFor()
    await why.getByText('CrashLoopBackOff').waitFor()
    await why.getByRole('link', { name: 'Read its logs' }).click()
    await page.waitForURL(/tab=logs/)
    expect(page.url()).toContain('previous=1')
    await page.close()
  })

  it('shows the resources down to the pods, and the keyboard reaches them', async () => {
    const page = await console.open(`${orders}?tab=resources`)
    const tree = page.getByRole('treegrid', { name: 'Resources in the cluster' })
    const pods = tree.getByRole('row', { name: /^Pod orders-/ })
    await pods.nth(1).waitFor()
    await tree.getByRole('row', { name: 'Deployment orders' }).focus()
    await page.keyboard.press('ArrowLeft')
    await pods.first().waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await pods.first().waitFor()
    expect(await pods.count()).toBe(2)
    await page.close()
  })

  it('follows and filters the lines of all pods', async () => {
    const page = await console.open(`${orders}?tab=logs`)
    const log = page.getByRole('log')
    await log.getByText('simulated line 1 of').first().waitFor()
    await page.getByLabel('Filter the lines').fill('line 2 of')
    await log.getByText('line 1 of').first().waitFor({ state: 'detached' })
    await log.locator('mark').first().waitFor()
    expect(await log.locator('mark').first().textContent()).toBe('line 2 of')
    await page.close()
  })

  it('scales by a plan, and records who did it and why', async () => {
    const page = await console.open(orders)
    await page.getByRole('button', { name: 'Scale' }).click()
    await page.getByRole('option', { name: 'Deployment/orders' }).waitFor({ state: 'attached' })
    await page.getByLabel('Replicas').fill('3')
    await page.getByLabel('Reason').fill('More visitors.')
    await page.getByRole('button', { name: 'Show the plan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('span').getByText('Deployment/orders').waitFor()
    expect(
      (await cluster.plane.client.objects.get({ kind: 'WorkloadInstance', name: 'orders' }))?.generation,
    ).toBe(1)
    await dialog.getByRole('button', { name: 'Scale' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('More visitors.').waitFor()
    await page.getByText('Generation 2').waitFor()
    await page.getByRole('button', { name: 'Roll back to this' }).click()
    await dialog.getByRole('button', { name: 'Roll back' }).click()
    await page.getByText('Generation 3').waitFor()
    await page.close()
  })

  it('promotes a revision by a plan, and shows live what runs where', async () => {
    const page = await console.open(shop)
    const production = page.getByRole('article', { name: 'production' })
    await page.getByRole('article', { name: 'staging' }).getByText('Healthy', { exact: true }).waitFor()
    await production.getByRole('button', { name: 'Promote' }).click()
    await page.getByLabel('Reason').fill('It works in staging.')
    await page.getByRole('button', { name: 'Show the plan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Promotion shop-production-r\d$/).waitFor()
    await dialog.getByRole('button', { name: 'Promote' }).click()
    await production.getByText('Healthy', { exact: true }).waitFor()
    await production.getByText('1f2e3d4').waitFor()
    await production.getByRole('button', { name: 'Hold' }).click()
    await page.getByLabel('Reason').fill('A customer looks at it.')
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await dialog.getByRole('button', { name: 'Hold' }).click()
    await production.getByRole('button', { name: 'Release' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByText('Undo the hold of shop').waitFor()
    await dialog.getByText(/^Hold shop-production$/).waitFor()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await production.getByRole('button', { name: 'Hold' }).waitFor()
    expect(await production.getByRole('button', { name: 'Release' }).count()).toBe(0)
    await page.close()
  })

  it('is usable by all, in both themes and on a phone, and keeps to the content security policy', async () => {
    const found: string[] = []
    const look = async (page: Page, name: string): Promise<void> => {
      for (const obstacle of await obstaclesOn(page)) found.push(`${name}: ${obstacle}`)
    }
    const tabs = [
      ['Overview', 'Conditions'],
      ['Graph', 'shop-staging'],
      ['Resources', 'Only what is not ready'],
      ['Events', 'Only warnings'],
      ['History', 'Generation 1'],
      ['YAML', 'apiVersion'],
    ] as const
    for (const { theme, width, looked } of [
      { theme: 'light', width: 1440, looked: tabs },
      { theme: 'dark', width: 390, looked: tabs.slice(0, 2) },
    ] as const) {
      const page = await console.open(shop, { theme, width })
      await page.getByRole('table', { name: 'Rollouts' }).waitFor()
      await look(page, `Environments, ${theme}`)
      for (const [tab, shown] of looked) {
        await page.getByRole('tab', { name: tab }).click()
        await page.getByText(shown).first().waitFor()
        await look(page, `${tab}, ${theme}`)
      }
      await page.close()
    }
    expect(found).toEqual([])
    expect(console.errors).toEqual([])
  })

  it('shows what has happened to an object that is gone, and who has deleted it', async () => {
    const { client, ready } = cluster.plane
    const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: brief }\n'
    const definition = { kind: 'WorkloadDefinition', name: 'brief' } as const
    const instance = { kind: 'WorkloadInstance', name: 'brief' } as const
    await client.apply([
      { ...definition, spec: { yamlDocument } },
      { ...instance, spec: { definition: 'brief', runtime: 'space' } },
    ])
    await ready('WorkloadInstance', 'brief')
    const page = await console.open('/console/o/workload-instance/default/brief')
    await page.getByRole('heading', { name: 'brief' }).waitFor()
    await client.objects.delete([definition, instance], { reason: 'no longer needed' })
    await page.getByRole('heading', { name: 'brief was deleted' }).waitFor()
    const events = page.getByRole('table', { name: 'Events' })
    await events.getByText(/^Deleted ConfigMap .*brief\.$/).waitFor()
    await events
      .getByText(/^By .*: no longer needed$/)
      .first()
      .waitFor()
    // Without the page before, its events are all that is known.
    await page.reload()
    await page.getByRole('heading', { name: 'brief was deleted' }).waitFor()
    await events.getByText(/^Created ConfigMap .*brief\.$/).waitFor()
    expect(await events.getByText(/^By /).count()).toBe(0)
    await page.close()
  })

  it('shows the chosen tab on a phone', async () => {
    const page = await console.open(`${orders}?tab=yaml`, { width: 390 })
    const tab = page.getByRole('tab', { name: 'YAML' })
    await tab.waitFor()
    await expect.poll(async () => (await tab.boundingBox())?.x).toBeLessThan(390 - 40)
    await page.close()
  })

  it('draws its graph in the width of a phone, from the object on', async () => {
    const page = await console.open(`${orders}?tab=graph`, { width: 390 })
    const nodes = page.locator('.graph-node')
    await nodes.filter({ hasText: 'resources' }).waitFor()
    const frame = await page.locator('.graph-frame').boundingBox()
    const right = (frame?.x ?? 0) + (frame?.width ?? 0)
    await expect
      .poll(async () => {
        const boxes = await Promise.all((await nodes.all()).map((each) => each.boundingBox()))
        return boxes.filter((box) => box !== null && box.x + box.width <= right && box.width > 100).length
      })
      .toBe(await nodes.count())
    await page.close()
  })

  it('leaves revisions that run nowhere out of the graph of their application', async () => {
    const { client, until } = cluster.plane
    for (const greeting of ['good morning', 'good evening']) {
      const stage = await client.objects.get({ kind: 'Stage', name: 'shop-staging' })
      const revision = Number(stage?.status.outputs['revision']) + 1
      await client.apply([shopDefinition('shop', greeting)])
      await until(
        'Stage',
        'shop-staging',
        ({ status }) => status.outputs['revision'] === revision && status.phase === 'Ready',
      )
    }
    const page = await console.open(`${shop}?tab=graph`)
    const nodes = page.locator('.graph-node', { hasText: 'Application revision' })
    await nodes.first().waitFor()
    // At most one for each of its two environments, of three.
    expect(await nodes.count()).toBeLessThanOrEqual(2)
    await page.close()
  })

  const actions = async (page: Page): Promise<string[]> => {
    const head = page.locator('.object-head')
    await head.getByRole('button', { name: 'Actions' }).click()
    const items = await page.getByRole('menuitem').allTextContents()
    await page.keyboard.press('Escape')
    return [...(await head.getByRole('button').allTextContents()), ...items].filter(Boolean)
  }

  it('offers no change of an object that belongs to another, and names that to change', async () => {
    const page = await console.open('/console/o/workload-instance/default/shop-staging')
    await page.getByText('It belongs to').waitFor()
    const instead = page.locator('p').getByRole('link', { name: 'Application shop' })
    expect(await instead.getAttribute('href')).toBe(shop)
    expect(await actions(page)).toEqual(['Reconcile now', 'Copy name'])
    await page.goto(`${console.url}/console/new/workload-instance?edit=default%2Fshop-staging`)
    await page.getByRole('heading', { name: 'shop-staging cannot be changed here' }).waitFor()
    expect(await instead.count()).toBe(1)
    await page.goto(`${console.url}/console/k/workload-instances`)
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'shop-staging' }) })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('link', { name: 'Application shop' }).waitFor()
    await page.goto(`${console.url}/console/o/tier/default/production`)
    await page.getByText('It ships with QleetOS and cannot be changed.').waitFor()
    expect(await actions(page)).toEqual(['Copy name'])
    await page.goto(`${console.url}${orders}`)
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    expect(await actions(page)).toEqual([
      'Restart',
      'Scale',
      'Edit',
      'Reconcile now',
      'Copy name',
      'Delete …',
    ])
    await page.close()
  })

  it('offers no change of an object that is being deleted', async () => {
    const { client, ready } = cluster.plane
    const annotations = '{ simulator.qleet.io/behaviour: no-delete }'
    const yamlDocument = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: stays, annotations: ${annotations} }\n`
    const instance = { kind: 'WorkloadInstance', name: 'stays' } as const
    await client.apply([
      { kind: 'WorkloadDefinition', name: 'stays', spec: { yamlDocument } },
      { ...instance, spec: { definition: 'stays', runtime: 'space' } },
    ])
    await ready('WorkloadInstance', 'stays')
    const page = await console.open('/console/o/workload-instance/default/stays')
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await client.objects.delete([instance])
    await page.getByText('It is being deleted, since').waitFor()
    await page.getByRole('button', { name: 'Edit' }).waitFor({ state: 'detached' })
    expect(await actions(page)).toEqual(['Reconcile now', 'Copy name'])
    await page.close()
  })

  it('shows in the plan of a deletion what stays, in readable lines', async () => {
    const { client, ready } = cluster.plane
    const withGateway = (name: string) => [
      {
        kind: 'WorkloadDefinition',
        name,
        spec: {
          yamlDocument: webApplication(),
          dependencies: [
            {
              name: 'site',
              kind: 'Gateway',
              spec: { service: 'web', http: [{ port: 80 }], domain: `${name}.example.com` },
            },
          ],
        },
      },
      { kind: 'WorkloadInstance', name, spec: { definition: name, runtime: 'space' } },
    ]
    await client.apply([...withGateway('first'), ...withGateway('second')])
    await ready('GatewayInstance', 'first-site')
    await ready('GatewayInstance', 'second-site')
    const page = await console.open('/console/o/workload-instance/default/first')
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete …' }).click()
    const kept = page.getByRole('alertdialog').locator('li').filter({ hasText: 'stays: used by' })
    await kept.first().waitFor()
    const heights = await kept.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    // Two lines of text with their padding.
    expect(Math.max(...heights)).toBeLessThan(80)
    await page.close()
  })

  it('explains that there is no such object', async () => {
    const page = await console.open('/console/o/workload-instance/default/nothing')
    await page.getByText('There is no such object').waitFor()
    expect(await page.getByRole('link', { name: 'Workload instances' }).isVisible()).toBe(true)
    await page.close()
  })
})
