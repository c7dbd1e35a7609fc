import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { cliOf } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  const runtime = 'KubernetesRuntime: {Name: space, InfraProvider: simulated, DefaultRuntime: true}'
  await cli(['apply', '-f', '-'], { stdin: runtime })
})
afterAll(() => server.stop())

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

const deployment = (name: string, tag: string) => `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: app, image: "nginx:${tag}"}]}
`

async function deploy(name: string, tag = '1', deployments = ['web']) {
  const yaml = deployments.map((each) => deployment(each, tag)).join('')
  const stdin = JSON.stringify({
    apiVersion: 'qleet.io/v1',
    kind: 'Workload',
    metadata: { name },
    spec: { yamlDocument: yaml },
  })
  expect(await cli(['apply', '-f', '-'], { stdin })).toMatchObject({ exit: 0 })
}

async function specOf(kind: string, name: string) {
  const { stdout } = await cli(['get', kind, name, '-o', 'json'])
  return (JSON.parse(stdout) as { spec: Record<string, unknown> }).spec
}

describe('scale', () => {
  it('sets and resets the replicas of the only Deployment', async () => {
    await deploy('one')
    expect(await cli(['scale', 'workload/one', '--replicas', '3'])).toEqual({
      exit: 0,
      stdout: 'workload-instance/one updated\n',
      stderr: '',
    })
    const scale = [{ kind: 'Deployment', name: 'web', replicas: 3 }]
    expect(await specOf('workload', 'one')).toMatchObject({ scale })
    await cli(['scale', 'workload/one', '--replicas', '0'])
    expect(await specOf('workload', 'one')).toMatchObject({ scale: [{ replicas: 0 }] })
    await cli(['scale', 'workload/one', '--reset'])
    expect(await specOf('workload', 'one')).not.toHaveProperty('scale')
  })

  it('requires the name if there are several', async () => {
    await deploy('two', '1', ['web', 'api'])
    expect(await cli(['scale', 'workload/two', '--replicas', '3'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(
        'Choose one: --resource KIND/NAME. They are deployment/web, deployment/api.',
      ),
    })
    expect(
      await cli(['scale', 'workload/two', '--replicas', '3', '--resource', 'deployment/nope']),
    ).toMatchObject({
      exit: 4,
    })
    for (const name of ['web', 'deployment/api'])
      expect(await cli(['scale', 'workload/two', '--replicas', '3', '--resource', name])).toMatchObject({
        exit: 0,
      })
    expect(await specOf('workload', 'two')).toMatchObject({ scale: [{ name: 'web' }, { name: 'api' }] })
  })

  it.each([
    [
      ['scale', 'project/default', '--replicas', '1'],
      'A project cannot be scaled. Only these can: workload-instance.',
    ],
    [['scale', 'workload/one'], 'Give either --replicas COUNT, or --reset'],
    [['scale', 'workload/one', '--replicas', '-1'], 'must be an integer'],
  ])('%j is refused', async (argv, message) => {
    await deploy('one')
    expect(await cli(argv)).toMatchObject({ exit: 2, stderr: expect.stringContaining(message) })
  })
})

describe('rollout', () => {
  it('restart, pause and resume edit the instance only', async () => {
    await deploy('operated')
    expect(await cli(['rollout', 'restart', 'workload/operated'])).toMatchObject({ exit: 0 })
    expect(await cli(['rollout', 'pause', 'workload/operated'])).toMatchObject({
      exit: 0,
      stderr: 'Changes of pods wait until: qleetctl rollout resume workload-instance/operated\n',
    })
    expect(await specOf('workload', 'operated')).toMatchObject({
      paused: true,
      restartedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await cli(['rollout', 'resume', 'workload/operated'])).toMatchObject({ exit: 0 })
    expect(await specOf('workload', 'operated')).not.toHaveProperty('paused')
    expect(await cli(['rollout', 'restart', 'wd/operated'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('A workload-definition cannot be restarted.'),
    })
  })

  it.each(['pause', 'resume'])('%s of an application names what is missing', async (verb) => {
    const document = (kind: string, name: string, spec: object): string =>
      JSON.stringify({ apiVersion: 'qleet.io/v1', kind, metadata: { name }, spec })
    await deploy('delivered')
    const stdin = [
      document('Environment', 'staging', {}),
      document('Application', 'delivered', {
        definition: 'delivered',
        environments: [{ environment: 'staging' }],
      }),
    ].join('\n---\n')
    expect(await cli(['apply', '-f', '-'], { stdin })).toMatchObject({ exit: 0 })
    expect(await cli(['rollout', verb, 'application/delivered'])).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(
        /^Error: --environment is missing: application\/delivered is (paused|resumed) in one/,
      ),
    })
  })

  it('status shows incomplete rollouts without waiting', async () => {
    await deploy('pending')
    expect(await cli(['rollout', 'status', 'workload/pending', '--watch=false'])).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('workload-instance/pending is not rolled out: '),
    })
  })

  it('restores the secrets of the revision', async () => {
    const apply = async (value: string) => {
      const yamlDocument = `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: ${value}}\n`
      const document = { kind: 'WorkloadDefinition', metadata: { name: 'sealed' }, spec: { yamlDocument } }
      const stdin = JSON.stringify({ apiVersion: 'qleet.io/v1', ...document })
      expect(await cli(['apply', '-f', '-'], { stdin })).toMatchObject({ exit: 0 })
      return specOf('workload-definition', 'sealed')
    }
    const first = await apply('one')
    expect(await apply('two')).not.toEqual(first)
    const undo = ['rollout', 'undo', 'workload-definition/sealed']
    expect(await cli([...undo, '--dry-run'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('updated (dry run)'),
    })
    expect(await cli(undo)).toEqual({
      exit: 0,
      stdout: 'workload-definition/sealed updated\n',
      stderr: '',
    })
    expect(await specOf('workload-definition', 'sealed')).toEqual(first)
  })

  it('undo waits until the log shows the last change, and undoes no other', async () => {
    for (const tag of ['1', '2']) await deploy('held', tag)
    const long = await server.database.sql.connect()
    await long.query('BEGIN')
    await long.query('SELECT pg_current_xact_id()')
    await deploy('held', '3')
    const undone = cli(['rollout', 'undo', 'workload/held'])
    await sleep(1500)
    await long.query('COMMIT')
    long.release()
    expect(await undone).toMatchObject({ exit: 0 })
    expect((await specOf('workload-definition', 'held'))['yamlDocument']).toContain('nginx:2')
  })

  it('history lists revisions, and undo returns to them', async () => {
    await deploy('undone', '1')
    await deploy('undone', '2')
    await cli(['scale', 'workload/undone', '--replicas', '3'])
    await deploy('undone', '3')
    const { stdout } = await cli(['rollout', 'history', 'workload/undone'])
    const rows = stdout.trimEnd().split('\n').slice(1)
    expect(rows.map((row) => row.split(/\s+/)[1])).toEqual([
      'workload-definition/undone',
      'workload-instance/undone',
      'workload-definition/undone',
      'workload-definition/undone',
    ])
    const revisions = rows.map((row) => row.split(/\s+/)[0] ?? '')
    const { stdout: third } = await cli(['rollout', 'history', 'wi/undone', '--revision', revisions[3] ?? ''])
    expect(third).toMatch(/-.*nginx:2[\s\S]*\+.*nginx:3/)

    const image = async () => /nginx:\d/.exec(String((await specOf('wd', 'undone'))['yamlDocument']))?.[0]
    const dry = await cli(['rollout', 'undo', 'workload/undone', '--dry-run'])
    expect(dry.stdout).toContain('workload-definition/undone updated (dry run)\n')
    expect(await cli(['rollout', 'undo', 'workload/undone'])).toMatchObject({
      exit: 0,
      stdout: 'workload-definition/undone updated\n',
    })
    expect(await image()).toBe('nginx:2')
    await cli(['rollout', 'undo', 'workload/undone', '--to-revision', revisions[1] ?? ''])
    expect(await image()).toBe('nginx:1')
    expect(await cli(['rollout', 'undo', 'workload/undone', '--to-revision', '999999'])).toMatchObject({
      exit: 4,
    })
  })

  it('undo lists the other objects of a definition', async () => {
    await deploy('shared', '1')
    await deploy('shared', '2')
    const stdin =
      'apiVersion: qleet.io/v1\nkind: WorkloadInstance\nmetadata: {name: another}\nspec: {definition: shared}\n'
    await cli(['apply', '-f', '-'], { stdin })
    expect(await cli(['rollout', 'undo', 'workload/shared'])).toMatchObject({
      exit: 0,
      stderr:
        'Note: workload-definition/shared also determines workload-instance/another, which changes with it.\n',
    })
  })

  it('undo names what has a version of the definition that is kept for a rollout, not that version', async () => {
    const yamlDocument = (tag: string) => deployment('web', tag)
    const definition = (tag: string) => ({
      apiVersion: 'qleet.io/v1',
      kind: 'WorkloadDefinition',
      metadata: { name: 'waved' },
      spec: {
        yamlDocument: yamlDocument(tag),
        rollout: { waves: [{ instances: 1 }], settle: 1, deadline: 60 },
      },
    })
    const instance = (name: string) => ({
      apiVersion: 'qleet.io/v1',
      kind: 'WorkloadInstance',
      metadata: { name },
      spec: { definition: 'waved' },
    })
    const applied = (...documents: object[]) =>
      cli(['apply', '-f', '-'], { stdin: documents.map((each) => JSON.stringify(each)).join('\n---\n') })
    await applied(definition('1'), instance('wave-1'), instance('wave-2'))
    await applied(definition('2'))
    expect((await cli(['get', 'workload-definitions', '-o', 'name'])).stdout).toContain('waved.v1')
    const { stderr } = await cli(['rollout', 'undo', 'workload/wave-1'])
    expect(stderr).toContain(
      'Note: workload-definition/waved also determines workload-instance/wave-2, which changes with it.\n',
    )
    expect(stderr).not.toContain('waved.v1')
  })

  it('get shows that a workload which is ready sleeps', async () => {
    await deploy('sleeper')
    const document = {
      apiVersion: 'qleet.io/v1',
      kind: 'WorkloadInstance',
      metadata: { name: 'sleeper' },
      spec: { definition: 'sleeper', asleep: true },
    }
    await cli(['apply', '-f', '-'], { stdin: JSON.stringify(document) })
    await createFakeWorker(server).report('WorkloadInstance', 'sleeper', { phase: 'Ready' })
    expect((await cli(['get', 'workload', 'sleeper'])).stdout).toContain('Ready (asleep)')
    expect((await cli(['describe', 'workload', 'sleeper'])).stdout).toContain('Ready (asleep)')
  })

  it('undo of the first revision is refused', async () => {
    await deploy('first')
    expect(await cli(['rollout', 'undo', 'workload/first'])).toMatchObject({
      exit: 4,
      stderr: 'Error: workload-instance/first has no earlier revision in the change log\n',
    })
  })
})

