import type { ClusterAccess } from '../../schema/clusters/kubeconfig/access.ts'
import { proxyTo } from '../support/cluster-proxy.ts'

/** Starts a proxy before a cluster that counts its requests. */
export interface CountingProxy {
  url: string
  /** Returns the requests since the last call, without watches. */
  take(): { reads: number; writes: number }
  close(): Promise<void>
}

export async function countRequests(access: ClusterAccess): Promise<CountingProxy> {
  let [reads, writes] = [0, 0]
  const { url, close } = await proxyTo(access, ({ method, path }) => {
    if (method !== 'GET') writes += 1
    else if (!path.includes('watch=true') && path.includes('/namespaces')) reads += 1
  })
  return {
    url,
    take: () => {
      const taken = { reads, writes }
      ;[reads, writes] = [0, 0]
      return taken
    },
    close,
  }
}
