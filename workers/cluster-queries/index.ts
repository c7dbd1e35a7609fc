import type { Client } from '../../client-sdk/index.ts'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { ClusterQuery } from '../../schema/cluster-queries.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import { createClusters } from '../runtimes/clusters.ts'
import type { QueryContext } from './query-context.ts'
import { issueAccess } from './access.ts'
import { readLogs } from './logs.ts'
import { readLabelledResources } from './labelled-resources.ts'
import { readTree } from './tree.ts'

function read(question: ClusterQuery, context: QueryContext): AsyncGenerator {
  switch (question.about) {
    case 'tree':
      return readTree(question, context)
    case 'logs':
      return readLogs(question, context)
    case 'ours':
      return readLabelledResources(question, context)
    case 'access':
      return issueAccess(question, context)
  }
}

/** Answers questions about clusters. */
export function createQueryHandlers(client: Client, policy: ClusterPolicy) {
  const clusters = createClusters({ client, policy })
  async function* answer(question: ClusterQuery, signal: AbortSignal): AsyncGenerator {
    const context = { client, clusters, signal }
    try {
      yield* read(question, context)
    } catch (error) {
      if (isKubeError(error, 'forbidden'))
        throw new PlatformError('FORBIDDEN', error.message, { cause: error })
      if (isKubeError(error)) throw new PlatformError('UNAVAILABLE', error.message, { cause: error })
      throw error
    }
  }
  return { answer, close: () => clusters.close() }
}
