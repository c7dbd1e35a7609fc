import { StartReconcileDocument, type StartReconcileMutation } from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { defined } from '../../schema/inputs.ts'
import { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { ResourceOwner } from '../resource-owner.ts'

type Result = NonNullable<StartReconcileMutation['result']>

/** A started reconcile: the newest state of an object, and the right to act on it. */
export interface StartedReconcile extends Omit<Result, 'controlPlane' | 'labelId' | 'digestKey' | 'state'> {
  owner: ResourceOwner
  /** What the reconcile before has left for this one. */
  state: ReconcilerState
  /** Key that the marks of secrets are made with. */
  digestKey: Buffer
}

/** The object of a reconcile, with what its kind names (`References` in `client-sdk/operations/reconcilers.graphql`). */
export type ReconciledObject = Result['object']

/**
 * Starts a reconcile; null when the object is gone. Throws LEASE_HELD while another one has it, but for that of `epoch`.
 */
export async function startReconcile(
  client: Client,
  id: string,
  epoch?: number,
): Promise<StartedReconcile | null> {
  const { result } = await client.execute(StartReconcileDocument, { id, ...defined({ epoch }) })
  if (result === null) return null
  const { controlPlane, labelId, digestKey, ...started } = result
  const { kind, name, projectName } = started.object
  return {
    ...started,
    state: ReconcilerState.parse(started.state),
    digestKey: Buffer.from(digestKey, 'base64'),
    owner: { id: labelId, kind, project: projectName ?? '', name, controlPlane },
  }
}

/** The object of a reconcile as its kind has it. */
export function objectAs<Name extends ReconciledObject['__typename']>(
  object: ReconciledObject,
  kind: Name,
): Extract<ReconciledObject, { __typename: Name }> {
  if (object.kind !== kind) throw new Error(`${object.kind} ${object.name} is no ${kind}`)
  return object as Extract<ReconciledObject, { __typename: Name }>
}
