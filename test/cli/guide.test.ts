import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessTo } from '../support/access-to.ts'
import { createKubeClient, type KubeClient } from '../../workers/kube/client/client.ts'
import { eventually } from '../support/eventually.ts'
import { buildQleetctl, hasKubectl, qleetctl, repository, runProgram } from '../support/run-program.ts'

/** The legacy guide, as in our documents, on a separate control plane. */

let home: string
let setUp: string
let blocks: string[]
let cluster: KubeClient

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'qleet-guide-')))
  await buildQleetctl(home)
  const guide = await readFile(join(repository, 'docs/guide/getting-started.md'), 'utf8')
  ;[setUp = '', ...blocks] = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)
})
afterAll(async () => {
  await cluster?.close()
  await runProgram([qleetctl, 'down', '--purge', '--name', 'test'], { home })
  await rm(join(repository, 'samples/go-web3-sample-app/test.kubeconfig'), { force: true })
  await rm(home, { recursive: true, force: true })
})

/** Runs the next commands of the guide, which start as given. */
async function next(beginning: string): Promise<string> {
  const block = blocks.shift() ?? ''
  expect(block.startsWith(beginning), `the guide continues with ${block}`).toBe(true)
  const commands = block.split('\n').filter((line) => hasKubectl || !line.startsWith('kubectl'))
  const { exit, stdout, stderr } = await runProgram(['bash', '-ec', `${setUp}${commands.join('\n')}`], {
    home,
  })
  if (exit !== 0) throw new Error(`${beginning} ended with ${exit}:\n${stderr}`)
  return stdout
}

interface Pods {
  items: { metadata: { uid: string }; status: { containerStatuses: { restartCount: number }[] } }[]
}

async function podsOfTheApplication(): Promise<[uid: string, restarts: number[]][]> {
  const { items } = (await cluster.request({
    method: 'GET',
    path: '/api/v1/namespaces/go-web3-sample-app/pods',
  })) as Pods
  return items
    .map(({ metadata: { uid }, status }): [string, number[]] => [
      uid,
      status.containerStatuses.map(({ restartCount }) => restartCount),
    ])
    .sort(([a], [b]) => a.localeCompare(b))
}

async function proxyConfiguration(): Promise<string> {
  return JSON.stringify(
    await cluster.request({ method: 'GET', path: '/api/v1/namespaces/forward-proxy-system/configmaps' }),
  )
}

describe('the legacy guide', () => {
  it('runs as it is printed', async () => {
    expect(await next('qleetctl create qleetos --name test\n')).toContain('Control plane "test" is ready.')
    expect(await next('qleetctl create workload --config go-web3-workload.yaml\n')).toBe(
      [
        'workload-definition/go-web3-sample-app-definition created',
        'workload-instance/go-web3-sample-app-instance created',
        'workload-service-dependency/go-web3-sample-app-service created',
        'workload-instance/go-web3-sample-app-instance is ready',
        'workload-service-dependency/go-web3-sample-app-service is ready',
        '',
      ].join('\n'),
    )
    const { stdout } = await runProgram([qleetctl, 'kubeconfig', 'default-qleet-compute-space'], { home })
    cluster = createKubeClient({ access: accessTo(stdout) })
    const before = await podsOfTheApplication()
    expect(before).toHaveLength(2)
    expect(await proxyConfiguration()).toContain('rpc.ankr.com')

    const listed = await next('qleetctl kubeconfig --write test.kubeconfig\n')
    expect(listed.match(/^go-web3-sample-app .* Running/gm) ?? []).toHaveLength(hasKubectl ? 2 : 0)

    const updated = await next(
      'qleetctl update workload-service-dependency --config go-web3-service-dependency-pokt.yaml\n',
    )
    expect(updated).toContain('workload-service-dependency/go-web3-sample-app-service updated\n')
    const changed = await eventually(async () => {
      const configuration = await proxyConfiguration()
      return configuration.includes('eth-rpc.gateway.pokt.network') ? configuration : undefined
    })
    expect(changed).toBeDefined()
    expect(changed).not.toContain('rpc.ankr.com')
    await next('kubectl')
    expect(await podsOfTheApplication()).toEqual(before)

    expect(await next('qleetctl delete qleetos -n test\n')).toBe(
      'Control plane "test" and its data deleted.\n',
    )
    expect(blocks).toEqual([])
    const config = await readFile(join(home, '.config/qleet/config.yaml'), 'utf8')
    expect(config).toBe('QleetOSInstances: []\n')
    expect(await runProgram([qleetctl, 'status', '--name', 'test'], { home })).toMatchObject({ exit: 6 })
  }, 180_000)
})
