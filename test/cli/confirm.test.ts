import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { cliOf, workloadDocument } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let worker: ReturnType<typeof createFakeWorker>
beforeAll(async () => {
  server = await createTestServer()
  worker = createFakeWorker(server)
  const stdin = 'KubernetesRuntime: {Name: space, InfraProvider: simulated, DefaultRuntime: true}'
  await cli(['apply', '-f', '-'], { stdin })
})
afterAll(async () => {
  await server.stop()
})

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

const removals = [
  { id: 'u1', text: 'PersistentVolumeClaim shop/data: holds data' },
  { id: 'u2', text: 'StatefulSet.apps shop/db: holds data' },
]
const shownRemovals = `2 resources will be removed once confirmed:
  PersistentVolumeClaim shop/data: holds data
  StatefulSet.apps shop/db: holds data
`
const cause = { reason: 'AwaitingConfirmation', message: 'Waits for a confirmation.' }
const hold = (name: string) =>
  worker.report('WorkloadInstance', name, { phase: 'Blocked', cause, confirm: removals })
const tokenOf = async (name: string) =>
  (await worker.client.objects.get({ kind: 'WorkloadInstance', name }))?.confirmation?.token

async function held(name: string): Promise<string> {
  await cli(['apply', '-f', '-'], { stdin: workloadDocument(name) })
  await hold(name)
  return (await tokenOf(name)) ?? ''
}

describe('confirm', () => {
  it('reports that no removal waits', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('idle') })
    expect(await cli(['confirm', 'workload', 'idle'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'workload-instance/idle has no removals to confirm.\n',
    })
    expect(await cli(['confirm', 'workload/idle', '--token', 'abc'])).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('has no removal that waits for confirmation'),
    })
  })

  it('shows the list and refuses without a terminal', async () => {
    const token = await held('asked')
    const { exit, stdout, stderr } = await cli(['confirm', 'workload/asked'])
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: `workload-instance/asked: ${shownRemovals}` })
    expect(stderr).toContain(`qleetctl confirm workload-instance/asked --token ${token}\n`)
    expect(await tokenOf('asked')).toBe(token)
  })

  it.each([
    ['y\n', 'workload-instance/terminal-y confirmed\n', undefined],
    ['n\n', 'Nothing was removed.\n', expect.any(String)],
    ['', 'Nothing was removed.\n', expect.any(String)],
  ])('asks on a terminal, and accepts %j as an answer', async (stdin, printed, left) => {
    const name = `terminal-${stdin.trim() || 'end'}`
    await held(name)
    const { exit, stdout, stderr } = await cli(['confirm', `workload/${name}`], { stdin, columns: 100 })
    expect(exit).toBe(0)
    expect(stdout).toContain(shownRemovals)
    expect(stderr).toContain('Remove them? [y/N] ')
    expect(stdout + stderr).toContain(printed)
    expect(await tokenOf(name)).toEqual(left)
  })

  it('accepts the token of the displayed list, and no other', async () => {
    const token = await held('token')
    expect(await cli(['confirm', 'workload/token', '--token', 'another'])).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('does not match the removal'),
    })
    expect(await cli(['confirm', 'workload/token', '--token', token])).toMatchObject({ exit: 0 })
    expect(await tokenOf('token')).toBeUndefined()
  })

  it('confirms without a question with --yes', async () => {
    await held('unasked')
    expect(await cli(['confirm', 'workload/unasked', '--yes'])).toMatchObject({
      exit: 0,
      stdout: `workload-instance/unasked: ${shownRemovals}workload-instance/unasked confirmed\n`,
    })
  })

  it('stands for what the object owns, and what that owns', async () => {
    const owned = (name: string) => ({ kind: 'WorkloadInstance', name, spec: { definition: 'idle' } })
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('top') })
    await worker.own('WorkloadInstance', 'top', [owned('left'), owned('right')])
    await worker.own('WorkloadInstance', 'right', [owned('below')])
    for (const name of ['left', 'below']) await hold(name)
    const refused = await cli(['confirm', 'workload/top'])
    expect(refused).toMatchObject({
      exit: 2,
      stdout: `workload-instance/left: ${shownRemovals}workload-instance/below: ${shownRemovals}`,
      stderr: expect.stringContaining(
        `qleetctl confirm workload-instance/left --token ${await tokenOf('left')}\n`,
      ),
    })
    expect(await cli(['confirm', 'workload/top', '--yes'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('workload-instance/left confirmed\n'),
    })
    expect([await tokenOf('left'), await tokenOf('below')]).toEqual([undefined, undefined])
  })

  it('is shown by describe, and in the machine-readable output of get', async () => {
    const token = await held('shown')
    const { stdout } = await cli(['describe', 'workload/shown'])
    expect(stdout).toContain(`Waiting for confirmation:\n  ${shownRemovals.replaceAll('\n  ', '\n    ')}`)
    expect(stdout).toContain(`qleetctl confirm workload-instance/shown --token ${token}\n`)
    const printed = await cli(['get', 'workload', 'shown', '-o', 'yaml'])
    // YAML quotes a token that consists of digits.
    expect(printed.stdout).toMatch(new RegExp(`token: "?${token}"?\n`))
    expect(await cli(['apply', '-f', '-'], { stdin: printed.stdout })).toMatchObject({ exit: 0 })
  })
})

describe('waiting', () => {
  it.each([
    ['apply', ['apply', '-f', '-', '--wait'], 'Progressing', workloadDocument('apply', 'b')],
    ['delete', ['delete', 'workload/delete', '--wait'], 'Deleting', ''],
  ])('ends %s early when a removal waits for confirmation', async (name, argv, started, stdin) => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument(name) })
    await worker.report('WorkloadInstance', name, { phase: 'Progressing' })
    let isHeld = false
    const { exit, stderr } = await cli(argv, {
      stdin,
      onOutput: (text) => {
        if (isHeld || !text.includes(`workload-instance/${name}: ${started}`)) return
        isHeld = true
        void hold(name)
      },
    })
    expect(exit).toBe(5)
    expect(stderr).toContain(
      `workload-instance/${name} is waiting for confirmation: ${shownRemovals}Confirm: qleetctl confirm workload-instance/${name}\n`,
    )
  })

  it('shows only the reasons that concern a deletion', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('failed') })
    const failure = { reason: 'InvalidImageName', message: 'image X has an invalid name' }
    await worker.report('WorkloadInstance', 'failed', { phase: 'Failed', cause: failure })
    const { exit, stderr } = await cli(['delete', 'workload/failed', '--wait', '--timeout', '100ms'])
    expect(exit).toBe(7)
    expect(stderr).not.toContain('image X')
    expect(stderr).toContain('workload-instance/failed: Deleting\n')
  })
})