describe('wait', () => {
  it.each([
    ['condition=Accepted', 'Accepted=True'],
    ['condition=accepted=true', 'accepted=true'],
    ["jsonpath={.kind}='WorkloadDefinition'", '{.kind}=WorkloadDefinition'],
    ['jsonpath=.kind', '.kind'],
  ])('ends for %s', async (goal, name) => {
    await deploy('awaited')
    const stdout = `workload-definition/awaited has ${name}\n`
    expect(await cli(['wait', 'wd/awaited', `--for=${goal}`])).toMatchObject({ exit: 0, stdout })
  })

  it('ends with 7 if a condition is not met', async () => {
    await deploy('awaited')
    const argv = ['wait', 'wd/awaited', '--for=condition=Ready=False', '--timeout', '1s']
    expect(await cli(argv)).toMatchObject({
      exit: 7,
      stderr: expect.stringContaining('Not Ready=False after 1 s'),
    })
  })

  it('waits for an object to be created, and for all selected ones to be deleted', async () => {
    const waiting = cli(['wait', 'project/later', '--for=create', '--timeout', '60s'])
    const stdin = 'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: later, labels: {team: late}}\n'
    await cli(['apply', '-f', '-'], { stdin })
    expect(await waiting).toMatchObject({ exit: 0, stdout: 'project/later is created\n' })
    const deleted = cli(['wait', 'projects', '-l', 'team=late', '--for=delete', '--timeout', '60s'])
    await cli(['delete', 'project', 'later'])
    expect(await deleted).toMatchObject({ exit: 0 })
  })
})
