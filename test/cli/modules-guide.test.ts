import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { readGuide, type Guide } from '../support/guide.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { cliOf } from '../support/run-cli.ts'
import { repository } from '../support/run-program.ts'
import { startSample, type SampleModule } from '../support/sample-module.ts'
import { userObjects } from '../support/user-objects.ts'

/** The guide docs/guide/modules.md as it is written, with its sample against a control plane. */

let started: PlaneWithRuntime
let guide: Guide
let module: SampleModule
let folder: string
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  guide = await readGuide('modules.md')
  folder = await mkdtemp(join(tmpdir(), 'qleet-module-'))
  const [, script = ''] = /^```sh module\nnpx node (\S+)\n```$/m.exec(guide.text) ?? []
  module = await startSample(script, { plane: started.plane, folder })
})
afterAll(async () => {
  await module?.stop()
  await rm(folder, { recursive: true, force: true })
  await started?.stop()
})

const cli = cliOf(() => started.plane)
const sites = '/wordpress-example-com/v0/wordpress-sites'

async function sent(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const response = await fetch(`${started.plane.url}${path}`, {
    headers: { authorization: `Bearer ${started.plane.token}` },
    ...init,
  })
  return { status: response.status, text: await response.text() }
}

describe('the guide to modules', () => {
  it.each([
    [
      'without a token file',
      { QLEET_TOKEN: undefined },
      'Error: There is no .qleet/admin-token: start a control plane',
    ],
    [
      'with a wrong token',
      { QLEET_TOKEN: 'wrong-token' },
      'Error: the token is unknown to this control plane',
    ],
    ['with a port in use', { MODULE_PORT: 'used' }, 'is in use: set MODULE_PORT to another one.'],
  ])('has a module that ends with one line about what is wrong: %s', async (_, settings, expected) => {
    const { url, token } = started.plane
    const own = { QLEET_SERVER_URL: url, QLEET_TOKEN: token, MODULE_PORT: '0', ...settings }
    const port = own.MODULE_PORT === 'used' ? new URL(module.url).port : own.MODULE_PORT
    const child = spawn(process.execPath, [join(repository, module.script)], {
      cwd: folder,
      env: { PATH: process.env['PATH'], MODULE_DATA: join(folder, 'other.json'), ...own, MODULE_PORT: port },
    })
    const [errors, [exit]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(errors).toContain(expected)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect(exit).toBe(1)
  })

  it('runs from nothing to nothing', async () => {
    const outputs: string[] = []
    for (const command of guide.commands) {
      const { exit, stdout, stderr } = await cli(command)
      expect(exit, `${command.join(' ')}: ${stderr}`).toBe(0)
      outputs.push(stdout)
    }
    const [, modules, routes, created, , , objects, site, patched, writes] = outputs
    expect(modules).toMatch(/wordpress +http.* 1\.0\.0 .* 1 +Ready/)
    expect(routes).toMatch(/wordpress-example-com\.v0\.wordpress-sites .*\/wordpress-example-com\/v0/)
    expect(created).toContain('"Replicas": 1')
    for (const name of ['wordpress-blog', 'wordpress-blog-site', 'wordpress-blog-db'])
      expect(objects).toContain(name)
    expect(site).toMatch(/Name: blog\n/)
    expect(patched).toContain('"Replicas": 2')
    for (const write of [`POST ${sites}`, `PATCH ${sites}/1`]) expect(writes).toContain(write)
    await eventually(async () => (await sent(`${sites}/1`)).status === 404 || undefined)
    await started.plane.gone('WorkloadDefinition', 'wordpress-blog')
    const kinds = (await userObjects(started.plane.client)).filter((each) => !each.startsWith('ModuleApi'))
    expect(kinds).toEqual([])
  })

  it('shows documents that a server accepts', async () => {
    const { exit, stderr } = await cli(['apply', '-f', '-'], { stdin: guide.files[0] ?? '' })
    expect(exit, stderr).toBe(0)
    const blocked = await cli(['delete', 'module', 'shop'])
    expect(blocked).toMatchObject({ exit: 5, stderr: expect.stringContaining('example-com.v0.shops') })
    expect(await cli(['delete', '-f', '-'], { stdin: guide.files[0] ?? '' })).toMatchObject({ exit: 0 })
  })
})

describe('the sample', () => {
  it('is closed to all but the control plane, and the control plane to all without a token', async () => {
    expect((await fetch(`${started.plane.url}${sites}`)).status).toBe(401)
    expect((await fetch(`${module.url}${sites}`)).status).toBe(401)
    const headers = { authorization: `Bearer ${started.plane.token}` }
    expect((await fetch(`${module.url}${sites}`, { headers })).status).toBe(401)
    expect((await cli(['request', sites])).exit).toBe(0)
  })

  it.each([
    [{ Name: 'Blog' }, 'Name: must be a name of lower case letters, digits and "-"'],
    [{ Name: 'b', Replicas: 0 }, 'Replicas: must be at least 1'],
    [{ Name: 'b', Size: 1 }, 'body: Unrecognized key: "Size"'],
    [[], 'body: Invalid input: expected object, received array'],
  ])('refuses %j', async (body, message) => {
    const { exit, stderr } = await cli(['request', sites, '-d', JSON.stringify(body)])
    expect([exit, stderr]).toEqual([2, `Error: ${message}\n`])
  })

  it('keeps its sites when it is killed, and registers again at another address', async () => {
    expect(await cli(['request', sites, '-d', '{"Name":"kept"}'])).toMatchObject({ exit: 0 })
    const duplicate = await cli(['request', sites, '-d', '{"Name":"kept"}'])
    expect(duplicate).toMatchObject({ exit: 5, stderr: expect.stringContaining('already exists') })
    await module.kill()
    const away = await cli(['request', sites])
    expect(away).toMatchObject({ exit: 6 })
    expect(away.stderr).toContain('module wordpress does not respond: it refuses connections')
    await cli(['reconcile', 'module', 'wordpress'])
    await started.plane.until(
      'ModuleApi',
      'wordpress',
      ({ status }) => status.cause?.reason === 'Unreachable',
    )
    // A route that somebody has deleted in the meantime comes back as well.
    await cli(['delete', 'module-route', 'wordpress-example-com.v0.wordpress-sites'])
    expect(await cli(['request', sites])).toMatchObject({ exit: 4 })
    module = await startSample(module.script, { plane: started.plane, folder })
    const { stdout } = await cli(['request', `${sites}?name=kept`, '-o', 'jsonpath={.Data[*].Name}'])
    expect(stdout).toBe('kept\n')
    await started.plane.until('WorkloadInstance', 'wordpress-kept', () => true)
    await started.plane.ready('ModuleApi', 'wordpress')
    await cli(['request', '-X', 'DELETE', `${sites}/2`])
    await started.plane.gone('WorkloadDefinition', 'wordpress-kept')
  })

  it('is a program that stops in order', async () => {
    expect(await readFile(join(folder, 'sites.json'), 'utf8')).toContain('"lastId":2')
    expect(await module.stop()).toBe(true)
  })
})
