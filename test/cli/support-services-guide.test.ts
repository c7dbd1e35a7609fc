import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { cliOf } from '../support/run-cli.ts'
import { repository } from '../support/run-program.ts'

/** The guides docs/guide/support-services.md and docs/guide/autoscaling.md, as they are written. */

let plane: TestControlPlane
let folder: string
beforeAll(async () => {
  plane = await startControlPlane()
  folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-services-guide-')))
  await plane.client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
    {
      kind: 'KubernetesRuntimeInstance',
      name: 'default',
      spec: { definition: 'simulated', defaultRuntime: true },
    },
  ])
  await plane.ready('KubernetesRuntimeInstance', 'default')
})
afterAll(async () => {
  await plane?.stop()
  await rm(folder, { recursive: true, force: true })
})

const cli = cliOf(() => plane)

/** Runs the commands of a guide with its first file, and returns their output by verb. */
async function runGuide(name: string, file: string): Promise<Map<string, string>> {
  const guide = await readFile(join(repository, `docs/guide/${name}.md`), 'utf8')
  const [, yaml = ''] = /^```yaml\n(.*?)^```$/ms.exec(guide) ?? []
  const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(guide) ?? []
  await writeFile(join(folder, file), yaml)
  const outputs = new Map<string, string>()
  for (const line of script.trim().split('\n')) {
    const command = line.replace(file, join(folder, file)).split(' ').slice(1)
    const { exit, stdout, stderr } = await cli(command)
    expect(exit, `${line}: ${stderr}`).toBe(0)
    outputs.set(command[0] ?? '', stdout)
  }
  return outputs
}

describe('the guide to support services', () => {
  it('runs as it is printed', async () => {
    const outputs = await runGuide('support-services', 'shop.yaml')
    expect(outputs.get('get')).toMatch(/^metrics-default +metrics +default +standIn/m)
    expect(outputs.get('tree')).toContain('Deployment/metrics-server')
    expect(outputs.get('describe')).toContain('A stand-in of metrics-server is installed.')
  })

  it('has a runtime with settings that is accepted', async () => {
    const guide = await readFile(join(repository, 'docs/guide/support-services.md'), 'utf8')
    const [, runtime = ''] = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text)
    const { exit, stderr } = await cli(['apply', '-f', '-'], { stdin: runtime })
    expect(exit, stderr).toBe(0)
  })
})

describe('the guide to autoscaling', () => {
  it('runs as it is printed', async () => {
    const outputs = await runGuide('autoscaling', 'orders.yaml')
    expect(outputs.get('tree')).toContain('HorizontalPodAutoscaler/web')
    expect(outputs.get('tree')).toContain('ScaledObject/consumer')
    expect(outputs.get('get')).toMatch(/^autoscaling-default .*\n(.*\n)*metrics-default /m)
  })
})
