import { GetInventoryDocument } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import type { Charts } from '../charts/charts.ts'
import type { ReconcilerCaches } from '../environment.ts'
import type { Clusters } from '../runtimes/clusters.ts'

/** The dependencies of query handlers. */
export interface QueryContext {
  client: Client
  clusters: Clusters
  signal: AbortSignal
}

/** The dependencies of handlers that render charts. */
export interface ChartQueryContext extends QueryContext {
  charts: Charts
  /** What charts may know of clusters. */
  caches: Pick<ReconcilerCaches, 'capabilities'>
}

/** Returns the cluster resources that an object has or is about to create. */
export async function inventoryOfObject(
  client: Client,
  objectId: string,
): Promise<readonly InventoryEntry[]> {
  return (await client.execute(GetInventoryDocument, { id: objectId })).result
}
