import type { Client } from '../api-client.ts'
import { inheritedStatus, waitingFor, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import {
  GetSecretsDocument,
  type AccountForReconcileFragment,
  type AzureAccountForReconcileFragment,
  type GcpAccountForReconcileFragment,
} from '../generated/documents.ts'

/** An account of a cloud, as reconcilers get it with objects in it. */
export type CloudAccount =
  AccountForReconcileFragment | AzureAccountForReconcileFragment | GcpAccountForReconcileFragment

/** Returns the outcome of an object whose account is not ready; undefined when it is. */
export function unreadyAccount(account: CloudAccount): Outcome | undefined {
  // An account that is being deleted waits for its objects, so they must not wait for it.
  if (account.ready || account.deletionRequestedAt !== null) return undefined
  const { id, kind, name, version, status } = account
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'is ready')
}

/** Runs work with a ready account. What the cloud refuses becomes an outcome. */
export async function inCloud(
  { signal }: Pick<ReconcileContext, 'signal'>,
  { account, outcomeOf }: { account: CloudAccount; outcomeOf: (error: unknown) => Outcome },
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const waiting = unreadyAccount(account)
  if (waiting !== undefined) return waiting
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    return outcomeOf(error)
  }
}

/** Returns the secrets of an account, which are read once for each version of it. */
export async function secretsOf(
  { id, version }: Pick<CloudAccount, 'id' | 'version'>,
  { client, environment }: { client: Client; environment: Pick<Environment, 'caches'> },
): Promise<Readonly<Record<string, string>>> {
  const { accountSecrets: cache } = environment.caches
  const key = `${id} ${version}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const { result } = await client.execute(GetSecretsDocument, { id })
  const secrets = result.secrets as Record<string, string>
  cache.set(key, secrets)
  return secrets
}
