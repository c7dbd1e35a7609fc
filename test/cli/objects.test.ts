import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { cliOf, serverEnv } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let server: TestServer
let worker: ReturnType<typeof createFakeWorker>
beforeAll(async () => {
  server = await createTestServer()
  worker = createFakeWorker(server)
  const runtime = `KubernetesRuntime: {Name: space, InfraProvider: simulated, DefaultRuntime: true}`
  await cli(['apply', '-f', '-'], { stdin: runtime })
})
afterAll(() => server.stop())

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

async function apply(text: string, ...more: string[]) {
  return cli(['apply', '-f', '-', ...more], { stdin: text })
}

function project(name: string, description?: string): string {
  const spec = description === undefined ? '' : `spec: {description: ${description}}\n`
  return `apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: ${name}, labels: {made: here}}\n${spec}---\n`
}

function workload(name: string): string {
  return `apiVersion: qleet.io/v1
kind: Workload
metadata: {name: ${name}}
spec:
  yamlDocument: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: settings}
---
`
}

describe('apply', () => {
  it('prints what it did with each object', async () => {
    expect(await apply(project('one') + project('two'))).toMatchObject({
      exit: 0,
      stdout: 'project/one created\nproject/two created\n',
      stderr: '',
    })
    expect(await apply(project('one') + project('two', 'more'))).toMatchObject({
      stdout: 'project/one unchanged\nproject/two updated\n',
    })
  })

  it('keeps nothing of a dry run', async () => {
    expect(await apply(project('dry'), '--dry-run')).toMatchObject({
      exit: 0,
      stdout: 'project/dry created (dry run)\n',
    })
    expect(await cli(['get', 'project', 'dry'])).toMatchObject({ exit: 4 })
  })

  it.each([
    ['name', 'project/formats\n'],
    ['jsonpath={.items[0].metadata.name}', 'formats\n'],
  ])('prints only data with -o %s', async (format, stdout) => {
    expect(await apply(project('formats'), '-o', format)).toMatchObject({ stdout, stderr: '' })
  })

  it('reports what the server refuses at its position in the file', async () => {
    const text = `${project('fine')}apiVersion: qleet.io/v1\nkind: WorkloadInstance\nmetadata: {name: x}\nspec:\n  definition: nobody\n`
    const { exit, stdout, stderr } = await apply(text)
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toBe(
      'Error: <stdin>:9:15: spec.definition: there is no WorkloadDefinition with this name in project "default", got "nobody". Create it first, or use the name of an existing one.\n',
    )
    expect(await cli(['get', 'project', 'fine'])).toMatchObject({ exit: 4 })
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
    await apply(workload('round'))
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
    await apply(workload('target'))
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

describe('get', () => {
  it('prints an aligned table, with why something is not ready', async () => {
    await apply(workload('pending'))
    const { stdout, stderr } = await cli(['get', 'workloads', 'pending'])
    expect(stdout.replace(/\d+s/, '0s').split('\n')).toEqual([
      'NAME      DEFINITION   RUNTIME   STATUS    AGE   MESSAGE',
      expect.stringMatching(/^pending {3}pending {6}space {5}Pending {3}0s/),
      '',
    ])
    expect(stderr).toBe('')
  })

  it('prints the object, or the list, with its fields in the documented order', async () => {
    await apply(project('json', 'x'))
    const one = JSON.parse((await cli(['get', 'project', 'json', '-o', 'json'])).stdout) as Record<
      string,
      unknown
    >
    expect(Object.keys(one)).toEqual(['apiVersion', 'kind', 'metadata', 'spec', 'status'])
    expect(Object.keys(one['metadata'] as object)).toEqual([
      'name',
      'labels',
      'uid',
      'generation',
      'resourceVersion',
      'creationTimestamp',
    ])
    expect(one).toMatchObject({
      apiVersion: 'qleet.io/v1',
      kind: 'Project',
      metadata: { name: 'json', labels: { made: 'here' }, generation: 1 },
      spec: { description: 'x' },
      status: { phase: 'Ready', ready: true, observedGeneration: 1 },
    })
    const list = JSON.parse((await cli(['get', 'projects', '-o', 'json'])).stdout) as { items: unknown[] }
    expect(list.items).toContainEqual(one)
    expect(parse((await cli(['get', 'project/json', '-o', 'yaml'])).stdout)).toEqual(one)
  })

  it('finds by label, orders by a field and leaves out headers', async () => {
    await apply(project('sorted-b', 'a') + project('sorted-a', 'b'))
    const { stdout } = await cli([
      'get',
      'projects',
      '-l',
      'made=here',
      '--sort-by',
      'spec.description',
      '--no-headers',
      '-o',
      'wide',
    ])
    const names = stdout
      .split('\n')
      .map((line) => line.split(' ')[0])
      .filter((name) => name?.startsWith('sorted'))
    expect(names).toEqual(['sorted-b', 'sorted-a'])
    expect(await cli(['get', 'projects', '-l', 'made=elsewhere'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'No projects found.\n',
    })
  })

  it.each([
    ['made', 'sorted-a sorted-b'],
    ['made!=there', 'sorted-a sorted-b'],
    ['made in (here, there)', 'sorted-a sorted-b'],
    ['made notin (here)', ''],
    ['!made', ''],
    ['made=here,made=there', ''],
  ])('finds by the label selector %s', async (selector, expected) => {
    await apply(project('sorted-b', 'a') + project('sorted-a', 'b'))
    const { exit, stdout } = await cli(['get', 'projects', '-l', selector, '-o', 'name'])
    const names = stdout.split('\n').filter((line) => line.includes('sorted'))
    expect({ exit, names: names.map((name) => name.replace('project/', '')).join(' ') }).toEqual({
      exit: 0,
      names: expected,
    })
  })

  it.each([
    ['spec.description=a', 'sorted-b'],
    ['.spec.description!=a,metadata.name=sorted-a', 'sorted-a'],
    ['status.phase=Failed', ''],
  ])('finds by the field selector %s', async (selector, expected) => {
    await apply(project('sorted-b', 'a') + project('sorted-a', 'b'))
    const argv = ['get', 'projects', '-l', 'made=here', '--field-selector', selector, '-o', 'name']
    const names = (await cli(argv)).stdout.split('\n').filter((line) => line.includes('sorted'))
    expect(names.join(' ')).toBe(expected === '' ? '' : `project/${expected}`)
  })

  it.each([
    [['-l', 'a in b'], '"a in b" is not a condition'],
    [['--field-selector', 'phase=Ready'], 'Project has no such field. Did you mean "status.phase"?'],
    [['--field-selector', 'spec.description'], 'is not a condition'],
    [['--sort-by', 'nonsense.path'], 'Project has no such field. List the fields: qleetctl explain Project'],
    [['--sort-by', 'spec.descripton'], 'Did you mean "spec.description"?'],
  ])('refuses %s', async (options, reason) => {
    const { exit, stdout, stderr } = await cli(['get', 'projects', ...options])
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain(reason)
  })

  it('shows labels, all or some', async () => {
    await apply(project('labelled'))
    const all = await cli(['get', 'project', 'labelled', '--show-labels'])
    expect(all.stdout).toMatch(/LABELS\nlabelled .* made=here\n$/)
    const some = await cli(['get', 'project', 'labelled', '-L', 'made,other'])
    expect(some.stdout).toMatch(/MADE +OTHER\nlabelled .* here\n$/)
  })

  it('stops at a limit and says so', async () => {
    await apply(project('one-of') + project('two-of'))
    const { stdout, stderr } = await cli([
      'get',
      'projects',
      '--limit',
      '1',
      '--chunk-size',
      '1',
      '--no-headers',
    ])
    expect(stdout.split('\n')).toHaveLength(2)
    expect(stderr).toBe('Only the first 1 objects are listed, as --limit demands.\n')
    expect(await cli(['get', 'projects', '--limit', '1000'])).toMatchObject({ stderr: '' })
  })

  it('prints the objects of a file', async () => {
    const text = project('of-file') + workload('of-file')
    await apply(text)
    const { exit, stdout } = await cli(['get', '-f', '-', '-o', 'name'], { stdin: text })
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: 'project/of-file\nworkload-definition/of-file\nworkload-instance/of-file\n',
    })
  })

  it('says on stderr that there is nothing', async () => {
    const { exit, stdout, stderr } = await cli(['get', 'workloads', '--project', 'default', '-l', 'no=thing'])
    expect({ exit, stdout, stderr }).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'No workload instances found in project default.\n',
    })
    expect(JSON.parse((await cli(['get', 'workloads', '-l', 'no=thing', '-o', 'json'])).stdout)).toEqual({
      apiVersion: 'qleet.io/v1',
      kind: 'List',
      items: [],
    })
  })

  it('says which token was not known', async () => {
    const env = { ...serverEnv({ url: urlOf(server), token: 'wrong' }) }
    expect(await cli(['get', 'projects'], { env })).toEqual({
      exit: 3,
      stdout: '',
      stderr: `Error: The token is unknown to this control plane. The token sent to ${urlOf(server)} is from QLEET_TOKEN.\n`,
    })
  })

  it('reports names that do not exist', async () => {
    expect(await cli(['get', 'wd', 'nobody', 'no-one'])).toEqual({
      exit: 4,
      stdout: '',
      stderr: 'Error: There is no WorkloadDefinition "nobody", "no-one" in project "default"\n',
    })
  })

  it('suggests a name like the one that does not exist', async () => {
    await apply(workload('hello'))
    expect(await cli(['get', 'workload', 'helo'])).toMatchObject({
      exit: 4,
      stderr: 'Error: There is no WorkloadInstance "helo" in project "default". Did you mean "hello"?\n',
    })
    expect(await cli(['get', 'workload', 'hello', '-n', 'nowhere'])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('"hello" is in project "default": --project default'),
    })
  })

  it.each(['WorkloadDefinition', 'workload_definitions', 'workloadDefinitions', 'wd', 'workload-definition'])(
    'knows the kind as %s',
    async (noun) => {
      expect(await cli(['get', noun])).toMatchObject({ exit: 0 })
    },
  )

  it('shows the projects of objects of all projects', async () => {
    await apply(
      `${project('team-a')}${workload('theirs').replace('name: theirs', 'name: theirs, project: team-a').replace('spec:', 'spec:\n  runtime: default/space')}`,
    )
    const { stdout } = await cli(['get', 'workloads', '-A'])
    expect(stdout).toMatch(/^PROJECT +NAME/)
    expect(stdout).toMatch(/team-a +theirs/)
    expect(await cli(['get', 'workloads', '-A', '-o', 'name'])).toMatchObject({
      stdout: expect.stringContaining('workload-instance/theirs\n'),
    })
  })

  it('goes on with changes until Ctrl-C', async () => {
    const ended = new AbortController()
    let printed = ''
    const watch = cli(['get', 'projects', 'watched', '--watch'], {
      signal: ended.signal,
      onOutput: (text) => {
        printed += text
        if (printed.includes('STATUS') && !printed.includes(' deleted'))
          void cli(['delete', 'project', 'watched'])
        if (printed.includes(' deleted')) ended.abort()
      },
    })
    await expect(watch).resolves.toMatchObject({ exit: 4 })
    await apply(project('watched'))
    const again = cli(['get', 'projects', 'watched', '--watch'], {
      signal: ended.signal,
      onOutput: (text) => {
        printed += text
        if (text.includes('STATUS')) void cli(['delete', 'project', 'watched'])
        if (text.includes(' deleted')) ended.abort()
      },
    })
    const { exit, stdout, stderr } = await again
    expect(exit).toBe(130)
    expect(stdout).toMatch(/^NAME +STATUS +AGE +MESSAGE\nwatched +Ready +\d+s\n/)
    expect(stderr).toBe('project/watched deleted\n')
  })
})

