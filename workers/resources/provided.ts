import { DependenciesDocument, type OwnedDocumentInput } from '../generated/documents.ts'
import type { Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned } from '../engine/owned-objects.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { shortName } from '../../schema/short-name.ts'

/* Abstract objects, such as a Database, that other objects provide. They are owned, so that users see them and their causes. */

/** The objects that provide another one: a definition of its own, and its instance. */
export interface ProvidingPair {
  /** The name of the pair, for example `AwsObjectStorageBucket`. */
  kind: string
  definition: Record<string, unknown>
  instance: Record<string, unknown>
  /** Reports whether outputs of an instance can be used although it is not ready, while it changes. @default never */
  isUsable?: (provided: Provided) => boolean
  /** Returns further objects to own, by what the instance offers; undefined until it offers something. @default none */
  further?: (provided: Provided | undefined) => OwnedDocumentInput[]
}

/** What a providing instance offers. */
export interface Provided {
  outputs: Record<string, unknown>
  secrets: Readonly<Record<string, string>>
}

/** Ensures the objects that provide another one. Resolves with what their instance offers, or why that has to wait. */
export async function provideBy(
  context: ReconcileContext,
  { kind, definition, instance, isUsable = () => false, further }: ProvidingPair,
): Promise<Provided | Outcome> {
  const { object } = context
  const name = shortName(`${object.kind.replace(/Instance$/, '').toLowerCase()}-${object.name}`)
  const common = { name, project: object.projectName ?? 'default' }
  const pair: OwnedDocumentInput[] = [
    { kind: `${kind}Definition`, ...common, spec: definition, field: 'spec.definition' },
    { kind: `${kind}Instance`, ...common, spec: { ...instance, definition: name }, field: 'spec.definition' },
  ]
  const others = further === undefined ? [] : further(await offeredBy(context, `${kind}Instance`))
  const owned = await reconcileOwned(context, [...pair, ...others])
  if ('outcome' in owned) return owned
  const waiting = unreadyOwned({ objects: owned.objects.slice(0, pair.length) })
  const provided = await offeredBy(context, `${kind}Instance`)
  if (waiting !== undefined && (provided === undefined || !isUsable(provided))) return waiting
  if (provided === undefined) throw new Error(`the server has not returned ${kind} ${name}`)
  return provided
}

/** Returns what an owned object offers; undefined if it does not exist yet. */
async function offeredBy(
  { object, client, epoch }: ReconcileContext,
  kind: string,
): Promise<Provided | undefined> {
  const { result } = await client.execute(DependenciesDocument, { id: object.id, epoch })
  const found = result.find((each) => each.object.kind === kind)
  if (found === undefined) return undefined
  return {
    // The server parsed both with the schema of the kind.
    outputs: found.object.status.outputs as Record<string, unknown>,
    secrets: found.secrets as Record<string, string>,
  }
}
