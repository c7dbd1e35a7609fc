import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectDocument, useCliServer } from '../support/cli-server.ts'
import { workloadDocument } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const { cli, apply } = useCliServer()

describe('apply', () => {
  it('prints what it did with each object', async () => {
    expect(await apply(projectDocument('one') + projectDocument('two'))).toMatchObject({
      exit: 0,
      stdout: 'project/one created\nproject/two created\n',
      stderr: '',
    })
    expect(await apply(projectDocument('one') + projectDocument('two', 'more'))).toMatchObject({
      stdout: 'project/one unchanged\nproject/two updated\n',
    })
  })

  it('keeps nothing of a dry run', async () => {
    expect(await apply(projectDocument('dry'), '--dry-run')).toMatchObject({
      exit: 0,
      stdout: 'project/dry created (dry run)\n',
    })
    expect(await cli(['get', 'project', 'dry'])).toMatchObject({ exit: 4 })
  })

  it.each([
    ['name', 'project/formats\n'],
    ['jsonpath={.items[0].metadata.name}', 'formats\n'],
  ])('prints only data with -o %s', async (format, stdout) => {
    expect(await apply(projectDocument('formats'), '-o', format)).toMatchObject({ stdout, stderr: '' })
  })

  it('reports what the server refuses at its position in the file', async () => {
    const text = `${projectDocument('fine')}apiVersion: qleet.io/v1\nkind: WorkloadInstance\nmetadata: {name: x}\nspec:\n  definition: nobody\n`
    const { exit, stdout, stderr } = await apply(text)
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toBe(
      'Error: <stdin>:9:15: spec.definition: there is no WorkloadDefinition with this name in project "default", got "nobody". Create it first, or use the name of an existing one.\n',
    )
    expect(await cli(['get', 'project', 'fine'])).toMatchObject({ exit: 4 })
  })

  it('suggests the name that was meant in place of one that does not exist', async () => {
    const definition = `apiVersion: qleet.io/v1\nkind: WorkloadDefinition\nmetadata: {name: storefront}\nspec: {yamlDocument: '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}'}\n`
    expect(await apply(definition)).toMatchObject({ exit: 0 })
    const text =
      'apiVersion: qleet.io/v1\nkind: WorkloadInstance\nmetadata: {name: x}\nspec:\n  definition: storefornt\n'
    expect((await apply(text)).stderr).toBe(
      'Error: <stdin>:5:15: spec.definition: there is no WorkloadDefinition with this name in project "default", got "storefornt". Did you mean "storefront"?\n',
    )
  })

  it('reports it as JSON with -o json', async () => {
    const { stderr } = await apply(
      'WorkloadInstance: {Name: x, WorkloadDefinition: {Name: nobody}}',
      '-o',
      'json',
    )
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        exit: 2,
        fields: [{ file: '<stdin>', line: 1, column: 56, path: 'WorkloadInstance.WorkloadDefinition.Name' }],
      },
    })
  })

  it('takes back what get printed', async () => {
    await apply(workloadDocument('round'))
    const { stdout } = await cli(['get', 'wd,wi', '-o', 'yaml'])
    expect(await apply(stdout)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('workload-definition/round unchanged\n'),
    })
  })
})

describe('create and update', () => {
  it('keeps what a file leaves out, also where it is required, and takes objects by their ID', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'd.yaml')
    const argv = ['workload-service-dependency', '--config', file]
    await apply(workloadDocument('target'))
    const { stdout: id } = await cli(['get', 'workload', 'target', '-o', 'jsonpath={.metadata.uid}'])
    await writeFile(file, `Name: dep\nUpstreamHost: dog.ceo\nWorkloadInstanceID: ${id}`)
    expect(await cli(['create', ...argv])).toMatchObject({ exit: 0, stderr: '' })
    await writeFile(file, 'Name: dep\nUpstreamPath: /eth\n')
    expect(await cli(['update', ...argv])).toMatchObject({ exit: 0, stderr: '' })
    const { stdout } = await cli(['get', 'workload-service-dependency', 'dep', '-o', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({ spec: { upstreamHost: 'dog.ceo', upstreamPath: '/eth' } })
    expect(stdout).toContain('target"')
    await writeFile(file, 'Name: dep\nWorkloadInstanceID: 999999\n')
    expect(await cli(['update', ...argv])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('WorkloadInstanceID: there is no object with this ID, got 999999'),
    })
  })

  it('make what is not there and change what is', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'p.yaml')
    await writeFile(file, 'Name: made\nDescription: first\n')
    const argv = ['project', '--config', file]
    expect(await cli(['update', ...argv])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining(`p.yaml:1:7: Name: there is no Project "made". Create it: `),
    })
    expect(await cli(['create', ...argv])).toMatchObject({ exit: 0, stdout: 'project/made created\n' })
    expect(await cli(['create', ...argv])).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining(`p.yaml:1:7: Name: Project "made" already exists`),
    })
    await writeFile(file, 'Name: made\nDescription: second\n')
    expect(await cli(['update', ...argv])).toMatchObject({ exit: 0, stdout: 'project/made updated\n' })
    await writeFile(file, 'Name: made\n')
    expect(await cli(['update', ...argv])).toMatchObject({ exit: 0, stdout: 'project/made unchanged\n' })
    expect(await cli(['get', 'project', 'made', '-o', 'jsonpath={.spec.description}'])).toMatchObject({
      stdout: 'second\n',
    })
  })
})

describe('delete', () => {
  it('refuses what others need, and names them', async () => {
    await apply(workloadDocument('needed'))
    const { exit, stdout, stderr } = await cli(['delete', 'wd', 'needed'])
    expect({ exit, stdout }).toEqual({ exit: 5, stdout: '' })
    expect(stderr).toContain('is needed by WorkloadInstance "needed"')
  })

  it('deletes all that a file describes, and ignores what is gone with --ignore-not-found', async () => {
    const file = join(await temporaryFolder(), 'a.yaml')
    await writeFile(file, projectDocument('gone-1') + projectDocument('gone-2'))
    await cli(['apply', '-f', file])
    expect(await cli(['delete', '-f', file, '--dry-run'])).toMatchObject({
      stdout: 'project/gone-1 would be deleted (dry run)\nproject/gone-2 would be deleted (dry run)\n',
    })
    expect(await cli(['delete', '-f', file])).toMatchObject({
      exit: 0,
      stdout: 'project/gone-1 deleted\nproject/gone-2 deleted\n',
    })
    expect(await cli(['delete', '-f', file])).toMatchObject({ exit: 4 })
    expect(await cli(['delete', '-f', file, '--ignore-not-found'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'project/gone-1 not found\nproject/gone-2 not found\n',
    })
  })

  it('finds and deletes many objects with few requests', async () => {
    const count = 1200
    const file = join(await temporaryFolder(), 'many.yaml')
    const documents = Array.from({ length: count }, (_, index) => projectDocument(`many-${index}`))
    await writeFile(file, documents.join(''))
    const run = async (...command: string[]) => {
      const { exit, stdout, stderr } = await cli([...command, '--verbose'])
      const lines = stderr.split('\n')
      const requests = lines.filter((line) => line.startsWith('> POST')).length
      return { exit, objects: new Set(stdout.split('\n').filter(Boolean)).size, requests }
    }
    const few = expect.toBeOneOf([3, 4, 5])
    expect(await run('apply', '-f', file)).toMatchObject({ exit: 0, objects: count })
    expect(await run('get', '-f', file, '-o', 'name')).toEqual({ exit: 0, objects: count, requests: few })
    expect(await run('delete', '-f', file)).toEqual({ exit: 0, objects: count, requests: few })
  })
})
