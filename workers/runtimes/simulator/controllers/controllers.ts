import type { ClusterContext } from '../context.ts'

export interface Controllers {
  stop(): Promise<void>
}

export function startControllers(_context: ClusterContext): Controllers {
  return { async stop() {} }
}
