import type { Client } from '../api-client.ts'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { ClusterQuery, ReleaseDryRunQuery } from '../../schema/cluster-queries.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import { createClusters } from '../runtimes/clusters.ts'
import type { ContextWithInputs, DryRunRelease } from './query-context.ts'
import { issueAccess } from './access.ts'
import { dryRunWorkload } from './dry-run.ts'
import { execInPod } from './exec.ts'
import { readLogs } from './logs.ts'
import { readMetrics } from './metrics.ts'
import { readLabelledResources } from './labelled-resources.ts'
import { listPods } from './pods.ts'
import { readTree } from './tree.ts'

/** Dispatches a query to its handler. */
function dispatch(
  query: Exclude<ClusterQuery, ReleaseDryRunQuery>,
  context: ContextWithInputs,
): AsyncGenerator {
  switch (query.about) {
    case 'tree':
      return readTree(query, context)
    case 'logs':
      return readLogs(query, context)
    case 'metrics':
      return readMetrics(query, context)
    case 'pods':
      return listPods(query, context)
    case 'exec':
      return execInPod(query, context)
    case 'ours':
      return readLabelledResources(query, context)
    case 'access':
      return issueAccess(query, context)
    case 'dryRun':
      return dryRunWorkload(query, context)
  }
}

interface QueryHandlerOptions {
  client: Client
  /** Restricts the addresses of clusters. */
  policy: ClusterPolicy
  dryRunRelease: DryRunRelease
}

/** Creates the handler of cluster queries. Its errors are platform errors with a code for the client. */
export function createQueryHandlers({ client, policy, dryRunRelease }: QueryHandlerOptions) {
  const clusters = createClusters({ client, policy })
  async function* handle(
    query: ClusterQuery,
    signal: AbortSignal,
    inputs: AsyncIterableIterator<unknown>,
  ): AsyncGenerator {
    const context = { client, clusters, signal, inputs }
    try {
      yield* query.about === 'releaseDryRun' ? dryRunRelease(query, context) : dispatch(query, context)
    } catch (error) {
      if (isKubeError(error, 'forbidden'))
        throw new PlatformError('FORBIDDEN', error.message, { cause: error })
      if (isKubeError(error)) throw new PlatformError('UNAVAILABLE', error.message, { cause: error })
      throw error
    }
  }
  return { handle, close: () => clusters.close() }
}
