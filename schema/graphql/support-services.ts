import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { PlatformError, shownValue } from '../errors.ts'
import type { ObjectInput } from '../inputs.ts'
import { isRecord } from '../manifests.ts'
import { supportServiceLabel } from '../names.ts'
import type { RequestContext } from './context.ts'
import type { ObjectTarget } from './store.ts'

/*
 * What workers write besides the results of their work: the workloads that reconcilers keep for others, told by their label.
 */

const kinds: ReadonlySet<string> = new Set(['WorkloadDefinition', 'WorkloadInstance'])

/**
 * The documents that an actor may apply. Those of a worker are bound to the versions that were checked, so that an object
 * of a user that comes meanwhile is not overwritten. Throws FORBIDDEN for what no worker may write.
 */
export async function writable(
  context: RequestContext,
  documents: readonly ObjectInput[],
): Promise<readonly ObjectInput[]> {
  if (context.actor.kind !== 'WORKER') return documents
  return Promise.all(
    documents.map(async (document) => {
      const { kind, name, project, labels, expectedVersion } = document
      if (!kinds.has(kind) || typeof name !== 'string' || !isSupportService(labels))
        throw forbidden(kind, name)
      const existing = await context.store.find({
        kind,
        name,
        ...(typeof project === 'string' ? { project } : {}),
      })
      assertSupportService(existing)
      return { ...document, expectedVersion: expectedVersion ?? existing?.version ?? 0 }
    }),
  )
}

/** Throws FORBIDDEN where a worker would delete what is no support service. */
export async function assertDeletable(
  { actor, store }: RequestContext,
  targets: readonly ObjectTarget[],
): Promise<void> {
  if (actor.kind !== 'WORKER') return
  for (const target of targets) assertSupportService(await store.find(target))
}

function assertSupportService(existing: StoredObject | undefined): void {
  if (existing !== undefined && !(kinds.has(existing.kind) && isSupportService(existing.labels)))
    throw forbidden(existing.kind, existing.name)
}

function isSupportService(labels: unknown): boolean {
  return isRecord(labels) && typeof labels[supportServiceLabel] === 'string'
}

function forbidden(kind: string, name: unknown): PlatformError {
  const message = `the token of workers may not write ${kind} ${shownValue(name)}, only workloads with the label ${supportServiceLabel}`
  return new PlatformError('FORBIDDEN', message)
}
