import type { Call } from '../api/server.ts'
import type { ClusterContext } from '../context.ts'

export interface OpenapiPages {
  serve(call: Call): boolean
}

export function openapiPages(_context: ClusterContext): OpenapiPages {
  return { serve: () => false }
}
