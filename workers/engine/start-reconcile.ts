import { StartReconcileDocument, type StartReconcileMutation } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import { defined } from '../../schema/defined.ts'
import { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { ResourceOwner } from '../resource-owner.ts'
import { withArticle } from '../../schema/with-article.ts'

type Result = NonNullable<StartReconcileMutation['result']>

/** A started reconcile: the newest state of an object, and the lease to act on it. */
export interface StartedReconcile extends Omit<
  Result,
  'object' | 'references' | 'startedAt' | 'controlPlane' | 'labelId' | 'digestKey' | 'state' | 'variables'
> {
  object: ReconciledObject
  /** Returns the time of the control plane in milliseconds since 1970. It counts on from the start without the clock of the worker. */
  now(): number
  owner: ResourceOwner
  /** The state that previous reconciles have stored. */
  state: ReconcilerState
  /** The key from which redacted placeholders of secrets are computed. */
  digestKey: Buffer
  /** The environment variables that attached objects give an application. */
  variables: Readonly<Record<string, string>>
}

/** The object of a reconcile, with its referenced objects (`References` in `workers/operations/reconcilers.graphql`). */
export type ReconciledObject = Pick<Result['object'], keyof Result['object']> & Result['references']

/**
 * Acquires the lease of an object and returns its newest state; null when the object is gone. Throws LEASE_HELD while
 * another reconcile holds the lease.
 *
 * @param epoch The epoch of a reconcile whose lease may be taken over.
 */
export async function startReconcile(
  client: Client,
  id: string,
  epoch?: number,
): Promise<StartedReconcile | null> {
  const { result } = await client.execute(StartReconcileDocument, { id, ...defined({ epoch }) })
  if (result === null) return null
  const { startedAt, controlPlane, labelId, digestKey, object, references, ...started } = result
  const ahead = Date.parse(startedAt) - performance.now()
  const { kind, name, projectName } = object
  return {
    ...started,
    // TypeScript does not spread the types of all kinds.
    object: { ...object, ...references } as ReconciledObject,
    now: () => Math.round(ahead + performance.now()),
    state: ReconcilerState.parse(started.state),
    variables: Object.fromEntries(started.variables.map(({ name, value }) => [name, value])),
    digestKey: Buffer.from(digestKey, 'base64'),
    owner: { id: labelId, kind, project: projectName ?? '', name, controlPlane },
  }
}

/** Narrows the object of a reconcile to its kind. Throws when it is of another kind. */
export function objectAs<Name extends ReconciledObject['__typename']>(
  object: ReconciledObject,
  kind: Name,
): Extract<ReconciledObject, { __typename: Name }> {
  if (object.kind !== kind) throw new Error(`${object.kind} ${object.name} is not ${withArticle(kind)}`)
  return object as Extract<ReconciledObject, { __typename: Name }>
}

/** Returns a referenced object. It cannot be deleted while it is referenced, so it always exists. */
export function referenced<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a referenced object is missing')
  return value
}
