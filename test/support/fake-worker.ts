import type { AddressInfo } from 'node:net'
import {
  StartReconcileDocument,
  ConfirmDeletionDocument,
  ReportReconcileDocument,
} from '../../workers/generated/documents.ts'
import { createClient } from '../../client-sdk/index.ts'
import { workersPath } from '../../schema/endpoints.ts'
import { defined } from '../../schema/inputs.ts'
import type { Removal } from '../../schema/confirmation.ts'
import type { Cause, Phase } from '../../schema/status.ts'
import type { TestServer } from './server.ts'

/** What a test says of an object in the place of a worker. */
export interface FakeReport {
  phase: Phase
  message?: string
  cause?: Pick<Cause, 'reason' | 'message'> & { kind?: string; name?: string }
  /** @default false */
  stalled?: boolean
  /** Milliseconds until the next try. */
  requeueAfter?: number
  /** The object that it waits for, as it is now. */
  waitingFor?: { kind: string; name: string }
  outputs?: Record<string, unknown>
  secretOutputs?: Record<string, string>
  /** What waits for a confirmation. */
  confirm?: Removal[]
}

export function urlOf({ app }: TestServer): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Reports as a worker does, through the API, so that tests decide what becomes of objects, and when. */
export function createFakeWorker(server: TestServer) {
  const client = createClient({ url: urlOf(server), token: server.adminToken })
  const worker = createClient({ url: urlOf(server), token: server.workerToken, endpoint: workersPath })
  const begin = async (kind: string, name: string) => {
    const object = await client.objects.get({ kind, name })
    if (object === undefined) throw new Error(`no ${kind} ${name}`)
    const { result } = await worker.execute(StartReconcileDocument, { id: object.id })
    if (result === null) throw new Error(`${kind} ${name} is gone`)
    return result
  }
  return {
    /** Of an administrator, for what people do. */
    client,
    /** With the token of workers. */
    worker,
    report: async (
      kind: string,
      name: string,
      {
        phase,
        message = phase,
        cause,
        stalled = false,
        outputs = {},
        secretOutputs,
        confirm,
        ...times
      }: FakeReport,
    ) => {
      const { epoch, triggers, object } = await begin(kind, name)
      const now = new Date().toISOString()
      const answer = {
        reason: cause?.reason ?? phase,
        message: cause?.message ?? message,
        observedGeneration: object.generation,
        lastTransitionTime: now,
      }
      const status = {
        phase,
        conditions: [
          { type: 'Ready', status: phase === 'Ready' ? 'True' : 'False', ...answer },
          ...(stalled ? [{ type: 'Stalled', status: 'True', ...answer }] : []),
        ],
        ...(cause === undefined ? {} : { cause: { kind, name, since: now, ...cause } }),
        outputs,
      }
      const observedGeneration = object.generation
      const { requeueAfter, waitingFor } = times
      const awaited = waitingFor && (await client.objects.get(waitingFor))
      const report = {
        triggers,
        observedGeneration,
        status,
        failures: 0,
        events: [],
        confirm: confirm ?? null,
        ...defined({
          requeueAfter,
          secretOutputs,
          waitingFor: awaited && { id: awaited.id, version: awaited.version },
        }),
      }
      await worker.execute(ReportReconcileDocument, { id: object.id, epoch, report })
    },
    confirmDeletion: async (kind: string, name: string) => {
      const { epoch, object } = await begin(kind, name)
      await worker.execute(ConfirmDeletionDocument, { id: object.id, epoch })
    },
  }
}
