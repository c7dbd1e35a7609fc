import type { BeginReconcileMutation } from '../../client-sdk/generated/documents.ts'

/** The answer to the begin of a reconcile: the newest state, and the right to act on it. */
export type Begun = NonNullable<BeginReconcileMutation['result']>

/** The object of a reconcile, with what its kind names (`References` in `client-sdk/operations/reconcilers.graphql`). */
export type BegunObject = Begun['object']

/** The object of a reconcile as its kind has it. */
export function objectAs<Name extends BegunObject['__typename']>(
  object: BegunObject,
  kind: Name,
): Extract<BegunObject, { __typename: Name }> {
  if (object.kind !== kind) throw new Error(`${object.kind} ${object.name} is no ${kind}`)
  return object as Extract<BegunObject, { __typename: Name }>
}
