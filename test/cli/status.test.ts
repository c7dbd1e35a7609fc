import { beforeAll, describe, expect, it } from 'vitest'
import type { ProcessReport } from '../../schema/processes.ts'
import { useCliServer } from '../support/cli-server.ts'
import { urlOf } from '../support/fake-worker.ts'
import { processReport } from '../support/process-report.ts'
import { workloadDocument } from '../support/run-cli.ts'

const used = useCliServer()
const { cli } = used
beforeAll(async () => {
  const { apply, worker } = used
  await worker.report('KubernetesRuntimeInstance', 'space', { phase: 'Ready' })
  for (const name of ['poison', 'waiting']) await apply(workloadDocument(name))
  await worker.report('WorkloadInstance', 'poison', {
    phase: 'Quarantined',
    stalled: true,
    cause: { reason: 'Quarantined', message: 'It has failed 10 times in a row.' },
    requeueAfter: 3_600_000,
  })
})

async function report(fields: Partial<ProcessReport> = {}): Promise<void> {
  const query = 'mutation ($report: JSON!) { reportProcess(report: $report) }'
  const { body } = await used.server.workers(query, { report: processReport(fields) })
  expect(body).toEqual({ data: { reportProcess: true } })
}

/** Returns the lines without alignment, and with the same age everywhere. */
const squeezed = (text: string): string[] =>
  text
    .replaceAll(/ {2,}/g, '  ')
    .replaceAll(/\b\d+s\b/g, '0s')
    .split('\n')

describe('status', () => {
  it('fails while no worker is connected, and says what to do', async () => {
    const { exit, stdout } = await cli(['status'])
    expect(exit).toBe(6)
    expect(stdout).toContain('Status:')
    expect(stdout).toContain(
      'Error: No worker is connected, so nothing is reconciled. Start one with `qleetctl worker`',
    )
  })

  it('lists processes, the queue, what is stuck, and what is not well', async () => {
    const id = await idOf('KubernetesRuntimeInstance', 'space')
    const now = new Date().toISOString()
    await report({ name: 'pod-a:9090', startedAt: now, release: '0.0.9' })
    await report({
      name: 'pod-b:9090',
      startedAt: now,
      breakers: [
        { objectId: id, since: now, retryAt: now, reason: 'Unreachable', message: 'https://far: no answer' },
      ],
    })
    const { exit, stdout } = await cli(['status'])
    expect(exit).toBe(0)
    const [, ...lines] = squeezed(stdout.slice(stdout.indexOf('\nPROCESS')))
    expect(lines).toEqual([
      'PROCESS  NAME  STATE  RECONCILES  BREAKERS  RELEASE  UPTIME  MEMORY  SEEN',
      'worker  pod-a:9090  Running  1/32  0  0.0.9  0s  114Mi  0s',
      'worker  pod-b:9090  Running  1/32  1  1.2.0  0s  114Mi  0s',
      '',
      'QUEUE  DUE  IN NATS  RUNNING  LONGEST  OLDEST',
      'WorkloadInstance  1  0  0s  workload-instance/waiting',
      '',
      'STUCK  WHY  FOR  CAUSE',
      'workload-instance/poison  Quarantined  0s  It has failed 10 times in a row.',
      '',
      'Warning: KubernetesRuntimeInstance space does not respond to 1 process: https://far: no answer. Check the address, the network and the credentials; it is tried again every half minute.',
      'Warning: Releases differ: 1 worker of 1.2.0; 1 worker of 0.0.9. The servers are of 1.2.0: replace the older workers to finish the upgrade.',
      '',
    ])
  })

  it('has the same for scripts', async () => {
    const { stdout } = await cli(['status', '-o', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({
      ready: true,
      health: {
        ready: true,
        processes: [{ name: 'pod-a:9090', state: 'RUNNING' }, { name: 'pod-b:9090' }],
        queue: { due: 1, running: 0 },
        stuck: {
          totalCount: 1,
          objects: [{ kind: 'WorkloadInstance', name: 'poison', project: 'default', reason: 'QUARANTINED' }],
        },
        versionSkew: { releases: [{ release: '1.2.0' }, { release: '0.0.9' }] },
      },
    })
  })

  it('shows workers that have ended', async () => {
    await report({ name: 'pod-a:9090', release: '0.0.9', isLast: true })
    const { stdout } = await cli(['status'])
    expect(squeezed(stdout)).toContain('worker  pod-a:9090  Stopped  0.0.9  0s')
  })

  it('still shows the readiness of the server to whoever may not see the rest', async () => {
    const url = urlOf(used.server)
    const { exit, stdout } = await cli(['status'], {
      env: { QLEET_SERVER_URL: url, QLEET_TOKEN: used.server.workerToken },
    })
    expect(exit).toBe(0)
    expect(stdout).toContain('Warning: the server does not say how the control plane is doing: ')
  })

  it('refuses reports that are none, and those of administrators', async () => {
    const query = 'mutation ($report: JSON!) { reportProcess(report: $report) }'
    const { body } = await used.server.workers(query, {
      report: { ...processReport(), role: 'cook', name: '' },
    })
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'report.role' }, { path: 'report.name' }],
    })
    const refused = await used.server.workers(query, { report: processReport() }, used.server.adminToken)
    expect(refused.body.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})

async function idOf(kind: string, name: string): Promise<string> {
  return String((await used.server.store.find({ kind, name }))?.id)
}
