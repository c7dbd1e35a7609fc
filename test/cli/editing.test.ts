import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../client-sdk/index.ts'
import { errorTable } from '../../schema/errors.ts'
import { storeBuiltIns } from '../../server/store/built-in.ts'
import { urlOf } from '../support/fake-worker.ts'
import { cliOf, serverEnv } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { defaultRuntime, definition, restartReconcile, write } from '../support/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const connection = () => ({ url: urlOf(server), token: server.adminToken })
const cli = cliOf(connection)

async function create(name: string, labels = '', description = 'first') {
  const metadata = `metadata: {name: ${name}, labels: {${labels}}}`
  const stdin = `apiVersion: qleet.io/v1\nkind: Project\n${metadata}\nspec: {description: ${description}}\n`
  await cli(['apply', '-f', '-'], { stdin })
}

async function shown(name: string) {
  const { stdout } = await cli(['get', 'project', name, '-o', 'json'])
  const { metadata, spec } = JSON.parse(stdout) as Manifest
  return { ...metadata, spec }
}

describe('patch', () => {
  it('merges maps and removes null values', async () => {
    await create('merged', 'a: x, b: z')
    const patch = '{"metadata": {"labels": {"a": null, "c": "new"}}, "spec": {"description": "second"}}'
    expect(await cli(['patch', 'project/merged', '-p', patch])).toEqual({
      exit: 0,
      stdout: 'project/merged updated\n',
      stderr: '',
    })
    expect(await shown('merged')).toMatchObject({
      labels: { b: 'z', c: 'new' },
      spec: { description: 'second' },
    })
    expect(await cli(['patch', 'project', 'merged', '-p', patch])).toMatchObject({
      stdout: 'project/merged unchanged\n',
    })
  })

  it('executes the operations of a JSON patch, from a file', async () => {
    await create('operated', 'a: x')
    const cwd = await temporaryFolder({
      'p.yaml':
        '- {op: test, path: /spec/description, value: first}\n- {op: add, path: /metadata/labels/d, value: w}\n',
    })
    const argv = ['patch', 'project/operated', '--type', 'json', '--patch-file', 'p.yaml']
    expect(await cli(argv, { cwd, env: serverEnv(connection()) })).toMatchObject({ exit: 0 })
    expect((await shown('operated')).labels).toEqual({ a: 'x', d: 'w' })
  })

  it('shows the changes with --dry-run', async () => {
    await create('dry')
    const argv = ['patch', 'project/dry', '-p', 'spec: {description: second}', '--dry-run']
    const { stdout } = await cli(argv)
    expect(stdout).toContain('project/dry updated (dry run)\n')
    expect(stdout).toContain('-  description: first\n+  description: second\n')
    expect((await shown('dry')).spec).toEqual({ description: 'first' })
  })

  it.each([
    [['-p', '{"spec":{"x":1}}'], 2, 'project/refused: spec.x: is not a known field'],
    [['-p', '{"metadata":{"name":"other"}}'], 2, 'kind, name and project of an object cannot be changed'],
    [['-p', '{"metadata":{"uid":"1"}}'], 2, 'project/refused: metadata.uid cannot be changed'],
    [['-p', '[1]'], 2, 'A merge patch must be a map'],
    [['-p', '{"a":'], 2, 'The patch is not valid JSON or YAML'],
    [['-p', '{}', '--type', 'strategic'], 2, '--type strategic is not supported'],
    [['-p', '{}', '--type', 'json'], 2, 'A JSON patch must be a list of operations'],
    [['-p', '[{"op":"remove","path":"/spec/nope"}]', '--type', 'json'], 2, 'there is no /spec/nope'],
    [
      ['-p', '[{"op":"test","path":"/spec/description","value":"x"}]', '--type', 'json'],
      5,
      'the test of /spec/description failed',
    ],
    [['-p', '[{"op":"add","path":"spec"}]', '--type', 'json'], 2, 'operation 1 path is not a JSON pointer'],
    [
      ['-p', '[{"op":"add","path":"/__proto__/x","value":1}]', '--type', 'json'],
      2,
      'there is no /__proto__/x',
    ],
    [[], 2, 'Give the patch with either -p PATCH or --patch-file FILE'],
  ])('%j is refused', async (options, exit, message) => {
    await create('refused')
    const run = await cli(['patch', 'project/refused', ...options])
    expect(run).toMatchObject({ exit, stdout: '' })
    expect(run.stderr).toContain(message)
  })

  it('of a missing object is refused', async () => {
    expect(await cli(['patch', 'project/nobody', '-p', '{}'])).toMatchObject({ exit: 4 })
  })

  it('by four concurrent clients loses none', async () => {
    await create('busy')
    const runs = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        cli([
          'patch',
          'project/busy',
          '-p',
          JSON.stringify({ metadata: { labels: { [`l${index}`]: 'x' } } }),
        ]),
      ),
    )
    expect(runs.map(({ exit }) => exit)).toEqual([0, 0, 0, 0])
    expect(Object.keys((await shown('busy')).labels).toSorted()).toEqual(['l0', 'l1', 'l2', 'l3'])
  })
})

