import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestControlPlane } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { readGuide } from '../support/guide.ts'
import { cliOf } from '../support/run-cli.ts'
import { defaultRuntime } from '../support/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startPlaneWithTerraform, terraformBinary, type PlaneWithTerraform } from '../support/terraform.ts'

/** The guide, with real programs. */

describe.skipIf(terraformBinary === undefined)('docs/guide/terraform.md', () => {
  let world: PlaneWithTerraform
  let plane: TestControlPlane
  const cli = cliOf(() => plane)
  beforeAll(async () => {
    world = await startPlaneWithTerraform()
    ;({ plane } = world)
    await plane.client.apply(defaultRuntime)
  })
  afterAll(() => world?.stop())

  /** Runs Terraform as a person does, with the state of an instance as its backend. */
  const asPerson = async (folder: string, ...args: string[]): Promise<string> => {
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      CHECKPOINT_DISABLE: '1',
      TF_CLI_CONFIG_FILE: '/dev/null',
      TF_HTTP_USERNAME: 'me',
      TF_HTTP_PASSWORD: plane.token,
    }
    const { stdout } = await promisify(execFile)(terraformBinary ?? '', args, { cwd: folder, env })
    return stdout
  }

  it('applies, confirms and destroys by its commands', async () => {
    const { files, commands } = await readGuide('terraform.md')
    const cwd = await temporaryFolder({ 'place.yaml': files[0] ?? '' })
    const shown = new Map<string, string>()
    const confirmed: string[] = []
    for (const command of commands) {
      const { exit, stdout, stderr } = await cli(command, { cwd })
      expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
      shown.set(command.join(' '), `${stdout}${stderr}`)
      if (command[0] === 'confirm') confirmed.push(stdout)
    }
    expect(shown.get('get terraform -o wide')).toMatch(/shop-place +shop-place .* 1 /)
    expect(confirmed[0]).toMatch(/3 changes will be made once confirmed:\n +create terraform_data\.place/)
    expect(confirmed[1]).toMatch(/1 resource will be removed once confirmed:\n +delete terraform_data\.place/)
  })

  it('provides dependencies, and types that are added', async () => {
    const { files } = await readGuide('terraform.md')
    const [place = '', application = '', postgres = '', cache = ''] = files
    const applied = await cli(['apply', '-f', '-'], {
      stdin: [place.replace('approval: required', 'approval: automatic'), application, cache].join('---\n'),
    })
    expect(applied.exit, applied.stderr).toBe(0)
    const profile = await cli(['apply', '--dry-run', '-f', '-'], { stdin: postgres })
    expect(profile.exit, profile.stderr).toBe(0)
    await plane.client.apply([{ kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web' } }])
    await plane.ready('WorkloadInstance', 'web')
  })

  it('is the backend of a configuration on the machine of a person', async () => {
    await plane.ready('TerraformInstance', 'shop-place')
    const { text } = await readGuide('terraform.md')
    const [, backend = ''] = /^```hcl\n(terraform \{.*?)^```$/ms.exec(text) ?? []
    const folder = await temporaryFolder({
      'main.tf': backend.replaceAll('http://127.0.0.1:1323', plane.url),
    })
    await asPerson(folder, 'init', '-input=false')
    expect((await asPerson(folder, 'state', 'list')).trim()).toBe('terraform_data.place')
    // What is removed from the state is created again.
    await asPerson(folder, 'state', 'rm', 'terraform_data.place')
    await eventually(async () => {
      const events = await plane.client.objects.events({ kind: 'TerraformInstance', name: 'shop-place' })
      return events.some(({ reason }) => reason === 'StateEdited') ? true : undefined
    })
    await eventually(async () => (await asPerson(folder, 'state', 'list')).includes('place') || undefined)
    await plane.ready('TerraformInstance', 'shop-place')
  })

  it('starts no run while a person holds the lock, and says who does', async () => {
    const url = `${plane.url}/v1/terraform/default/shop-place`
    const headers = { authorization: `Bearer ${plane.token}`, 'content-type': 'application/json' }
    const lock = JSON.stringify({ ID: 'a-lock', Operation: 'OperationTypeApply', Who: 'ada@desk' })
    const send = (method: string, path: string, body?: string) =>
      fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    // The run after the last edit may still hold it.
    await eventually(async () => (await send('POST', '/lock', lock)).status === 200 || undefined)
    expect((await send('POST', '/lock', lock)).status).toBe(200)
    const refused = await send('POST', '/lock', lock.replace('a-lock', 'another'))
    expect(refused.status).toBe(423)
    expect(await refused.json()).toMatchObject({
      ID: 'a-lock',
      Info: expect.stringContaining('ada@desk') as string,
    })
    await plane.client.apply([
      {
        kind: 'TerraformInstance',
        name: 'shop-place',
        spec: {
          definition: 'shop-place',
          variables: { name: 'other', token: 'x' },
          approval: 'automatic',
          guard: 'off',
        },
      },
    ])
    await plane.until('TerraformInstance', 'shop-place', ({ status }) =>
      status.conditions.some(({ message }) => message.includes('locked by ada@desk for OperationTypeApply')),
    )
    const state = await (await send('GET', '')).text()
    expect((await send('POST', '?ID=another', state)).status).toBe(409)
    const invalid = await send('POST', '?ID=a-lock', '{"not": "a state"}')
    expect(invalid.status).toBe(400)
    expect(await invalid.text()).toContain('is not a state of Terraform')
    expect((await send('POST', '?ID=a-lock', state)).status).toBe(200)
    expect((await send('DELETE', '/lock', lock)).status).toBe(200)
    expect((await send('DELETE', '/lock', lock)).status).toBe(409)
    await plane.until('TerraformInstance', 'shop-place', ({ status }) => {
      return (status.outputs as { values?: { host?: string } }).values?.host === 'other.example.org'
    })
    expect((await fetch(url.replace('shop-place', 'none'), { headers })).status).toBe(404)
  })

  it('reads legacy documents, with the folder of their configuration', async () => {
    const cwd = await temporaryFolder({
      'tf/main.tf': 'variable "name" {}\nresource "terraform_data" "a" { input = var.name }\n',
      'tf/outputs.tf': 'output "name" { value = terraform_data.a.output }\n',
      'vars.tfvars': 'name = "legacy"\n',
      'legacy.yaml': 'Terraform:\n  Name: legacy\n  ConfigDir: tf\n  VarsDocument: vars.tfvars\n',
    })
    const { exit, stderr } = await cli(['apply', '-f', 'legacy.yaml', '--wait'], { cwd })
    expect(exit, stderr).toBe(0)
    const { status } = await plane.ready('TerraformInstance', 'legacy')
    expect(status.outputs).toMatchObject({ values: { name: 'legacy' } })
    await writeFile(join(cwd, 'legacy.yaml'), 'Terraform: {Name: legacy, ConfigDir: nowhere}\n')
    const missing = await cli(['apply', '-f', 'legacy.yaml'], { cwd })
    expect(missing.exit).toBe(2)
    expect(missing.stderr).toMatch(/ConfigDir.*cannot read .*nowhere/)
  })
})
