import {
  BeginReconcileBeforeDocument,
  BeginReconcileDocument,
  type BeginReconcileBeforeMutation,
} from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/inputs.ts'
import type { ResourceOwner } from '../resource-owner.ts'

type Answer = NonNullable<BeginReconcileBeforeMutation['result']>

/** The answer to the begin of a reconcile: the newest state, and the right to act on it. */
export interface StartedReconcile extends Answer {
  owner: ResourceOwner
  seeksLost: boolean
  /** What marks of secrets are made with; undefined while the servers are of a release that does not tell it. */
  digestKey: Buffer | undefined
}

/** The object of a reconcile, with what its kind names (`References` in `client-sdk/operations/reconcilers.graphql`). */
export type ReconciledObject = Answer['object']

/**
 * Begins a reconcile; null when the object is gone. Throws LEASE_HELD while another one has it, but for that of `epoch`.
 */
export async function startReconcile(
  client: Client,
  id: string,
  epoch?: number,
): Promise<StartedReconcile | null> {
  try {
    const { result } = await client.execute(BeginReconcileDocument, { id, ...defined({ epoch }) })
    return result && begunOf(result, result)
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'UNSUPPORTED') throw error
    // A server of the release before knows no owner: what it gives out is labelled as that release does.
    const { result } = await client.execute(BeginReconcileBeforeDocument, { id })
    return result && begunOf(result, { labelId: id, seeksLost: false })
  }
}

/** What servers of the release before do not tell is absent. */
interface Told {
  labelId: string
  controlPlane?: string
  seeksLost: boolean
  digestKey?: string
}

function begunOf(answer: Answer, { labelId, controlPlane, seeksLost, digestKey }: Told): StartedReconcile {
  const { kind, name, projectName } = answer.object
  return {
    ...answer,
    seeksLost,
    digestKey: digestKey === undefined ? undefined : Buffer.from(digestKey, 'base64'),
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
