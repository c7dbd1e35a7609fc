import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { neededPermissions } from '../../../workers/gcp/project.ts'
import { readGuide } from '../../support/guide.ts'
import { projectId, startPlaneWithClouds, type PlaneWithClouds } from '../../support/plane-with-clouds.ts'
import { cliOf } from '../../support/run-cli.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { userObjects } from '../../support/user-objects.ts'

const runtime = { kind: 'KubernetesRuntimeInstance', name: 'frankfurt' }
const gkeKind = 'GkeKubernetesRuntimeInstance'
const account = { kind: 'GcpAccount', name: 'main' }

function definition(spec: Record<string, unknown> = {}) {
  return {
    kind: 'KubernetesRuntimeDefinition',
    name: 'cloud',
    spec: { provider: 'gke', kubernetesVersion: '1.34', nodeMaximum: 10, ...spec },
  }
}

describe('a runtime of provider gke', () => {
  let world: PlaneWithClouds
  beforeAll(async () => {
    world = await startPlaneWithClouds()
    world.google.model.denied = ['compute.routers.create']
    await world.plane.client.apply([withKey()])
    await world.plane.ready('GcpAccount', 'main')
  })
  afterAll(() => world?.stop())
  const cli = cliOf(() => world.plane)
  const withKey = () => ({
    ...account,
    spec: {
      projectId,
      defaultAccount: true,
      defaultRegion: 'europe-west3',
      serviceAccountKey: world.google.tokens.key,
    },
  })
  const soon = (condition: () => Promise<boolean>) => world.soon(gkeKind, condition)
  const isReady = async ({ kind, name }: { kind: string; name: string }): Promise<boolean> =>
    (await world.plane.client.objects.get({ kind, name }))?.ready === true
  const causeOf = async (kind: string, name: string, reason: string): Promise<string> => {
    const { status } = await world.plane.until(kind, name, (each) => each.status.cause?.reason === reason)
    return status.cause?.message ?? ''
  }
  const gke = async () => {
    for await (const each of world.plane.client.objects.list(gkeKind)) return each
    throw new Error('there is no cluster')
  }
  const cluster = () => world.google.model.container.cluster()
  const poolNames = (): string[] => (cluster()?.nodePools ?? []).map(({ name }) => name)

  it('waits for a permission, and has a network, a cluster and nodes once it is there', async () => {
    const { plane, google, tokens } = world
    await plane.client.apply([
      definition(),
      { ...runtime, spec: { definition: 'cloud', location: 'Europe:Frankfurt', defaultRuntime: true } },
    ])
    const denied = await causeOf(gkeKind, 'kubernetesruntime-frankfurt', 'AccessDenied')
    expect(denied).toMatch(/do not allow compute\.routers\.create: /)
    google.model.denied = []
    await soon(() => isReady(runtime))
    const name = cluster()?.name ?? ''
    expect(name).toMatch(/^gke-kubernetesruntime-frankfu-[0-9a-f]{10}$/)
    expect(google.model.resources().sort()).toEqual(
      [
        `cluster ${name}`,
        `network ${name}`,
        `node-pool ${name}/${poolNames()[0]}`,
        `router ${name}`,
        `subnetwork ${name}`,
      ].sort(),
    )
    // The first zone is down.
    expect((await gke()).status.outputs).toMatchObject({
      clusterName: name,
      projectId,
      location: 'europe-west3-b',
      kubernetesVersion: '1.34.1-gke.100',
      network: name,
    })
    expect(cluster()).toMatchObject({
      networkConfig: { defaultEnablePrivateNodes: true },
      nodePools: [
        {
          autoscaling: { totalMinNodeCount: 1, totalMaxNodeCount: 10 },
          config: { machineType: 'e2-medium' },
        },
      ],
    })
    for (const token of tokens) expect(token).toMatch(/^ya29\.account-/)
    expect(tokens.size).toBeGreaterThan(0)
  })

  it('runs applications', async () => {
    const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n'
    await world.plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'web', spec: { yamlDocument } },
      { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web', runtime: 'frankfurt' } },
    ])
    expect((await world.plane.ready('WorkloadInstance', 'web')).ready).toBe(true)
  })

  it('is upgraded by one minor version at a time, nodes before the next one, while it stays usable', async () => {
    const { upgrades } = world.google.model.container
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
    const older = world.plane.client.apply([definition({ kubernetesVersion: '1.33' })])
    await expect(older).rejects.toThrow(/must not be older than 1\.36/)
  })

  it('gets nodes of another type before the old ones are drained', async () => {
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
    expect(cluster()?.nodePools).toMatchObject([{ config: { machineType: 'n2-highmem-2' } }])
  })

  it('gets back what was changed outside, and says so', async () => {
    const { plane, google } = world
    await soon(async () => (await gke()).ready)
    const found = cluster()
    const [pool] = found?.nodePools ?? []
    if (pool === undefined) throw new Error('there is no group of nodes')
    pool['autoscaling'] = { enabled: false }
    google.model.compute.change('routers', found?.name ?? '', { nats: [] })
    await soon(async () => {
      const { nodePools: [restored] = [] } = cluster() ?? {}
      return (restored?.['autoscaling'] as { enabled: boolean }).enabled
    })
    const { kind, name } = await gke()
    const drift = 'Changes from outside of QleetOS to'
    // The report of the reconcile that reverted them follows.
    const described = async (): Promise<string> => (await cli(['describe', `${kind}/${name}`])).stdout
    for (const part of ['the limits of its group default', 'the NAT of its router'])
      await expect.poll(described).toContain(`${drift} ${part} were reverted.`)
    await soon(async () => (await plane.client.objects.get({ kind, name }))?.ready === true)
  })

  it('does not take down silently what is in it when it goes away', async () => {
    const { plane, google } = world
    const { name = '' } = cluster() ?? {}
    google.model.container.drop(name)
    await soon(async () => cluster()?.status === 'RUNNING' && (await isReady(runtime)))
    expect(cluster()?.name).toBe(name)
    expect(await isReady({ kind: 'WorkloadInstance', name: 'web' })).toBe(true)
    const { stdout } = await cli(['describe', `${gkeKind}/${(await gke()).name}`])
    expect(stdout).toContain(`Its cluster ${name} is gone, and is created again.`)
    await expect(plane.client.objects.delete([runtime])).rejects.toThrow(/WorkloadInstance/)
  })

  it('lists what belongs to no object, and deletes none of it', async () => {
    const { plane, google } = world
    const description = `Managed by QleetOS. ${JSON.stringify({
      ...cluster()?.resourceLabels,
      'qleet-object-id': 'lost',
    })}`
    google.model.compute.add('networks', 'global', { name: 'lost', description })
    await world.soon('GcpAccount', async () => {
      const { orphans = [] } = (await plane.client.objects.get(account))?.status.outputs as {
        orphans?: object[]
      }
      return orphans.length === 1
    })
    expect((await plane.client.objects.get(account))?.status.outputs).toMatchObject({
      orphans: [{ resource: 'network lost', region: 'global' }],
    })
    expect(google.model.compute.has('networks', 'lost')).toBe(true)
  })

  it('leaves nothing in the project', async () => {
    const { plane, google } = world
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'web' }])
    await plane.gone('WorkloadInstance', 'web')
    // A load balancer of the cluster has left it.
    const network = `projects/p/global/networks/${cluster()?.name}`
    google.model.compute.add('firewalls', 'global', { name: 'k8s-fw-1', network })
    await plane.client.objects.delete([runtime])
    await soon(async () => (await plane.client.objects.get(runtime)) === undefined)
    expect(google.model.resources()).toEqual(['network lost'])
  })

  it('is created and deleted by the commands of the guide', async () => {
    const { files, commands, text } = await readGuide('gcp.md')
    for (const permission of neededPermissions)
      expect(text).toContain(permission.split('.').slice(0, 2).join('.'))
    const cwd = await temporaryFolder()
    const withKeyOf = (file = '') => file.replace(/\{ "type".*\}/, () => world.google.tokens.key)
    await writeFile(join(cwd, 'account.yaml'), withKeyOf(files[0]))
    await writeFile(join(cwd, 'runtime.yaml'), files[1] ?? '')
    await world.plane.client.objects.delete([
      { kind: 'WorkloadDefinition', name: 'web' },
      { kind: 'KubernetesRuntimeDefinition', name: 'cloud' },
      account,
    ])
    await world.plane.gone('GcpAccount', 'main')
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
    const shown = outputs.find((each) => each.includes('europe-west3-b'))
    expect(shown).toMatch(/europe-west3-b +1\.34\.1-gke\.100 +gke-kubernetesruntime-frankfu-[0-9a-f]{10} /)
    expect(await userObjects(world.plane.client)).toEqual([])
    for (const stdin of files.slice(2)) {
      const applied = await cli(['apply', '-f', '-'], { stdin: `${withKeyOf(files[0])}---\n${stdin}` })
      expect(applied.exit, applied.stderr).toBe(0)
    }
  })
})
