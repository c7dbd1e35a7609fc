import type { KnownProcess, ProcessReport } from '../../schema/processes.ts'

/** Returns a report as a process sends it. */
export function processReport(fields: Partial<ProcessReport> = {}): ProcessReport {
  const { role = 'worker' } = fields
  return {
    role,
    name: `${role}:1`,
    pid: 1,
    release: '1.2.0',
    apiVersion: 'qleet.io/v1',
    startedAt: '2026-11-26T08:00:00.000Z',
    isConnected: true,
    ...(role === 'worker' ? { reconciles: { running: 1, slots: 32, limit: 128, threads: 1 } } : {}),
    breakers: [],
    eventLoopDelay: 3,
    cpu: 0.01,
    memory: 120_000_000,
    isLast: false,
    ...fields,
  }
}

/** Returns a process as a server knows it. */
export function knownProcess(
  fields: Partial<ProcessReport> = {},
  state: KnownProcess['state'] = 'running',
): KnownProcess {
  return { state, report: processReport(fields), seenAt: new Date('2026-11-26T09:00:00.000Z') }
}
