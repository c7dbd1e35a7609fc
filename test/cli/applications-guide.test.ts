import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliOf } from '../support/run-cli.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { repository } from '../support/run-program.ts'
import { userObjects } from '../support/user-objects.ts'

/** The guide docs/guide/applications.md, as it is written. */

let started: PlaneWithRuntime
let folder: string
let commands: string[][]
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-applications-')))
  const guide = await readFile(join(repository, 'docs/guide/applications.md'), 'utf8')
  const [, file = ''] = /^```yaml\n(.*?)^```$/ms.exec(guide) ?? []
  const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(guide) ?? []
  await writeFile(join(folder, 'wallet.yaml'), file)
  commands = script
    .trim()
    .split('\n')
    .map((line) =>
      line.replace(/ +#.*/, '').replace('wallet.yaml', join(folder, 'wallet.yaml')).split(' ').slice(1),
    )
})
afterAll(async () => {
  await started?.stop()
  await rm(folder, { recursive: true, force: true })
})

const cli = cliOf(() => started.plane)

const planOfDeletion =
  /^ACTION .*\ndelete  workload-service-dependency\/wallet-rates  1 *\n(.*\n)*delete  workload-instance\/wallet  \d *\ndelete  workload-instance\/wallet-node  3 *\n\nPlan /

describe('the guide to applications', () => {
  it('runs from nothing to nothing', async () => {
    const outputs = new Map<string, string>()
    let running: string[] = []
    for (const command of commands) {
      const { exit, stdout, stderr } = await cli(command)
      expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
      outputs.set(command.includes('--plan') ? 'delete --plan' : (command[0] ?? ''), stdout)
      if (command[0] === 'why') running = await userObjects(started.plane.client)
    }
    expect(running).toEqual([
      'SupportServiceInstance/forward-proxy-space',
      'WorkloadDefinition/forward-proxy-space',
      'WorkloadDefinition/rpc-node',
      'WorkloadDefinition/wallet',
      'WorkloadInstance/forward-proxy-space',
      'WorkloadInstance/wallet',
      'WorkloadInstance/wallet-node',
      'WorkloadServiceDependency/wallet-rates',
    ])
    expect([...outputs.keys()]).toEqual(['plan', 'apply', 'tree', 'why', 'delete --plan', 'delete'])
    expect(outputs.get('delete --plan')?.replaceAll(/ {2,}/g, '  ')).toMatch(planOfDeletion)
    expect(outputs.get('plan')).toContain('workload-instance/wallet-node')
    expect(outputs.get('tree')).toMatch(/WorkloadInstance\/wallet-node[^]*Pod\/geth/)
    expect(outputs.get('why')).toBe('workload-instance/wallet is ready.\n')
    await started.plane.gone('SupportServiceInstance', 'forward-proxy-space')
    expect(await userObjects(started.plane.client)).toEqual([])
  })
})
