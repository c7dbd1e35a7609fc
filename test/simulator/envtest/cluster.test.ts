import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ControllerChoice } from '../../../simulator/envtest/assets.ts'
import { createApiClient } from '../../../simulator/envtest/client.ts'
import { EnvtestCluster, type EnvtestState } from '../../../simulator/envtest/cluster.ts'
import { findProcess } from '../../../process/children/process-table.ts'
import { standInAssets } from '../../support/envtest.ts'
import { eventually } from '../../support/eventually.ts'
import { runAndKill } from '../../support/killed-parent.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/* How the programs of a cluster are run, with small programs in their place. */

interface Started {
  cluster: EnvtestCluster
  folder: string
}

async function start(
  assets: string | undefined,
  folder?: string,
  controllers: ControllerChoice = 'none',
): Promise<Started> {
  const own = folder ?? join(await temporaryFolder(), 'cluster')
  const options = { name: 'real', folder: own, assets, log: () => {}, firstBackoff: 10, checkInterval: 50 }
  const cluster = new EnvtestCluster(options, controllers)
  onTestFinished(() => cluster.stop())
  return { cluster, folder: own }
}

function stateOf<Is extends EnvtestState['is']>(
  cluster: EnvtestCluster,
  is: Is,
): Promise<Extract<EnvtestState, { is: Is }>> {
  return eventually(async () => {
    const { state } = cluster
    return state.is === is ? (state as Extract<EnvtestState, { is: Is }>) : undefined
  })
}

async function pidOf(folder: string, program: string): Promise<number> {
  return Number((await readFile(join(folder, `${program}.pid`), 'utf8')).split('\n')[0])
}

describe('a cluster of real programs', () => {
  it('is started again when a program ends or hangs, at the same address, and leaves no process when it is stopped', async () => {
    const { cluster, folder } = await start(await standInAssets())
    const { url, kubeconfig } = await stateOf(cluster, 'running')
    expect(parse(kubeconfig)).toMatchObject({ clusters: [{ cluster: { server: url } }] })
    const killed = await pidOf(folder, 'etcd')
    process.kill(killed, 'SIGKILL')
    expect(await stateOf(cluster, 'failed')).toMatchObject({
      message: expect.stringMatching(/^etcd exited with SIGKILL/),
    })
    expect(await stateOf(cluster, 'running')).toMatchObject({ url })
    expect(await pidOf(folder, 'etcd')).not.toBe(killed)

    const [ca = '', certificate = '', key = ''] = await Promise.all(
      ['ca.crt', 'admin.crt', 'admin.key'].map((file) => readFile(join(folder, 'pki', file), 'utf8')),
    )
    const client = createApiClient(url, { ca, certificate, key }, 100)
    await client.request({ method: 'GET', path: '/hang' }).catch(() => undefined)
    await client.close()
    expect(await stateOf(cluster, 'failed')).toMatchObject({
      message: expect.stringContaining('kube-apiserver does not respond'),
    })
    await stateOf(cluster, 'running')

    const pids = [await pidOf(folder, 'etcd'), await pidOf(folder, 'kube-apiserver')]
    await cluster.stop()
    for (const pid of pids) expect(await findProcess(pid)).toBeUndefined()
  })

  it('stops what an earlier run left behind when it was killed', async () => {
    const [assets, folder] = [await standInAssets(), join(await temporaryFolder(), 'cluster')]
    const module = new URL('../../../simulator/envtest/cluster.ts', import.meta.url).href
    const pids = await runAndKill(`
      import { readFileSync } from 'node:fs'
      const { EnvtestCluster } = await import(${JSON.stringify(module)})
      const options = ${JSON.stringify({ name: 'real', folder, assets })}
      const cluster = new EnvtestCluster({ ...options, log: () => {} }, 'none')
      while (cluster.state.is !== 'running') await new Promise((resolve) => setTimeout(resolve, 20))
      const pids = ['etcd', 'kube-apiserver'].map((name) => parseInt(readFileSync(options.folder + '/' + name + '.pid', 'utf8')))
      process.stdout.write(JSON.stringify(pids))`)
    const [etcd, apiServer] = JSON.parse(pids) as [number, number]
    expect(await findProcess(etcd)).toBeDefined()
    // The folder remembers its programs.
    const { cluster } = await start(undefined, folder)
    await stateOf(cluster, 'running')
    expect(await findProcess(etcd)).toBeUndefined()
    expect(await findProcess(apiServer)).toBeUndefined()
  })

  it('can be stopped while it starts', async () => {
    const assets = await standInAssets({ apiServer: 'setInterval(() => {}, 1000)' })
    const { cluster, folder } = await start(assets)
    const pid = await eventually(async () => {
      const path = join(folder, 'kube-apiserver.pid')
      return existsSync(path) ? pidOf(folder, 'kube-apiserver') : undefined
    })
    await cluster.stop()
    expect(await findProcess(pid)).toBeUndefined()
  })

  it('says why a program does not start, and deletes its data when it is removed', async () => {
    const assets = await standInAssets({ apiServer: `console.error('no such flag'); process.exit(1)` })
    const { cluster, folder } = await start(assets)
    const { message } = await stateOf(cluster, 'failed')
    expect(message).toMatch(/kube-apiserver exited during startup \(exit code 1\).* no such flag/)
    await cluster.remove()
    expect(existsSync(folder)).toBe(false)
  })

  it.each([
    ['no folder is configured', undefined, 'NoAssets', /QLEET_ENVTEST_ASSETS or KUBEBUILDER_ASSETS/],
    ['a program is missing', '/nowhere', 'ProgramMissing', /^\/nowhere\/etcd does not exist/],
  ])('waits for somebody to act when %s', async (_, assets, reason, message) => {
    const { cluster } = await start(assets)
    const blocked = await stateOf(cluster, 'blocked')
    expect(blocked).toMatchObject({ reason, message: expect.stringMatching(message) })
  })

  it('refuses a version that does not know its arguments', async () => {
    const { cluster } = await start(await standInAssets({ version: '1.20.4' }))
    expect(await stateOf(cluster, 'blocked')).toMatchObject({
      reason: 'VersionNotSupported',
      message: expect.stringMatching(/kube-apiserver is version 1.20, but 1.29 or newer is required/),
    })
  })

  it('names the setting when the controllers of Kubernetes are missing, and runs once that is changed', async () => {
    const { cluster } = await start(await standInAssets(), undefined, 'kubernetes')
    expect(await stateOf(cluster, 'blocked')).toMatchObject({
      message: expect.stringMatching(/kube-controller-manager does not exist.*set spec.controllers/),
    })
    cluster.use('none')
    await stateOf(cluster, 'running')
  })
})
