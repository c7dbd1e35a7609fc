import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '../support/fake-worker.ts'
import { cliOf } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

/** Definitions in a separate project, by name and labels. */
async function inProject(name: string, objects: Readonly<Record<string, string>>) {
  const project = `apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: ${name}}\n---\n`
  const texts = Object.entries(objects).map(([each, labels]) => definition(name, each, labels))
  await cli(['apply', '-f', '-'], { stdin: project + texts.join('') })
}

function definition(project: string, name: string, labels: string): string {
  return `apiVersion: qleet.io/v1
kind: WorkloadDefinition
metadata: {name: ${name}, project: ${project}, labels: {${labels}}}
spec:
  yamlDocument: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings}
---
`
}

const names = async (project: string): Promise<string> =>
  (await cli(['get', 'wd', '--project', project, '-o', 'name'])).stdout.replaceAll('workload-definition/', '')

describe('apply --prune', () => {
  it('deletes objects that -l selects and no file contains, only in the projects of the files', async () => {
    await inProject('p1', { a: 'team: web', b: 'team: web', c: 'team: other' })
    await inProject('p2', { d: 'team: web' })
    const stdin = definition('p1', 'a', 'team: web')
    const argv = ['apply', '-f', '-', '--prune', '-l', 'team=web']
    const dry = await cli([...argv, '--dry-run'], { stdin })
    expect(dry).toMatchObject({
      exit: 0,
      stdout: 'workload-definition/a unchanged (dry run)\nworkload-definition/b pruned (dry run)\n',
    })
    expect(await names('p1')).toBe('a\nb\nc\n')
    expect(await cli([...argv, '--yes'], { stdin })).toMatchObject({
      exit: 0,
      stdout: 'workload-definition/a unchanged\nworkload-definition/b pruned\n',
      stderr:
        '1 object that the files do not contain will be deleted:\n  workload-definition/b in project p1\n',
    })
    expect(await names('p1')).toBe('a\nc\n')
    expect(await names('p2')).toBe('d\n')
    expect(await cli([...argv, '--yes'], { stdin })).toMatchObject({
      exit: 0,
      stderr: 'Nothing to prune: the files contain all selected objects.\n',
    })
  })

  it('changes nothing without a confirmation', async () => {
    await inProject('p3', { a: '', b: '' })
    const stdin = definition('p3', 'a', 'edited: here')
    const argv = ['apply', '-f', '-', '--prune', '--all']
    expect(await cli(argv, { stdin })).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('Nothing was changed: confirm this list with --yes'),
    })
    expect(await names('p3')).toBe('a\nb\n')
    expect(await cli(['diff', '-f', '-'], { stdin })).toMatchObject({ exit: 8 })
  })

  it('never deletes a kind that no file contains, nor projects unless named', async () => {
    await inProject('p4', { a: '' })
    const stdin = 'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: p4}\n'
    expect(await cli(['apply', '-f', '-', '--prune', '--all', '--yes'], { stdin })).toMatchObject({
      exit: 0,
      stderr: 'Nothing to prune: the files contain all selected objects.\n',
    })
    expect(await names('p4')).toBe('a\n')
    const argv = ['apply', '-f', '-', '--prune', '--all', '--prune-kind', 'project', '--dry-run']
    const { stdout } = await cli(argv, { stdin })
    expect(stdout).toContain('project/p1 pruned (dry run)\n')
  })

  it('reports that the files were applied if the deletion is refused', async () => {
    await inProject('p5', { a: '', b: '' })
    const runtime = 'KubernetesRuntime: {Name: space, InfraProvider: simulated}\n---\n'
    const instance =
      'apiVersion: qleet.io/v1\nkind: WorkloadInstance\nmetadata: {name: i, project: p5}\nspec: {definition: b, runtime: default/space}\n'
    await cli(['apply', '-f', '-'], { stdin: runtime + instance })
    const stdin = definition('p5', 'a', 'edited: here')
    expect(await cli(['apply', '-f', '-', '--prune', '--all', '--yes'], { stdin })).toMatchObject({
      exit: 5,
      stdout: 'workload-definition/a updated\n',
      stderr: expect.stringContaining('The files were applied, but nothing was pruned: '),
    })
    expect(await names('p5')).toBe('a\nb\n')
  })

  it.each([
    [['--prune'], '--prune needs either -l SELECTOR or --all'],
    [['--prune', '--all', '-l', 'a=b'], '--prune needs either -l SELECTOR or --all'],
    [['--all'], '--all selects what --prune deletes. Add --prune, or omit --all.'],
    [['--yes'], '--yes selects what --prune deletes'],
  ])('%j is refused', async (options, message) => {
    const stdin = definition('p1', 'a', '')
    expect(await cli(['apply', '-f', '-', ...options], { stdin })).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  })
})

describe('delete', () => {
  it('-l deletes the objects with the labels', async () => {
    await inProject('d1', { a: 'team: web', b: 'team: web', c: 'team: other' })
    const argv = ['delete', 'wd', '--project', 'd1', '-l', 'team=web']
    expect(await cli(argv)).toMatchObject({
      exit: 0,
      stdout: 'workload-definition/a deleted\nworkload-definition/b deleted\n',
    })
    expect(await names('d1')).toBe('c\n')
    expect(await cli(argv)).toEqual({ exit: 0, stdout: '', stderr: 'No objects are selected.\n' })
  })

  it('--all requires a confirmation before it deletes all objects of a kind', async () => {
    await inProject('d2', { a: '', b: '' })
    const argv = ['delete', 'wd', '--project', 'd2', '--all']
    expect(await cli(argv)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('2 objects selected by --all will be deleted:\n'),
    })
    expect(await cli(argv, { stdin: 'n\n', columns: 80 })).toMatchObject({ exit: 0, stdout: '' })
    expect(await names('d2')).toBe('a\nb\n')
    expect(await cli([...argv, '--dry-run'])).toMatchObject({
      stdout: expect.stringContaining('workload-definition/a would be deleted (dry run)\n'),
    })
    expect(await cli(argv, { stdin: 'y\n', columns: 80 })).toMatchObject({ exit: 0 })
    expect(await names('d2')).toBe('')
  })

  it.each([
    [['delete', 'wd', 'a', '--all'], '--all and names cannot be used together'],
    [['delete', 'wd', '--all', '-l', 'a=b'], '--all and -l cannot be used together'],
    [['delete', '--all'], 'Name the kind: qleetctl delete KIND --all'],
    [
      ['delete', 'wd', 'a', '--cascade=orphan'],
      '--cascade=orphan is not supported: an object is deleted with',
    ],
    [['delete', 'wd', 'a', '--cascade=all'], 'Allowed choices are background, foreground, orphan.'],
    [['delete', 'wd', 'a', '--yes'], '--yes confirms --all. Omit it.'],
  ])('%j is refused', async (argv, message) => {
    expect(await cli(argv)).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(message) })
  })
})
