import { GetInventoryDocument } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import type { ReleaseDryRunQuery } from '../../schema/cluster-queries.ts'
import type { ReleaseFindings } from '../../schema/release-checks.ts'
import type { Clusters } from '../runtimes/clusters.ts'

/** The dependencies of query handlers. */
export interface QueryContext {
  client: Client
  clusters: Clusters
  signal: AbortSignal
}

/** The dependencies of handlers of queries that have inputs. */
export interface ContextWithInputs extends QueryContext {
  inputs: AsyncIterableIterator<unknown>
}

/** Answers the query about a release, for which charts are rendered. */
export type DryRunRelease = (
  query: ReleaseDryRunQuery,
  context: QueryContext,
) => AsyncGenerator<ReleaseFindings>

/** Returns the cluster resources that an object has or is about to create. */
export async function inventoryOfObject(
  client: Client,
  objectId: string,
): Promise<readonly InventoryEntry[]> {
  return (await client.execute(GetInventoryDocument, { id: objectId })).result
}