describe('describe', () => {
  it('shows what is known, with who uses it', async () => {
    await apply(workload('shown'))
    await worker.report('WorkloadInstance', 'shown', {
      phase: 'Failed',
      cause: { reason: 'ImagePullBackOff', message: 'image x cannot be pulled' },
    })
    const { exit, stdout } = await cli(['describe', 'workload', 'shown'])
    expect(exit).toBe(0)
    for (const text of [
      'Name:        shown',
      'Status:      Failed',
      'image x cannot be pulled',
      'ImagePullBackOff of WorkloadInstance shown, for',
      'definition:  shown',
    ])
      expect(stdout).toContain(text)
    const used = await cli(['describe', 'wd/shown'])
    expect(used.stdout).toContain('Used by:\n  workload-instance/shown (Failed)')
    expect(used.stdout).toMatch(/yamlDocument:\s+apiVersion: v1/)
    expect(await cli(['describe', 'wd/shown', 'wi/shown', '-o', 'name'])).toMatchObject({
      stdout: 'workload-definition/shown\nworkload-instance/shown\n',
    })
    const { stdout: json } = await cli(['describe', 'wd/shown', '-o', 'json'])
    expect(JSON.parse(json)).toMatchObject({
      metadata: { name: 'shown' },
      usedBy: ['workload-instance/shown (Failed)'],
      events: [],
      resources: [],
    })
  })
})

