import { RelatedObjectsDocument } from '../generated/documents.ts'
import { sortSurroundings, type Surroundings } from '../../schema/delivery/surroundings.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/** Returns the objects around an application. */
export async function surroundingsOf({ client, object, epoch }: ReconcileContext): Promise<Surroundings> {
  const { result } = await client.execute(RelatedObjectsDocument, { id: object.id, epoch })
  return sortSurroundings(result)
}
