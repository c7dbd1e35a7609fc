import { RelatedObjectsDocument, type RelatedObjectsQuery } from '../generated/documents.ts'
import { sortSurroundings, type Surroundings } from '../../schema/delivery/surroundings.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/** An object around an application, as the server returns it. */
type RelatedObject = RelatedObjectsQuery['result'][number]

/** Returns the objects around an application, and those that it owns as they are. */
export async function surroundingsOf({
  client,
  object,
  epoch,
}: ReconcileContext): Promise<Surroundings & { owned: RelatedObject[] }> {
  const { result } = await client.execute(RelatedObjectsDocument, { id: object.id, epoch })
  const owned = result.filter(({ kind }) => kind === 'ApplicationRevision' || kind === 'Stage')
  return { ...sortSurroundings(result), owned }
}
