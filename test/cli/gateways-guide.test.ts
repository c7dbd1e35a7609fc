import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliOf } from '../support/run-cli.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { repository } from '../support/run-program.ts'
import { userObjects } from '../support/user-objects.ts'

/** The guide docs/guide/gateways.md, as it is written. */

let started: PlaneWithRuntime
let folder: string
let commands: string[][]
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-gateways-')))
  const guide = await readFile(join(repository, 'docs/guide/gateways.md'), 'utf8')
  const [, file = ''] = /^```yaml\n(.*?)^```$/ms.exec(guide) ?? []
  const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(guide) ?? []
  await writeFile(join(folder, 'shop.yaml'), file)
  commands = script
    .trim()
    .split('\n')
    .map((line) =>
      line.replace(/ +#.*/, '').replace('shop.yaml', join(folder, 'shop.yaml')).split(' ').slice(1),
    )
})
afterAll(async () => {
  await started?.stop()
  await rm(folder, { recursive: true, force: true })
})

const cli = cliOf(() => started.plane)

describe('the guide to gateways', () => {
  it('runs from nothing to nothing', async () => {
    const outputs = new Map<string, string>()
    let running: string[] = []
    for (const command of commands) {
      const { exit, stdout, stderr } = await cli(command)
      expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
      outputs.set(command[0] ?? '', stdout)
      if (command[0] === 'why') running = await userObjects(started.plane.client)
    }
    expect([...outputs.keys()]).toEqual(['plan', 'apply', 'get', 'tree', 'why', 'delete'])
    expect(running.filter((each) => !each.startsWith('Workload'))).toEqual([
      'DomainNameDefinition/example',
      'GatewayDefinition/shop-site',
      'GatewayInstance/shop-site',
      'GatewayPort/space-443',
      'GatewayPort/space-80',
      'HostName/shop.example.com',
      'SupportServiceInstance/certificates-space',
      'SupportServiceInstance/dns-space',
      'SupportServiceInstance/gateway-space',
    ])
    expect(outputs.get('plan')).toContain('gateway-instance/shop-site')
    expect(outputs.get('get')).toContain('https://shop.example.com')
    const tree = outputs.get('tree') ?? ''
    for (const kind of ['Gateway', 'HTTPRoute', 'Certificate', 'DNSEndpoint'])
      expect(tree).toContain(`${kind}/shop-site`)
    expect(outputs.get('why')).toBe('workload-instance/shop is ready.\n')
    for (const service of ['gateway', 'certificates', 'dns'])
      await started.plane.gone('SupportServiceInstance', `${service}-space`)
    expect(await userObjects(started.plane.client)).toEqual([])
  })
})
