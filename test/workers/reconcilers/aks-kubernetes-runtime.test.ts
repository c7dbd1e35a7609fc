import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readGuide } from '../../support/guide.ts'
import { azureAccount, startPlaneWithClouds, type PlaneWithClouds } from '../../support/plane-with-clouds.ts'
import { cliOf } from '../../support/run-cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { userObjects } from '../../support/user-objects.ts'

const runtime = { kind: 'KubernetesRuntimeInstance', name: 'frankfurt' }
const aksKind = 'AksKubernetesRuntimeInstance'
const account = { kind: 'AzureAccount', name: 'main' }

function definition(spec: Record<string, unknown> = {}) {
  return {
    kind: 'KubernetesRuntimeDefinition',
    name: 'cloud',
    spec: { provider: 'aks', kubernetesVersion: '1.34', nodeSize: 'Large', nodeMaximum: 10, ...spec },
  }
}

describe('a runtime of provider aks', () => {
  let world: PlaneWithClouds
  beforeAll(async () => {
    world = await startPlaneWithClouds()
    const spec = { ...azureAccount, defaultAccount: true, defaultRegion: 'germanywestcentral' }
    await world.plane.client.apply([{ ...account, spec }])
    await world.plane.ready('AzureAccount', 'main')
  })
  afterAll(() => world?.stop())
  const cli = cliOf(() => world.plane)
  const soon = (condition: () => Promise<boolean>) => world.soon(aksKind, condition)
  const isReady = async ({ kind, name }: { kind: string; name: string }): Promise<boolean> =>
    (await world.plane.client.objects.get({ kind, name }))?.ready === true
  const causeOf = async (kind: string, name: string, reason: string): Promise<string> => {
    const { status } = await world.plane.until(kind, name, (each) => each.status.cause?.reason === reason)
    return status.cause?.message ?? ''
  }
  const aks = async () => {
    for await (const each of world.plane.client.objects.list(aksKind)) return each
    throw new Error('there is no cluster')
  }
  const cluster = () => world.azure.model.aks.cluster()
  const poolNames = (): string[] => [...(cluster()?.pools.keys() ?? [])]
  const firstPool = () => [...(cluster()?.pools.values() ?? [])][0] ?? {}

  it('has a resource group, a cluster and nodes', async () => {
    const { plane, azure, tokens } = world
    await plane.client.apply([
      definition(),
      { ...runtime, spec: { definition: 'cloud', location: 'Europe:Frankfurt', defaultRuntime: true } },
    ])
    await soon(() => isReady(runtime))
    const name = cluster()?.name ?? ''
    expect(name).toMatch(/^aks-kubernetesruntime-frankfurt-[0-9a-f]{10}$/)
    expect(azure.model.resources()).toEqual([
      `resource-group ${name}`,
      `cluster ${name}`,
      `node-pool ${name}/${poolNames()[0]}`,
    ])
    expect((await aks()).status.outputs).toMatchObject({
      clusterName: name,
      resourceGroup: name,
      region: 'germanywestcentral',
      kubernetesVersion: '1.34.2',
    })
    expect(cluster()?.properties).toMatchObject({ disableLocalAccounts: true })
    expect(firstPool()).toMatchObject({
      minCount: 1,
      maxCount: 10,
      vmSize: 'Standard_D2s_v5',
      mode: 'System',
    })
    for (const token of tokens) expect(token).toMatch(/^clusters-/)
    expect(tokens.size).toBeGreaterThan(0)
    const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n'
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'web', spec: { yamlDocument } },
      { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web', runtime: 'frankfurt' } },
    ])
    expect((await plane.ready('WorkloadInstance', 'web')).ready).toBe(true)
  })

  it('is upgraded by one minor version at a time, nodes before the next one, while it stays usable', async () => {
    const { upgrades } = world.azure.model.aks
    await world.plane.client.apply([definition({ kubernetesVersion: '1.36' })])
    const name = cluster()?.name
    const [pool] = poolNames()
    const steps = ['1.35', '1.36'].flatMap((version) => [`${name} ${version}`, `${pool} ${version}`])
    const unready: number[] = []
    await soon(async () => {
      if (!(await isReady(runtime))) unready.push(upgrades.length)
      return upgrades.length >= steps.length
    })
    expect(upgrades).toEqual(steps)
    expect(unready).toEqual([])
  })

  it('gets nodes of another size before the old ones are drained', async () => {
    const [before = ''] = poolNames()
    const seen: string[][] = []
    await world.plane.client.apply([
      definition({ kubernetesVersion: '1.36', nodeProfile: 'MemoryOptimized' }),
    ])
    await soon(async () => {
      seen.push(poolNames())
      return poolNames().length === 1 && !poolNames().includes(before)
    })
    expect(seen.every((names) => names.length > 0)).toBe(true)
    expect(firstPool()).toMatchObject({ vmSize: 'Standard_E4s_v5' })
  })

  it('gets back what was changed outside, and says so', async () => {
    const { kind, name } = await aks()
    await soon(async () => (await aks()).ready)
    Object.assign(firstPool(), { enableAutoScaling: false })
    await soon(async () => (firstPool() as { enableAutoScaling?: boolean }).enableAutoScaling === true)
    await soon(async () => (await aks()).ready)
    const { properties } = cluster() ?? { properties: {} as Record<string, unknown> }
    const access = { authorizedIPRanges: ['198.51.100.0/24'] }
    properties['apiServerAccessProfile'] = access
    await soon(async () => {
      const { authorizedIPRanges } = properties['apiServerAccessProfile'] as typeof access
      return authorizedIPRanges.length === 0
    })
    const drift = 'Changes from outside of QleetOS to'
    // The report of the reconcile that reverted them follows.
    const described = async (): Promise<string> => (await cli(['describe', `${kind}/${name}`])).stdout
    for (const part of ['the limits of its group default', 'the access to the Kubernetes API of its cluster'])
      await expect.poll(described).toContain(`${drift} ${part} were reverted.`)
  })

  it('does not take down silently what is in it when it is stopped, or goes away', async () => {
    const { plane, azure } = world
    const found = cluster()
    await soon(async () => (await aks()).ready)
    Object.assign(found?.properties ?? {}, { powerState: { code: 'Stopped' } })
    const { name: object } = await aks()
    await plane.client.objects.reconcile({ kind: aksKind, name: object })
    expect(await causeOf(aksKind, object, 'ClusterStopped')).toContain('az aks start --resource-group aks-')
    azure.model.dropGroup(found?.name ?? '')
    await soon(
      async () => cluster()?.properties.provisioningState === 'Succeeded' && (await isReady(runtime)),
    )
    expect(cluster()?.name).toBe(found?.name)
    expect(await isReady({ kind: 'WorkloadInstance', name: 'web' })).toBe(true)
    const { stdout, stderr } = await cli(['describe', `${aksKind}/${object}`])
    expect(stdout, stderr).toContain(`Its cluster ${found?.name} is gone, and is created again.`)
  })

  it('leaves nothing in the subscription but what belongs to no object, which it lists', async () => {
    const { plane, azure } = world
    azure.model.addGroup('lost', { ...cluster()?.tags, 'qleet.io:object-id': 'lost' })
    await world.soon('AzureAccount', async () => {
      const { outputs } = (await plane.client.objects.get(account))?.status ?? {}
      return ((outputs as { orphans?: object[] }).orphans ?? []).length === 1
    })
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'web' }])
    await plane.gone('WorkloadInstance', 'web')
    await plane.client.objects.delete([runtime])
    await soon(async () => (await plane.client.objects.get(runtime)) === undefined)
    expect(azure.model.resources()).toEqual(['resource-group lost'])
  })

  it('is created and deleted by the commands of the guide', async () => {
    const { files, commands } = await readGuide('azure.md')
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'account.yaml'), files[0] ?? '')
    await writeFile(join(cwd, 'runtime.yaml'), files[1] ?? '')
    await world.plane.client.objects.delete([
      { kind: 'WorkloadDefinition', name: 'web' },
      { kind: 'KubernetesRuntimeDefinition', name: 'cloud' },
      account,
    ])
    await world.plane.gone('AzureAccount', 'main')
    const outputs: string[] = []
    let isRunning = true
    const commandsRun = (async () => {
      for (const command of commands) {
        const { exit, stdout, stderr } = await cli(command, { cwd })
        expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
        outputs.push(stdout)
      }
    })().finally(() => {
      isRunning = false
    })
    await Promise.all([commandsRun, soon(async () => !isRunning)])
    expect(outputs[4]).toMatch(/germanywestcentral +1\.34\.2 +aks-kubernetesruntime-frankfurt-[0-9a-f]{10} /)
    expect(await userObjects(world.plane.client)).toEqual([])
    for (const stdin of files.slice(2)) {
      const applied = await cli(['apply', '-f', '-'], { stdin: `${files[0]}---\n${stdin}` })
      expect(applied.exit, applied.stderr).toBe(0)
    }
  })
})
