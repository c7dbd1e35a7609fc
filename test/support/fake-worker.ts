import type { AddressInfo } from 'node:net'
import {
  ApplyOwnedDocument,
  StartReconcileDocument,
  ConfirmDeletionDocument,
  ReportReconcileDocument,
  type OwnedDocumentInput,
} from '../../workers/generated/documents.ts'
import { createClient } from '../../client-sdk/index.ts'
import { workersPath } from '../../schema/endpoints.ts'
import { defined } from '../../schema/defined.ts'
import type { Removal } from '../../schema/confirmation.ts'
import type { Cause, Phase } from '../../schema/status.ts'
import type { TestServer } from './server.ts'

/** The report of a test about an object, in place of a worker. */
export interface FakeReport {
  phase: Phase
  message?: string
  cause?: Pick<Cause, 'reason' | 'message'> & { kind?: string; name?: string }
  /** @default false */
  stalled?: boolean
  /** True if nothing is tried again. @default false */
  final?: boolean
  /** Milliseconds until the next attempt. */
  requeueAfter?: number
  /** The object that it waits for, in its current state. */
  waitingFor?: { kind: string; name: string }
  outputs?: Record<string, unknown>
  secretOutputs?: Record<string, string>
  /** The removals that need a confirmation. */
  confirm?: Removal[]
}

export function urlOf({ app }: TestServer): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Creates a worker that reports through the API, so that tests determine the state of objects, and when it changes. */
export function createFakeWorker(server: TestServer) {
  const client = createClient({ url: urlOf(server), token: server.adminToken })
  const worker = createClient({ url: urlOf(server), token: server.workerToken, endpoint: workersPath })
  const start = async (kind: string, name: string) => {
    const object = await client.objects.get({ kind, name })
    if (object === undefined) throw new Error(`no ${kind} ${name}`)
    const { result } = await worker.execute(StartReconcileDocument, { id: object.id })
    if (result === null) throw new Error(`${kind} ${name} does not exist`)
    return result
  }
  return {
    /** A client with the administrator's token, for actions of users. */
    client,
    /** A client with the token of workers. */
    worker,
    report: async (
      kind: string,
      name: string,
      {
        phase,
        message = phase,
        cause,
        stalled = false,
        final = false,
        outputs = {},
        secretOutputs,
        confirm,
        ...times
      }: FakeReport,
    ) => {
      const { epoch, triggers, object } = await start(kind, name)
      const now = new Date().toISOString()
      const condition = {
        reason: cause?.reason ?? phase,
        message: cause?.message ?? message,
        observedGeneration: object.generation,
        lastTransitionTime: now,
      }
      const status = {
        phase,
        conditions: [
          { type: 'Ready', status: phase === 'Ready' ? 'True' : 'False', ...condition },
          ...(stalled ? [{ type: 'Stalled', status: 'True', ...condition }] : []),
        ],
        ...(final ? { final } : {}),
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
    /** Lets an object own these objects, as its reconciler would. */
    own: async (kind: string, name: string, documents: OwnedDocumentInput[]) => {
      const { epoch, object } = await start(kind, name)
      await worker.execute(ApplyOwnedDocument, { id: object.id, epoch, documents, withLocations: false })
    },
    confirmDeletion: async (kind: string, name: string) => {
      const { epoch, object } = await start(kind, name)
      await worker.execute(ConfirmDeletionDocument, { id: object.id, epoch })
    },
  }
}
