import type { ReconcileContext } from '../engine/reconciler.ts'
import { OpenedDefinitionDocument } from '../generated/documents.ts'

/** Returns the spec of the definition of an object, with its secrets decrypted: that of the start of the reconcile, if it has it. */
export async function openDefinition({
  client,
  object,
  epoch,
  definition,
}: Pick<ReconcileContext, 'client' | 'object' | 'epoch' | 'definition'>): Promise<{
  generation: number
  spec: unknown
}> {
  return definition ?? (await client.execute(OpenedDefinitionDocument, { id: object.id, epoch })).result
}
