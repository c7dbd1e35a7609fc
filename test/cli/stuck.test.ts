import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { cliOf, workloadDocument } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { delivery, shopDefinition } from '../support/applications-delivered.ts'
import { restartNamed, write } from '../support/store.ts'

let server: TestServer
let worker: ReturnType<typeof createFakeWorker>
beforeAll(async () => {
  server = await createTestServer()
  worker = createFakeWorker(server)
  const stdin = 'KubernetesRuntime: {Name: space, InfraProvider: simulated, DefaultRuntime: true}'
  await cli(['apply', '-f', '-'], { stdin })
  for (const name of ['fine', 'poison', 'failing', 'waiting', 'running', 'young'])
    await cli(['apply', '-f', '-'], { stdin: workloadDocument(name) })
  await worker.report('WorkloadInstance', 'fine', { phase: 'Ready' })
  await worker.report('WorkloadInstance', 'poison', {
    phase: 'Quarantined',
    stalled: true,
    cause: quarantined,
    requeueAfter: hour,
  })
  await worker.report('WorkloadInstance', 'waiting', {
    phase: 'Waiting',
    cause: {
      kind: 'KubernetesRuntimeInstance',
      name: 'space',
      reason: 'Creating',
      message: 'It is being made.',
    },
    requeueAfter: 10 * 60_000,
    waitingFor: { kind: 'KubernetesRuntimeInstance', name: 'space' },
  })
  await worker.report('WorkloadInstance', 'running', { phase: 'Failed', cause: denied, requeueAfter: hour })
  await worker.report('WorkloadInstance', 'failing', { phase: 'Failed', cause: denied })
  await worker.report('WorkloadInstance', 'young', { phase: 'Failed', cause: denied })
  await server.store.apply(
    [
      { kind: 'Environment', name: 'staging', spec: {} },
      shopDefinition('shop'),
      {
        kind: 'Application',
        name: 'shop',
        spec: { definition: 'shop', environments: [{ environment: 'staging' }] },
      },
      delivery('shop', 1, 'a'),
    ],
    write,
  )
  await worker.report('Application', 'shop', { phase: 'Ready' })
  await worker.report('Delivery', 'shop-1', {
    phase: 'Blocked',
    stalled: true,
    final: true,
    cause: { reason: 'RolledBack', message: 'staging: It was not ready.' },
    requeueAfter: hour,
  })
  await server.database.sql.query(
    `UPDATE "Object" SET status = jsonb_set(status, '{conditions,0,lastTransitionTime}', to_jsonb(now() - interval '11 minutes'))
     WHERE name IN ('failing', 'waiting', 'running') AND kind = 'WorkloadInstance'`,
  )
  await restartNamed(server.store, 'WorkloadInstance', 'running')
})
afterAll(() => server.stop())

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))
const hour = 3_600_000
const quarantined = { reason: 'Quarantined', message: 'It has failed 10 times in a row.' }
const denied = { reason: 'Denied', message: 'Not allowed.' }

describe('get --stuck', () => {
  it('lists stalled objects, and those that are not ready for long, with cause and next try', async () => {
    const { stdout } = await cli(['get', '--stuck'])
    expect(stdout.replaceAll(/ {2,}/g, '  ').split('\n')).toEqual([
      'PROJECT  OBJECT  STATUS  FOR  NEXT TRY  CAUSE',
      'default  workload-instance/failing  Failed  11m  after a change  Not allowed.',
      expect.stringMatching(
        /^default {2}workload-instance\/waiting {2}Waiting {2}11m {2}after kubernetes-runtime-instance\/space, or in \d+m\d*s? {2}KubernetesRuntimeInstance space: It is being made\.$/,
      ),
      'default  workload-instance/running  Failed  11m  now  Not allowed.',
      expect.stringMatching(
        /^default {2}workload-instance\/poison {2}Quarantined {2}\d+s {2}in \d+m {2}It has failed 10 times in a row\.$/,
      ),
      '',
    ])
  })

  it('shows for one object what its next try waits for, as describe does', async () => {
    const { stdout } = await cli(['describe', 'workload', 'waiting'])
    expect(stdout).toMatch(
      /Creating of KubernetesRuntimeInstance space, for \S+, next try after kubernetes-runtime-instance\/space, or in \d+m/,
    )
    const { stdout: now } = await cli(['describe', 'workload', 'running'])
    expect(now).toMatch(/Denied of WorkloadInstance running, for \S+, next try now$/m)
    const { stdout: json } = await cli(['describe', 'workload', 'waiting', '-o', 'json'])
    expect(JSON.parse(json)).toMatchObject({
      waitingFor: { kind: 'KubernetesRuntimeInstance', name: 'space' },
    })
  })

  it('lists nothing that is over, such as a delivery that was rolled back, for which there is no next try', async () => {
    expect(await cli(['get', 'deliveries', '--stuck'])).toMatchObject({ stderr: 'Nothing is stuck.\n' })
    const { stdout } = await cli(['describe', 'delivery', 'shop-1'])
    expect(stdout).toMatch(
      /staging: It was not ready\.\n *RolledBack of Delivery shop-1, for \S+, nothing is tried again$/m,
    )
    const { stuck } = await worker.client.controlPlane({ first: 50 })
    const kinds = new Set(stuck.objects.map(({ object }) => object.kind))
    expect(kinds).toEqual(new Set(['WorkloadInstance']))
    expect((await cli(['get', 'delivery/shop-1', '-o', 'json'])).stdout).not.toContain('retryAt')
  })

  it('lists only the given kinds and project', async () => {
    expect(await cli(['get', 'workloads', '--stuck', '-o', 'name'])).toMatchObject({
      stdout: ['failing', 'waiting', 'running', 'poison']
        .map((name) => `workload-instance/${name}\n`)
        .join(''),
    })
    expect(await cli(['get', 'runtimes', '--stuck'])).toMatchObject({
      stdout: '',
      stderr: 'Nothing is stuck.\n',
    })
    expect(await cli(['get'])).toMatchObject({ exit: 2, stderr: expect.stringContaining('--stuck') })
  })
})
