import { DependenciesDocument, type OwnedDocumentInput } from '../generated/documents.ts'
import type { Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { shortName } from '../../schema/short-name.ts'

/* Abstract objects, such as a Database, that objects of AWS provide. They are owned, so that users see them and their causes. */

/** The objects of AWS that provide an object: a definition of its own, and its instance. */
export interface ProvidingPair {
  /** The name of the pair, for example `AwsObjectStorageBucket`. */
  kind: string
  definition: Record<string, unknown>
  instance: Record<string, unknown>
}

/** What a providing instance offers. */
export interface Provided {
  outputs: Record<string, unknown>
  secrets: Readonly<Record<string, string>>
}

/** Ensures the objects that provide another one. Resolves with what their instance offers, or why that has to wait. */
export async function provideBy(
  context: ReconcileContext,
  { kind, definition, instance }: ProvidingPair,
): Promise<Provided | Outcome> {
  const { object, client, epoch } = context
  const name = shortName(`${object.kind.replace(/Instance$/, '').toLowerCase()}-${object.name}`)
  const common = { name, project: object.projectName ?? 'default' }
  const documents: OwnedDocumentInput[] = [
    { kind: `${kind}Definition`, ...common, spec: definition, field: 'spec.definition' },
    { kind: `${kind}Instance`, ...common, spec: { ...instance, definition: name }, field: 'spec.definition' },
  ]
  const owned = await reconcileOwned(context, documents)
  if ('outcome' in owned) return owned
  const waiting = unreadyOwned(owned)
  if (waiting !== undefined) return waiting
  const { result } = await client.execute(DependenciesDocument, { id: object.id, epoch })
  const found = result.find((each) => each.object.kind === `${kind}Instance`)
  if (found === undefined) throw new Error(`the server has not returned ${kind} ${name}`)
  return {
    // The server parsed both with the schema of the kind.
    outputs: found.object.status.outputs as Record<string, unknown>,
    secrets: found.secrets as Record<string, string>,
  }
}
