import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { cliOf } from '../support/run-cli.ts'
import { repository } from '../support/run-program.ts'

/** The guide docs/guide/placement.md, as it is written. */

let plane: TestControlPlane
let folder: string
let commands: string[][]
beforeAll(async () => {
  plane = await startControlPlane()
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-placement-')))
  const guide = await readFile(join(repository, 'docs/guide/placement.md'), 'utf8')
  const [, file = ''] = /^```yaml\n(.*?)^```$/ms.exec(guide) ?? []
  const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(guide) ?? []
  const path = join(folder, 'shop.yaml')
  await writeFile(path, file)
  commands = script
    .trim()
    .split('\n')
    .map((line) => line.replace('shop.yaml', path).split(' ').slice(1))
})
afterAll(async () => {
  await plane?.stop()
  await rm(folder, { recursive: true, force: true })
})

const cli = cliOf(() => plane)

describe('the guide to placement', () => {
  it('runs from nothing to nothing, with one runtime that is made on demand', async () => {
    const outputs = new Map<string, string>()
    for (const command of commands) {
      const { exit, stdout, stderr } = await cli(command)
      expect(exit, `${command.join(' ')}: ${stderr}${stdout}`).toBe(0)
      outputs.set(command[0] ?? '', stdout)
    }
    expect([...outputs.keys()]).toEqual(['plan', 'apply', 'get', 'describe', 'delete'])
    expect(outputs.get('plan')).toContain(
      'workload-instance/shop-newyork: new runtime standard-newyork. A runtime is made for it.\n' +
        '  not frankfurt: is in Europe:Frankfurt, not NorthAmerica:NewYork\n',
    )
    expect(outputs.get('plan')).toContain(
      'workload-instance/office: runtime frankfurt. No runtime that is ready fits; frankfurt does once it is ready.\n',
    )
    expect(outputs.get('plan')).not.toContain('not frankfurt: is not ready')
    expect(outputs.get('get')).toMatch(/^shop-newyork +shop +standard-newyork/m)
    expect(outputs.get('describe')).toContain('is in Europe:Frankfurt, not NorthAmerica:NewYork')
    expect(outputs.get('plan')).toMatch(/^secret-instance.login +create/m)
    await plane.gone('KubernetesRuntimeInstance', 'standard-newyork')
    await plane.gone('KubernetesRuntimeDefinition', 'standard-newyork')
  })
})
