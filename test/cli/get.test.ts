import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectDocument, useCliServer } from '../support/cli-server.ts'
import { urlOf } from '../support/fake-worker.ts'
import { serverEnv, workloadDocument } from '../support/run-cli.ts'

const used = useCliServer()
const { cli, apply } = used

describe('get', () => {
  it('prints an aligned table, with why something is not ready', async () => {
    await apply(workloadDocument('pending'))
    const { stdout, stderr } = await cli(['get', 'workloads', 'pending'])
    expect(stdout.replace(/\d+s/, '0s').split('\n')).toEqual([
      'NAME      DEFINITION   RUNTIME   STATUS    AGE   MESSAGE',
      expect.stringMatching(/^pending {3}pending {6}space {5}Pending {3}0s/),
      '',
    ])
    expect(stderr).toBe('')
  })

  it('prints the object, or the list, with its fields in the documented order', async () => {
    await apply(projectDocument('json', 'x'))
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

  it('leaves out what support services consist of, unless it is named or asked for', async () => {
    const part = projectDocument('metrics-space', 'x').replace(
      'made: here',
      'qleet.io/support-service: metrics',
    )
    await apply(part + projectDocument('mine', 'x'))
    const listed = async (...words: string[]) =>
      (await cli(['get', 'projects', '-o', 'name', ...words])).stdout.includes('metrics-space')
    expect(await listed()).toBe(false)
    expect(await listed('--support-services')).toBe(true)
    expect(await listed('-l', 'qleet.io/support-service')).toBe(true)
    expect(await listed('metrics-space')).toBe(true)
  })

  it('finds by label, orders by a field and leaves out headers', async () => {
    await apply(projectDocument('sorted-b', 'a') + projectDocument('sorted-a', 'b'))
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
    await apply(projectDocument('sorted-b', 'a') + projectDocument('sorted-a', 'b'))
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
    await apply(projectDocument('sorted-b', 'a') + projectDocument('sorted-a', 'b'))
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
    await apply(projectDocument('labelled'))
    const all = await cli(['get', 'project', 'labelled', '--show-labels'])
    expect(all.stdout).toMatch(/LABELS\nlabelled .* made=here\n$/)
    const some = await cli(['get', 'project', 'labelled', '-L', 'made,other'])
    expect(some.stdout).toMatch(/MADE +OTHER\nlabelled .* here\n$/)
  })

  it('stops at a limit and says so', async () => {
    await apply(projectDocument('one-of') + projectDocument('two-of'))
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
    expect(stderr).toBe('Only the first object is listed, as --limit demands.\n')
    expect(await cli(['get', 'projects', '--limit', '1000'])).toMatchObject({ stderr: '' })
  })

  it('prints the objects of a file', async () => {
    const text = projectDocument('of-file') + workloadDocument('of-file')
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
    const env = { ...serverEnv({ url: urlOf(used.server), token: 'wrong' }) }
    expect(await cli(['get', 'projects'], { env })).toEqual({
      exit: 3,
      stdout: '',
      stderr: `Error: The token is unknown to this control plane. The token sent to ${urlOf(used.server)} is from QLEET_TOKEN.\n`,
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
    await apply(workloadDocument('hello'))
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
      `${projectDocument('team-a')}${workloadDocument('theirs').replace('name: theirs', 'name: theirs, project: team-a').replace('spec:', 'spec:\n  runtime: default/space')}`,
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
    await apply(projectDocument('watched'))
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
    await apply(workloadDocument('shown'))
    await used.worker.report('WorkloadInstance', 'shown', {
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
    const definition = await cli(['describe', 'wd/shown'])
    expect(definition.stdout).toContain('Used by:\n  workload-instance/shown (Failed)')
    expect(definition.stdout).toMatch(/yamlDocument:\s+apiVersion: v1/)
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

describe('get --search', () => {
  it('finds objects of all kinds by the words of their names, labels and specs', async () => {
    await apply(projectDocument('found-by-name', 'nothing') + projectDocument('other', 'the Zebra crossing'))
    const names = async (text: string) =>
      (await cli(['get', 'all', '-A', '--search', text, '-o', 'name'])).stdout
    expect(await names('zebra cross')).toBe('project/other\n')
    expect(await names('found-by-name')).toBe('project/found-by-name\n')
    expect(await names('zebra missing')).toBe('')
  })

  it.each([
    [['get', 'project', 'x', '--search', 'a'], '--search and names cannot be used together'],
    [['get', 'project/x', '--search', 'a'], '--search and names cannot be used together'],
    [['get', 'projects', '--watch', '--search', 'a'], '--search and --watch cannot be used together'],
    [['get', '--stuck', '--search', 'a'], '--stuck cannot be used with names, --search or --watch'],
  ])('%j is refused', async (argv, message) => {
    expect(await cli(argv)).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(new RegExp(message, 'i')),
    })
  })
})