describe('delete', () => {
  it('refuses what others need, and names them', async () => {
    await apply(workload('needed'))
    const { exit, stdout, stderr } = await cli(['delete', 'wd', 'needed'])
    expect({ exit, stdout }).toEqual({ exit: 5, stdout: '' })
    expect(stderr).toContain('is needed by WorkloadInstance "needed"')
  })

  it('deletes all that a file describes, and ignores what is gone with --ignore-not-found', async () => {
    const file = join(await temporaryFolder(), 'a.yaml')
    await writeFile(file, project('gone-1') + project('gone-2'))
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
})

describe('events', () => {
  it('shows the last entries of the change log, oldest first', async () => {
    await apply(project('logged'), '--reason', 'for the log')
    const { stdout } = await cli(['events', '--last', '1'])
    const [header, line] = stdout.split('\n')
    expect(header).toMatch(/^TIME +OPERATION +OBJECT +GENERATION +ACTOR +REASON$/)
    expect(line).toMatch(/CREATE +Project\/logged +1 +admin +for the log$/)
    expect(await cli(['events', '--last', '1', '-o', 'name'])).toMatchObject({ stdout: 'project/logged\n' })
  })

  it('leaves out the status and triggers unless they are requested', async () => {
    await apply(workload('noted'))
    await worker.report('WorkloadInstance', 'noted', { phase: 'Ready' })
    await cli(['reconcile', 'workload/noted'])
    const operations = async (...options: string[]) => {
      const { stdout } = await cli(['events', 'workloads', ...options, '-o', 'json'])
      const { items } = JSON.parse(stdout) as { items: { operation: string; name: string }[] }
      return items.filter(({ name }) => name === 'noted').map(({ operation }) => operation)
    }
    expect(await operations()).toEqual(['CREATE'])
    expect(await operations('--all')).toEqual(['CREATE', 'STATUS', 'TRIGGER'])
    expect(await operations('--operation', 'status,trigger')).toEqual(['STATUS', 'TRIGGER'])
    expect(await operations('--since', '1h')).toEqual(['CREATE'])
    expect(await cli(['events', '--operation', 'UPDAT'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Did you mean UPDATE?'),
    })
  })

  it('says on stderr that an object has none', async () => {
    await apply(project('eventless'))
    expect(await cli(['events', 'project/eventless'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'No events found for Project eventless.\n',
    })
  })
})

describe('-v and -q', () => {
  it('reports requests without tokens', async () => {
    const { stdout, stderr } = await cli(['get', 'projects', '-v'])
    expect(stdout).toMatch(/^NAME/)
    expect(stderr).toMatch(
      /^> POST http:\S+\/graphql ListObjects: 200 in \d+ ms, request \S+, release \S+\n$/,
    )
    expect(stderr).not.toContain(server.adminToken)
  })

  it('prints no notes, but errors', async () => {
    expect(await cli(['get', 'projects', '-l', 'no=thing', '-q'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: '',
    })
    expect(await cli(['get', 'project', 'nobody-here', '-q'])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('There is no Project "nobody-here"'),
    })
  })
})

describe('whoami, version and cluster-info', () => {
  it('show which server responds, with which release', async () => {
    const who = await cli(['whoami', '-o', 'json'])
    const facts = JSON.parse(who.stdout) as Record<string, string>
    expect(facts).toEqual({ server: urlOf(server), tokenFrom: 'QLEET_TOKEN', release: expect.any(String) })
    expect((await cli(['version'])).stdout).toMatch(
      new RegExp(`^qleetctl \\S+\nserver ${facts['release'] ?? ''} at ${urlOf(server)}\n$`),
    )
    expect((await cli(['version', '--client'])).stdout).toMatch(/^qleetctl \S+\n$/)
    const info = await cli(['cluster-info'])
    expect(info.stdout).toContain(`GraphQL:       ${urlOf(server)}/graphql\n`)
    expect(info.stdout).toMatch(/default +space +Pending/)
  })

  it('refuse a wrong token, but show the version of the server with it', async () => {
    const env = serverEnv({ url: urlOf(server), token: 'wrong' })
    expect(await cli(['whoami'], { env })).toMatchObject({ exit: 3 })
    expect(await cli(['version'], { env })).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('\nserver '),
    })
  })

  it('show the version of qleetctl also where the server does not respond', async () => {
    const env = serverEnv({ url: 'http://127.0.0.1:9', token: 'x' })
    expect(await cli(['version'], { env })).toMatchObject({
      exit: 6,
      stdout: expect.stringMatching(/^qleetctl \S+\n$/),
    })
  })
})

describe('history', () => {
  it('shows what was changed, by whom and why, also of a deleted object', async () => {
    await apply(project('old', 'first'))
    await apply(project('old', 'second'), '--reason', 'a new name')
    const { exit, stdout } = await cli(['history', 'project/old'])
    expect(exit).toBe(0)
    expect(stdout.replaceAll(/\d{4}-\S+Z/g, 'TIME').split('\n')).toEqual([
      expect.stringMatching(/^GENERATION +TIME +OPERATION +ACTOR +REASON +CHANGED$/),
      expect.stringMatching(/^1 +TIME +CREATE +admin$/),
      expect.stringMatching(/^2 +TIME +UPDATE +admin +a new name +description: first → second$/),
      '',
    ])
    const asJson = JSON.parse((await cli(['history', 'project/old', '-o', 'json'])).stdout) as object
    expect(asJson).toMatchObject({
      items: [{}, { before: { description: 'first' }, after: { description: 'second' } }],
    })
    await cli(['delete', 'project', 'old'])
    expect((await cli(['history', 'project', 'old'])).stdout).toContain('DELETE')
    expect(await cli(['history', 'project', 'odl'])).toMatchObject({ exit: 4 })
  })

  it('prints the document of a generation, which apply reads', async () => {
    await apply(project('back', 'first'))
    await apply(project('back', 'second'))
    const { stdout } = await cli(['history', 'project/back', '--generation', '1'])
    expect(await apply(stdout)).toMatchObject({ exit: 0, stdout: 'project/back updated\n' })
    const { stdout: now } = await cli(['get', 'project/back', '-o', 'jsonpath={.spec.description}'])
    expect(now).toBe('first\n')
    expect(await cli(['history', 'project/back', '--generation', '9'])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('It has 1, 2, 3.'),
    })
  })
})

describe('completion', () => {
  it.each<[string[], string]>([
    [['ge'], 'get\t'],
    [['config', 'use'], 'use-context\t'],
    [['get', 'workload-d'], 'workload-definition\t'],
    [['get', 'wd', '--out'], '--output\t'],
    [['get', 'wd', '-o', 'js'], 'json\t\njsonpath=\t\njsonpath-as-json=\t\njsonpath-file=\t\n'],
    [['get', 'wd', '-o', 'cus'], 'custom-columns=\t'],
    [['explain', 'workload.spec.dr'], 'workload.spec.drift\t'],
    [['completion', 'pow'], 'powershell\t'],
    [['history', 'runtime/s'], 'runtime/space\t'],
    [['get', 'runtime', 'sp'], 'space\t'],
    [['describe', 'runtime/s'], 'runtime/space\t'],
    [['wait', 'wi/x', '--for', 'de'], 'delete\t'],
    [['--qleet-config', 'x.yaml', 'ge'], 'get\t'],
    [['get', '-o', 'json', 'runtime', 'sp'], 'space\t'],
    [['--ser'], '--server\t'],
  ])('of %j starts with %j', async (words, first) => {
    const { exit, stdout } = await cli(['__complete', '--', ...words])
    expect(exit).toBe(0)
    expect(stdout.startsWith(first)).toBe(true)
  })
})
