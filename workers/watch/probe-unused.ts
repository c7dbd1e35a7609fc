import { serverVersion, versionTimeout } from '../kube/client/server-version.ts'
import type { Clusters } from '../runtimes/clusters.ts'

/** Milliseconds after the time for a probe at which no request of this process has been one. */
const unusedFor = 20_000

/**
 * Probes the clusters that this process counts as away although it does not use them any more: another worker may have all their objects
 * by now, and one that is back would stay among the problems of the control plane.
 */
export async function probeUnused(
  clusters: Pick<Clusters, 'of' | 'openBreakers'>,
  signal: AbortSignal,
): Promise<void> {
  const unused = [...clusters.openBreakers()].filter(([, { retryAt }]) => Date.now() >= retryAt + unusedFor)
  await Promise.allSettled(
    unused.map(async ([id]) => {
      const { client } = await clusters.of(id)
      await serverVersion(client, { signal, probe: true, timeout: versionTimeout })
    }),
  )
}
