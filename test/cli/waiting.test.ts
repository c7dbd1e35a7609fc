import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeWorker, urlOf, type FakeReport } from '../support/fake-worker.ts'
import { cliOf, workloadDocument } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let worker: ReturnType<typeof createFakeWorker>
beforeAll(async () => {
  server = await createTestServer()
  worker = createFakeWorker(server)
  await cli(['apply', '-f', '-'], {
    stdin: 'KubernetesRuntime: {Name: space, InfraProvider: simulated, DefaultRuntime: true}',
  })
})
afterAll(async () => {
  await server.stop()
})

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

/** Calls `act` once when the text has been written. */
function once(text: string, act: () => Promise<unknown>): (written: string) => void {
  let done = false
  return (written) => {
    if (done || !written.includes(text)) return
    done = true
    void act()
  }
}

const report = (name: string, status: FakeReport) => worker.report('WorkloadInstance', name, status)
const missingImage = {
  phase: 'Failed',
  stalled: true,
  cause: { reason: 'InvalidImageName', message: 'image X has an invalid name' },
} as const

describe('wait', () => {
  it('returns at once when the object is ready', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('ready') })
    await report('ready', { phase: 'Ready' })
    const { exit, stdout } = await cli(['wait', 'workload/ready', '--timeout', '0s'])
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'workload-instance/ready is ready\n' })
  })

  it('waits until it becomes ready, and prints each phase once', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('becomes') })
    const { exit, stderr } = await cli(['wait', 'workload', 'becomes'], {
      onOutput: (text) => {
        once('Pending', () =>
          report('becomes', {
            phase: 'Progressing',
            cause: { reason: 'NotReady', message: '0 of 1 pods are ready' },
          }),
        )(text)
        once('0 of 1', () => report('becomes', { phase: 'Ready' }))(text)
      },
    })
    expect(exit).toBe(0)
    expect(stderr.replaceAll(/ · .*/g, '').split('\n')).toEqual([
      expect.stringContaining('workload-instance/becomes: Pending'),
      'workload-instance/becomes: Progressing: 0 of 1 pods are ready',
      '✔ workload-instance/becomes  Ready',
      '',
    ])
  })

  it('ends with 7 and the cause after the timeout', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('late') })
    await report('late', {
      phase: 'Progressing',
      cause: { reason: 'NotReady', message: '0 of 1 pods are ready' },
    })
    const { exit, stdout, stderr } = await cli(['wait', 'workload/late', '--timeout', '100ms'])
    expect({ exit, stdout }).toEqual({ exit: 7, stdout: '' })
    expect(stderr).toContain(
      'Error: Not ready after 100 ms: workload-instance/late: Progressing: 0 of 1 pods are ready\n',
    )
  })

  it('continues while a failing object is not stalled, whatever the reason, and ends once it is', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('crashing') })
    const crashing = {
      phase: 'Failed',
      cause: { reason: 'CrashLoopBackOff', message: 'container web crashes' },
    } as const
    await report('crashing', { ...missingImage, stalled: false })
    const { exit, stderr } = await cli(['wait', 'workload/crashing', '--timeout', '30s'], {
      onOutput: (text) => {
        once('invalid name', () => report('crashing', crashing))(text)
        once('container web crashes', () => report('crashing', { ...crashing, stalled: true }))(text)
      },
    })
    expect({ exit, stderr }).toEqual({
      exit: 1,
      stderr: expect.stringContaining('crashing cannot become ready: container web crashes\n'),
    })
  })

  it.each(['Quarantined', 'Blocked', 'Progressing'] as const)(
    'ends for an object that is stalled as %s',
    async (phase) => {
      const name = `stalled-${phase.toLowerCase()}`
      await cli(['apply', '-f', '-'], { stdin: workloadDocument(name) })
      await report(name, { phase, stalled: true, cause: { reason: 'Any', message: 'Any reason.' } })
      const { exit, stderr } = await cli(['wait', `workload/${name}`, '--timeout', '30s'])
      expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('Any reason.') })
    },
  )

  it('waits for a requested reconcile, whatever the status before', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('again') })
    await report('again', missingImage)
    await cli(['reconcile', 'workload/again'])
    const { exit } = await cli(['wait', 'workload/again', '--timeout', '30s'], {
      onOutput: once('Failed', () => report('again', { phase: 'Ready' })),
    })
    expect(exit).toBe(0)
  })

  it('fails early with the deepest cause if only a user can fix it', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('hopeless') })
    await report('hopeless', missingImage)
    const { exit, stderr } = await cli(['wait', 'workload/hopeless', '--timeout', '30s'])
    expect(exit).toBe(1)
    expect(stderr).toContain(
      'Error: workload-instance/hopeless cannot become ready: image X has an invalid name\n',
    )
    const asJson = await cli(['wait', 'workload/hopeless', '-o', 'json'])
    const [, json = ''] = asJson.stderr.split(/\n(?=\{)/)
    expect(JSON.parse(json)).toMatchObject({
      error: { exit: 1, objects: [{ name: 'hopeless', cause: { reason: 'InvalidImageName' } }] },
    })
  })

  it('fails early if an awaited object cannot become ready', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('behind') })
    await report('behind', {
      phase: 'Waiting',
      stalled: true,
      cause: {
        kind: 'WorkloadInstance',
        name: 'ahead',
        reason: 'Waiting',
        message: 'Waiting until ahead is ready.',
      },
    })
    const { exit, stderr } = await cli(['wait', 'workload/behind'])
    expect(exit).toBe(1)
    expect(stderr).toContain('workload-instance/behind cannot become ready: WorkloadInstance ahead: ')
  })

  it('ignores the status of an older generation', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('newer') })
    await report('newer', { phase: 'Ready' })
    const applied = cli(['apply', '-f', '-', '--wait'], {
      stdin: workloadDocument('newer', 'b'),
      onOutput: once('workload-instance/newer', () => report('newer', missingImage)),
    })
    expect(await applied).toMatchObject({ exit: 1 })
  })

  it('reports an object that does not exist, or is deleted', async () => {
    expect(await cli(['wait', 'workload/nobody'])).toMatchObject({
      exit: 4,
      stderr: 'Error: There is no WorkloadInstance "nobody"\n',
    })
    await cli(['apply', '-f', '-'], { stdin: 'Project: {Name: going}' })
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('going') })
    const waiting = cli(['wait', 'workload/going'], {
      onOutput: once('Pending', async () => {
        await cli(['delete', 'workload/going'])
        await worker.confirmDeletion('WorkloadInstance', 'going')
      }),
    })
    expect(await waiting).toMatchObject({ exit: 4 })
  })

  it('marks only the objects that cannot become ready as failed', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('patient') })
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('stuck') })
    await report('stuck', missingImage)
    const wait = ['wait', 'workload/patient', 'workload/stuck', '--timeout', '30s']
    const { exit, stderr } = await cli(wait)
    expect({ exit, marked: stderr.match(/^✖.*/gm) }).toEqual({
      exit: 1,
      marked: [expect.stringMatching('^✖ workload-instance/stuck')],
    })
    const terminal = await cli(wait, { columns: 120 })
    const last = stripVTControlCharacters(terminal.stderr.split('\u001B[J').at(-1) ?? '')
    expect(last).toMatch(/^… workload-instance\/patient .*Pending/m)
    expect(last).toMatch(/^✖ workload-instance\/stuck .*image X has an invalid name/m)
  })

  it('ends with 130 at Ctrl-C, and prints what goes on and how to follow it', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('interrupted') })
    const ended = new AbortController()
    const { exit, stderr } = await cli(['wait', 'workload/interrupted'], {
      signal: ended.signal,
      onOutput: () => ended.abort(),
    })
    expect(exit).toBe(130)
    expect(stderr).toMatch(
      /^Interrupted: only the wait has ended, the server goes on\. To follow it: qleetctl wait workload-instance\/interrupted\n$/m,
    )
    expect(stderr).not.toContain('✖')
    const quiet = await cli(['apply', '-f', '-', '--wait', '--quiet'], {
      stdin: workloadDocument('interrupted'),
      signal: AbortSignal.abort(),
    })
    expect(quiet).toMatchObject({ exit: 130, stderr: '' })
  })

  it.each([
    ['delete', ['delete', 'workload/left', '--wait'], 'qleetctl wait workload-instance/left --for=delete'],
    [
      'a condition',
      ['wait', 'workload/left', '--for=condition=Ready=Unknown'],
      'qleetctl get workload-instance/left --watch',
    ],
  ])('prints how to follow %s after Ctrl-C', async (_, command, follow) => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('left') })
    const ended = new AbortController()
    const { stderr } = await cli(command, {
      signal: ended.signal,
      onOutput: (text) => {
        if (text.includes('workload-instance/left')) ended.abort()
      },
    })
    expect(stderr).toContain(`To follow it: ${follow}\n`)
  })
})

describe('wait for deletion', () => {
  it('succeeds for an object that never existed', async () => {
    expect(await cli(['wait', 'workload/nobody', '--for', 'deleted'])).toMatchObject({
      exit: 0,
      stdout: 'workload-instance/nobody is deleted\n',
    })
  })

  it('waits until it is deleted', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('leaving') })
    const { exit, stdout, stderr } = await cli(['delete', 'workload/leaving', '--wait'], {
      onOutput: once('Deleting', () => worker.confirmDeletion('WorkloadInstance', 'leaving')),
    })
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'workload-instance/leaving deleted\n' })
    expect(stderr).toContain('✔ workload-instance/leaving  deleted')
  })

  it('ends with 7 if it remains', async () => {
    await cli(['apply', '-f', '-'], { stdin: workloadDocument('staying') })
    const { exit, stderr } = await cli(['delete', 'workload/staying', '--wait', '--timeout', '100ms'])
    expect(exit).toBe(7)
    expect(stderr).toContain('Not deleted after 100 ms: workload-instance/staying: Deleting')
  })
})