describe('label', () => {
  it('sets and removes labels, and replaces values with --overwrite only', async () => {
    await create('labelled', 'a: x')
    expect(await cli(['label', 'project', 'labelled', 'b=z', 'a-'])).toMatchObject({
      exit: 0,
      stdout: 'project/labelled updated\n',
    })
    expect(await cli(['label', 'project/labelled', 'b=w'])).toMatchObject({
      exit: 5,
      stderr: 'Error: project/labelled already has the label b=z. Replace its value: --overwrite\n',
    })
    expect(await cli(['label', 'project/labelled', 'b=w', '--overwrite'])).toMatchObject({ exit: 0 })
    expect(await cli(['label', 'project/labelled', '--list'])).toMatchObject({ stdout: 'b=w\n' })
  })

  it('changes all objects that a selector matches', async () => {
    await create('s1', 'team: select')
    await create('s2', 'team: select')
    await create('s3', 'team: another')
    expect(await cli(['label', 'projects', '-l', 'team=select', 'stage=test'])).toMatchObject({
      stdout: 'project/s1 updated\nproject/s2 updated\n',
    })
    expect((await shown('s3')).labels).toEqual({ team: 'another' })
  })

  it.each([
    [['label', 'project/x'], 'Name the labels to set or remove: KEY=VALUE or KEY-'],
    [['label', 'project/refused', 'bad key!=x'], 'labels'],
    [['label', 'project', 'a', '--all', 'x=z'], '--all and names cannot be used together'],
    [['label', 'project/refused', '=x'], 'has no key'],
  ])('%j is refused', async (argv, message) => {
    await create('refused')
    expect(await cli(argv)).toMatchObject({ exit: 2, stderr: expect.stringContaining(message) })
  })
})

describe('annotate', () => {
  it('sets and removes annotations of any text, and replaces values with --overwrite only', async () => {
    await create('noted')
    expect(
      await cli(['annotate', 'project/noted', 'example.com/owner=Web team = best', 'old=1']),
    ).toMatchObject({
      exit: 0,
      stdout: 'project/noted updated\n',
    })
    expect(await cli(['annotate', 'project/noted', 'old=2'])).toMatchObject({
      exit: 5,
      stderr: 'Error: project/noted already has the annotation old=1. Replace its value: --overwrite\n',
    })
    await cli(['annotate', 'project/noted', 'old-'])
    expect(await cli(['annotate', 'project/noted', '--list'])).toMatchObject({
      stdout: 'example.com/owner=Web team = best\n',
    })
    expect(await shown('noted')).toMatchObject({
      annotations: { 'example.com/owner': 'Web team = best' },
    })
  })

  it('keeps annotations that a file omits, and sets those that it has', async () => {
    await create('kept')
    await cli(['annotate', 'project/kept', 'note=a'])
    await create('kept', 'x: z')
    expect((await shown('kept')).annotations).toEqual({ note: 'a' })
    const stdin = 'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: kept, annotations: {note: b}}\n'
    await cli(['apply', '-f', '-'], { stdin })
    expect((await shown('kept')).annotations).toEqual({ note: 'b' })
    expect((await cli(['describe', 'project/kept'])).stdout).toMatch(/^Annotations: +note=b$/m)
  })

  it('is refused without an edit', async () => {
    expect(await cli(['annotate', 'project/kept'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Name the annotations to set or remove: KEY=VALUE or KEY-'),
    })
  })
})

describe('replace', () => {
  const file = (name: string) => `apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: ${name}}\n`

  it('removes what the file omits', async () => {
    await create('replaced', 'a: x')
    expect(await cli(['replace', '-f', '-'], { stdin: file('replaced') })).toMatchObject({ exit: 0 })
    expect(await shown('replaced')).not.toHaveProperty('spec.description')
    expect((await shown('replaced')).labels ?? {}).toEqual({})
  })

  it('of a missing object is refused', async () => {
    expect(await cli(['replace', '-f', '-'], { stdin: file('nobody') })).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('<stdin>:3:18: metadata.name: there is no Project "nobody". Create it'),
    })
  })
})

/** An editor that runs shell commands on the file `$1`, with the number of times that it was opened as `$n`. */
async function editor(script: string): Promise<Record<string, string>> {
  const folder = await temporaryFolder({
    editor: `#!/bin/sh\nn=$(cat "$0".n 2>/dev/null || echo 0)\nn=$((n + 1))\necho $n > "$0".n\ncp "$1" "$0".$n\n${script}\n`,
  })
  await chmod(join(folder, 'editor'), 0o755)
  return { EDITOR: join(folder, 'editor'), PATH: process.env['PATH'] ?? '' }
}

const opened = (env: Record<string, string>, time: number) => readFile(`${env['EDITOR']}.${time}`, 'utf8')

