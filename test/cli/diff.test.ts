import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '../support/fake-worker.ts'
import { cliOf } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

function project(name: string, description: string, labels = ''): string {
  const metadata = `metadata: {name: ${name}${labels === '' ? '' : `, labels: {${labels}}`}}`
  return `apiVersion: qleet.io/v1\nkind: Project\n${metadata}\nspec: {description: ${description}}\n---\n`
}

function definition(name: string, password: string): string {
  return `apiVersion: qleet.io/v1
kind: WorkloadDefinition
metadata: {name: ${name}}
spec:
  yamlDocument: |
    apiVersion: v1
    kind: Secret
    metadata: {name: database}
    stringData:
      user: admin
      password: ${password}
---
`
}

const diff = (stdin: string, ...more: string[]) => cli(['diff', '-f', '-', ...more], { stdin })

describe('diff', () => {
  it('shows all lines of a new object, and changes nothing', async () => {
    const { exit, stdout, stderr } = await diff(project('fresh', 'first'))
    expect({ exit, stderr }).toEqual({ exit: 8, stderr: '' })
    expect(stdout).toBe(`project/fresh new
--- /dev/null
+++ project/fresh\t(<stdin>)
@@ -0,0 +1,6 @@
+apiVersion: qleet.io/v1
+kind: Project
+metadata:
+  name: fresh
+spec:
+  description: first
`)
    expect(await cli(['get', 'project', 'fresh'])).toMatchObject({ exit: 4 })
  })

  it('shows the changed lines, and ends with 0 once they are applied', async () => {
    await cli(['apply', '-f', '-'], { stdin: project('one', 'first') + project('same', 'x') })
    const edited = project('one', 'second', 'team: web') + project('same', 'x')
    const { exit, stdout } = await diff(edited)
    expect(exit).toBe(8)
    expect(stdout).toContain('project/one changed\n--- project/one\t(on the server)\n')
    expect(stdout).toContain('+  labels:\n+    team: web\n')
    expect(stdout).toContain('-  description: first\n+  description: second\n')
    expect(stdout).toContain('project/same unchanged\n')
    await cli(['apply', '-f', '-'], { stdin: edited })
    expect(await diff(edited)).toMatchObject({
      exit: 0,
      stdout: 'project/one unchanged\nproject/same unchanged\n',
    })
  })

  it('shows that a secret differs without its value', async () => {
    await cli(['apply', '-f', '-'], { stdin: definition('secretive', 'hunter2') })
    expect(await diff(definition('secretive', 'hunter2'))).toMatchObject({ exit: 0 })
    const { exit, stdout } = await diff(definition('secretive', 'correct-horse'))
    expect(exit).toBe(8)
    expect(stdout).toMatch(/-\s+password: \(secret [0-9a-f]{16}\)\n\+\s+password: \(secret [0-9a-f]{16}\)/)
    expect(stdout).not.toMatch(/hunter2|correct-horse/)
  })

  it('is coloured on a terminal only', async () => {
    const stdin = project('coloured', 'x')
    const { stdout } = await cli(['diff', '-f', '-'], { stdin, columns: 80 })
    expect(stdout).toContain('\u001B[32m+  name: coloured\u001B[39m')
    const { stdout: plain } = await diff(stdin)
    expect(plain).not.toContain('\u001B')
  })

  it('reports invalid documents at their position, and an unavailable server as such', async () => {
    expect(await diff('apiVersion: qleet.io/v1\nkind: Projct\nmetadata: {name: x}\n')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('<stdin>:2:7: kind: is not a kind'),
    })
    const env = { QLEET_SERVER_URL: 'http://127.0.0.1:1', QLEET_TOKEN: 'x' }
    expect(await cli(['diff', '-f', '-'], { stdin: project('x', 'z'), env })).toMatchObject({ exit: 6 })
  })
})

describe('a dry run', () => {
  it.each(['--dry-run', '--dry-run=server'])('of apply reports the changes with %s', async (option) => {
    await cli(['apply', '-f', '-'], { stdin: project('dry', 'first') })
    const { exit, stdout } = await cli(['apply', '-f', '-', option], {
      stdin: project('dry', 'second') + project('new-dry', 'x'),
    })
    expect(exit).toBe(0)
    expect(stdout).toContain('project/dry updated (dry run)\n')
    expect(stdout).toContain('-  description: first\n+  description: second\n')
    expect(stdout).toContain('project/new-dry created (dry run)\n')
    expect(await cli(['get', 'project', 'new-dry'])).toMatchObject({ exit: 4 })
  })

  it('on the client only validates, without a server', async () => {
    const env = { QLEET_SERVER_URL: 'http://127.0.0.1:1', QLEET_TOKEN: 'x' }
    const argv = ['apply', '--dry-run=client', '-f', '-']
    expect(await cli(argv, { stdin: project('x', 'z'), env })).toEqual({
      exit: 0,
      stdout: 'project/x is valid (client dry run)\n',
      stderr: '',
    })
    expect(await cli(argv, { stdin: project('x', '[1]'), env })).toMatchObject({ exit: 2 })
  })

  it('is disabled with --dry-run=none, and accepts no other value', async () => {
    const argv = (mode: string) => ['apply', `--dry-run=${mode}`, '-f', '-']
    expect(await cli(argv('none'), { stdin: project('really', 'z') })).toMatchObject({
      stdout: 'project/really created\n',
    })
    expect(await cli(argv('sever'), { stdin: project('x', 'z') })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Allowed choices are server, client, plan, none.'),
    })
  })

  it('does not take the next argument as its mode', async () => {
    await cli(['apply', '-f', '-'], { stdin: project('kept', 'z') })
    expect(await cli(['delete', '--dry-run', 'project', 'kept'])).toMatchObject({
      stdout: 'project/kept would be deleted (dry run)\n',
    })
    expect(await cli(['get', 'project', 'kept'])).toMatchObject({ exit: 0 })
  })
})

describe('files', () => {
  it('within folders are included with -R only', async () => {
    const folder = await temporaryFolder({ 'sub/b.yaml': project('below', 'z') })
    expect(await cli(['apply', '-f', folder])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Folders within it do: add -R'),
    })
    await writeFile(join(folder, 'a.yaml'), project('above', 'z'))
    expect(await cli(['apply', '-f', folder])).toMatchObject({ stdout: 'project/above created\n' })
    expect(await cli(['apply', '-R', '-f', folder])).toMatchObject({
      stdout: 'project/above unchanged\nproject/below created\n',
    })
  })

  it.each(['apply', 'diff'])('without -f are refused by %s, with the flag to add', async (command) => {
    expect(await cli([command, 'shop.yaml'])).toEqual({
      exit: 2,
      stdout: '',
      stderr: `Error: Files are named with -f: qleetctl ${command} -f shop.yaml\nSee: qleetctl ${command} --help\n`,
    })
    expect(await cli([command, '-f', 'policy.yaml', '-n', 'web', 'shop.yaml'])).toMatchObject({
      stderr: expect.stringContaining(`qleetctl ${command} -f shop.yaml\n`),
    })
    expect(await cli([command])).toMatchObject({
      exit: 2,
      stderr: `Error: Name the files: qleetctl ${command} -f FILE, or -k DIR for a kustomization\n`,
    })
  })
})
