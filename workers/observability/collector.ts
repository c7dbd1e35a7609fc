import type { ReconcileContext } from '../engine/reconciler.ts'
import type { OwnedDocumentInput } from '../generated/documents.ts'
import type { CollectorParameters } from '../support-services/log-collector.ts'
import { supportServiceOf } from '../support-services/require.ts'

/** Returns the claim of an object on the collector of logs in a runtime, which all of them share. */
export function collectorClaim(
  { object }: ReconcileContext,
  runtime: { name: string; projectName: string | null },
  parameters: CollectorParameters,
): OwnedDocumentInput {
  return {
    ...supportServiceOf('log-collector', runtime),
    claim: `${object.kind} ${object.projectName ?? 'default'}/${object.name}`,
    parameters,
    field: 'spec.runtime',
  }
}
