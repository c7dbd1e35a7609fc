import { z } from 'zod'

/*
 * What servers and workers report of themselves. Servers pass these reports on to each other, and workers of other releases send
 * them: unknown fields are ignored, never refused.
 */

/** Milliseconds between two reports of a process. */
export const reportInterval = 5000

/** Milliseconds without a report after which a process counts as gone. */
export const goneAfter = 20_000

/** The programs that report themselves. */
export const processRoles = ['server', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

/** The most open circuit breakers that a report lists, those that have been open longest. */
export const maxReportedBreakers = 100

/** A circuit breaker that is open, or tried again. */
export const ReportedBreaker = z.object({
  /** The ID of the object whose upstream does not respond: a runtime, or a module. */
  objectId: z.string().regex(/^\d{1,18}$/),
  since: z.iso.datetime(),
  retryAt: z.iso.datetime(),
  /** In CamelCase. */
  reason: z.string(),
  message: z.string().transform((text) => text.slice(0, 500)),
})
export type ReportedBreaker = z.infer<typeof ReportedBreaker>

/** What a process reports of itself. */
export const ProcessReport = z.object({
  role: z.enum(processRoles),
  /** Host and port; a process that is started again in the same place has the same name. */
  name: z.string().min(1).max(300),
  pid: z.int(),
  release: z.string().max(100),
  apiVersion: z.string().max(100),
  startedAt: z.iso.datetime(),
  /** Whether it is connected to NATS. */
  isConnected: z.boolean(),
  /** The reconciles of a worker. */
  reconciles: z.object({ running: z.int(), slots: z.int(), limit: z.int(), threads: z.int() }).optional(),
  breakers: z.array(ReportedBreaker).max(maxReportedBreakers),
  /** The longest delay of the event loop since the last report, in milliseconds. */
  eventLoopDelay: z.number(),
  /** The part of a processor that the process has used since the last report. */
  cpu: z.number(),
  /** Resident memory, in bytes. */
  memory: z.number(),
  /** Whether this is the last report of the process, which is ending in order. */
  isLast: z.boolean(),
})
export type ProcessReport = z.infer<typeof ProcessReport>

/** The states of processes, as a server knows them. */
export const processStates = ['running', 'unknown', 'gone', 'stopped'] as const
export type ProcessState = (typeof processStates)[number]

/** A process, as a server knows it. */
export interface KnownProcess {
  state: ProcessState
  /** The last report. */
  report: ProcessReport
  /** The time of the last report. */
  seenAt: Date
}

/** Returns what identifies a process among all. */
export function processId({ role, name }: Pick<ProcessReport, 'role' | 'name'>): string {
  return `${role}/${name}`
}
