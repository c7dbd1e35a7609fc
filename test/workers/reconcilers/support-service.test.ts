import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ListOwnedDocument, ListOwnersDocument } from '../../../client-sdk/generated/documents.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { clusterOf } from '../../support/kubernetes.ts'
import { cliOf } from '../../support/run-cli.ts'
import { defaultRuntime, definition } from '../../support/store.ts'

let plane: TestControlPlane
beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply([
    ...defaultRuntime,
    definition('app'),
    { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app' } },
    dependency('rates'),
    dependency('mail'),
  ])
  await plane.ready('WorkloadServiceDependency', 'rates')
  await plane.ready('WorkloadServiceDependency', 'mail')
})
afterAll(() => plane?.stop())

const proxy = 'forward-proxy-space'
const cli = cliOf(() => plane)

function dependency(name: string) {
  const spec = { workloadInstance: 'app', upstreamHost: `${name}.example.com` }
  return { kind: 'WorkloadServiceDependency', name, spec }
}

describe('SupportServiceInstance', () => {
  it('is shared by the objects that need it, and owns a workload', async () => {
    const { id } = await plane.ready('SupportServiceInstance', proxy)
    const { result: below } = await plane.client.execute(ListOwnedDocument, { id })
    expect(below?.owned?.nodes.map((node) => `${node.kind}/${node.name}`)).toEqual([
      `WorkloadDefinition/${proxy}`,
      `WorkloadInstance/${proxy}`,
    ])
    const { result: above } = await plane.client.execute(ListOwnersDocument, { id })
    expect(above?.owners?.nodes.map((node) => node.name).sort()).toEqual(['mail', 'rates'])
  })

  it('appears with all its descendants below each object that needs it', async () => {
    const { exit, stdout } = await cli(['tree', 'dependency/rates'])
    expect(exit).toBe(0)
    const lines = stdout.split('\n').map((line) => /^[│├└─ ]*\S+/.exec(line)?.[0])
    expect(lines.slice(1, 5)).toEqual([
      'WorkloadServiceDependency/rates',
      `├─ SupportServiceInstance/${proxy}`,
      `│  ├─ WorkloadDefinition/${proxy}`,
      `│  └─ WorkloadInstance/${proxy}`,
    ])
    expect(stdout).toContain('Deployment/forward-proxy')
    expect(stdout).toMatch(/└─ Service\/rates/)
  })

  it.each([[['delete', `workload/${proxy}`]], [['delete', `support-service/${proxy}`]]])(
    'refuses changes by users, and names what to change instead: %j',
    async (argv) => {
      const { exit, stderr } = await cli(argv)
      expect({ exit, stderr }).toEqual({
        exit: 5,
        stderr: expect.stringMatching(/is owned by \w+ ".+"( and 1 more)?\. Change spec\.\w+ of \w+ ".+"\./),
      })
    },
  )

  it('reports its deepest known cause to each of its owners', async () => {
    const cluster = await clusterOf(plane, 'space')
    await cluster.merge('/apis/apps/v1/namespaces/forward-proxy-system/deployments/forward-proxy', {
      spec: { template: { spec: { nodeSelector: { nowhere: 'at-all' } } } },
    })
    await cluster.close()
    for (const name of ['rates', 'mail']) {
      const { status } = await plane.until(
        'WorkloadServiceDependency',
        name,
        ({ ready, status: { cause } }) => !ready && cause?.kind === 'WorkloadInstance',
      )
      expect(status).toMatchObject({ phase: 'Waiting', cause: { name: proxy } })
    }
  })

  it('is deleted with the last of them, with all its resources', async () => {
    const gone = ['rates', 'mail'].map((name) => ({ kind: 'WorkloadServiceDependency', name }))
    await plane.client.objects.delete(gone)
    for (const { kind, name } of gone) await plane.gone(kind, name)
    for (const kind of ['SupportServiceInstance', 'WorkloadInstance', 'WorkloadDefinition'])
      expect(await plane.client.objects.get({ kind, name: proxy })).toBeUndefined()
  })
})
