import { defined } from '../../defined.ts'
import type { ClusterPolicy } from '../policy.ts'
import type { ClusterAccess } from './access.ts'

/** The address and credentials with which a process connects to an API server, as options of node:tls. */
export interface ClusterConnection {
  server: string
  headers: Record<string, string>
  /** Addresses that connections may go to. */
  policy: ClusterPolicy
  tls: { ca?: string; cert?: string; key?: string; servername?: string; rejectUnauthorized?: boolean }
}

/** Returns the options of connections with an access. */
export function connectionOf(access: ClusterAccess): ClusterConnection {
  const { policy, server, ca, certificate, key, token, serverName, skipVerification } = access
  return {
    policy,
    server,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    tls: {
      ...defined({ ca, cert: certificate, key, servername: serverName }),
      ...(skipVerification === true ? { rejectUnauthorized: false } : {}),
    },
  }
}