describe('edit', () => {
  const run = (env: Record<string, string>, name: string) =>
    cli(['edit', `project/${name}`], { env: { ...env, ...serverEnv(connection()) } })

  it('applies the saved document', async () => {
    await create('edited', 'a: x')
    const env = await editor(`sed -i 's/first/second/' "$1"`)
    expect(await run(env, 'edited')).toEqual({ exit: 0, stdout: 'project/edited updated\n', stderr: '' })
    expect(await shown('edited')).toMatchObject({ labels: { a: 'x' }, spec: { description: 'second' } })
    expect(await opened(env, 1)).toContain('\nkind: Project\nmetadata:\n  name: edited\n')
  })

  it.each([
    ['the text is unchanged', 'true'],
    ['the file is empty', ': > "$1"'],
  ])('changes nothing if %s', async (_, script) => {
    await create('untouched')
    expect(await run(await editor(script), 'untouched')).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'Nothing was changed.\n',
    })
  })

  it('is refused before the editor opens if the object cannot be changed', async () => {
    await storeBuiltIns(server.store)
    await server.store.apply([...defaultRuntime, definition('app')], write)
    const app = { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app' } }
    const spec = { workloadInstance: 'app', upstreamHost: 'example.com' }
    await server.store.apply([app, { kind: 'WorkloadServiceDependency', name: 'rates', spec }], write)
    const { id } = (await server.store.find({ kind: 'WorkloadServiceDependency', name: 'rates' })) ?? {}
    const epoch = (await restartReconcile(server.store, id ?? 0n))?.object.epoch ?? 0
    const proxy = { service: 'forward-proxy', runtime: 'space' }
    await server.store.applyOwned(
      { id: id ?? 0n, epoch },
      [{ kind: 'SupportServiceInstance', name: 'proxy', spec: proxy }],
      write,
    )
    const env = await editor('true')
    const refusalOf = (object: string) =>
      cli(['edit', object], { env: { ...env, ...serverEnv(connection()) } })
    expect(await refusalOf('support-service/proxy')).toMatchObject({
      exit: errorTable.OWNED.exit,
      stderr: expect.stringContaining('is owned by WorkloadServiceDependency "rates"'),
    })
    expect(await refusalOf('tier/production')).toMatchObject({
      exit: errorTable.FORBIDDEN.exit,
      stderr: expect.stringContaining('ships with QleetOS and cannot be changed'),
    })
    await expect(opened(env, 1)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('opens again with the errors above the text', async () => {
    await create('mended')
    const env = await editor(
      `if [ $n = 1 ]; then sed -i 's/description:/descriptin:/' "$1"; else sed -i 's/descriptin: first/description: mended/' "$1"; fi`,
    )
    expect(await run(env, 'mended')).toMatchObject({ exit: 0, stdout: 'project/mended updated\n' })
    const second = await opened(env, 2)
    expect(second).toContain('# This was not applied:\n# text:6:3: spec.descriptin: is not a known field.')
    expect(second).toContain('  descriptin: first\n')
    expect((await shown('mended')).spec).toEqual({ description: 'mended' })
  })

  it('keeps the file if the errors are not corrected, or the editor fails', async () => {
    await create('lost')
    const left = await run(
      await editor(`[ $n = 1 ] && sed -i 's/description:/descriptin:/' "$1"; true`),
      'lost',
    )
    expect(left).toMatchObject({ exit: 2, stdout: '' })
    const path = /qleetctl apply -f (\S+)/.exec(left.stderr)?.[1] ?? ''
    expect(await readFile(path, 'utf8')).toContain('descriptin: first')
    const failed = await run(await editor(`echo '# more' >> "$1"; exit 3`), 'lost')
    expect(failed.stderr).toMatch(/exited with status 3. Nothing was changed. The file is kept: \S+lost.yaml/)
  })

  it('shows the changes of another client, and overwrites none unseen', async () => {
    await create('contested', 'a: x')
    const { url, token } = connection()
    const body = JSON.stringify({
      query:
        'mutation { apply(input: {documents: [{kind: "Project", name: "contested", spec: {description: "theirs"}}]}) { results { result } } }',
    })
    const theirs = `[ $n = 1 ] && curl -s -H 'authorization: Bearer ${token}' -H 'content-type: application/json' -d '${body}' ${url}/graphql > /dev/null`
    const env = await editor(
      `${theirs}; sed -i "s/description: first/description: mine/; s/description: mine1/description: mine2/; s/description: mine$/description: mine$n/" "$1"; true`,
    )
    expect(await run(env, 'contested')).toMatchObject({ exit: 0, stdout: 'project/contested updated\n' })
    const second = await opened(env, 2)
    expect(second).toMatch(
      /# The object was changed meanwhile: you edit version \d+, and version \d+ is stored:/,
    )
    expect(second).toContain('#     description: theirs\n')
    expect((await shown('contested')).spec).toEqual({ description: 'mine2' })
  })
})
