import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playWorker, urlOf } from '../support/played-worker.ts'
import { cliOf, workloadDocument } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let worker: ReturnType<typeof playWorker>
beforeAll(async () => {
  server = await createTestServer()
  worker = playWorker(server)
  const stdin = 'KubernetesRuntime: {Name: space, InfraProvider: simulated, DefaultRuntime: true}'
  await cli(['apply', '-f', '-'], { stdin })
  for (const name of ['fine', 'poison', 'failing', 'young'])
    await cli(['apply', '-f', '-'], { stdin: workloadDocument(name) })
  await worker.report('WorkloadInstance', 'fine', { phase: 'Ready' })
  await worker.report('WorkloadInstance', 'poison', { phase: 'Parked', cause: parked })
  await worker.report('WorkloadInstance', 'failing', { phase: 'Failed', cause: denied })
  await worker.report('WorkloadInstance', 'young', { phase: 'Failed', cause: denied })
  await server.database.sql.query(
    `UPDATE "Object" SET status = jsonb_set(status, '{conditions,0,lastTransitionTime}', to_jsonb(now() - interval '11 minutes'))
     WHERE name = 'failing' AND kind = 'WorkloadInstance'`,
  )
})
afterAll(() => server.stop())

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))
const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
const parked = { reason: 'Parked', message: 'It has failed 10 times in a row.', retryAt: inAnHour }
const denied = { reason: 'Denied', message: 'Not allowed.' }

describe('get --stuck', () => {
  it('lists what is parked, and what has not become ready for long, with cause and next try', async () => {
    const { stdout } = await cli(['get', '--stuck'])
    expect(stdout.replaceAll(/ {2,}/g, '  ').split('\n')).toEqual([
      'PROJECT  OBJECT  STATUS  FOR  NEXT TRY  CAUSE',
      'default  workload-instance/failing  Failed  11m  with a change  Not allowed.',
      expect.stringMatching(
        /^default {2}workload-instance\/poison {2}Parked {2}\d+s {2}in \d+m {2}It has failed 10 times in a row\.$/,
      ),
      '',
    ])
  })

  it('keeps to kinds and a project where they are given', async () => {
    expect(await cli(['get', 'workloads', '--stuck', '-o', 'name'])).toMatchObject({
      stdout: 'workload-instance/failing\nworkload-instance/poison\n',
    })
    expect(await cli(['get', 'runtimes', '--stuck'])).toMatchObject({
      stdout: '',
      stderr: 'Nothing is stuck.\n',
    })
    expect(await cli(['get'])).toMatchObject({ exit: 2, stderr: expect.stringContaining('--stuck') })
  })
})
