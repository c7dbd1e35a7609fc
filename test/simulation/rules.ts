import type { KubeRequest } from '../../workers/kube/client/client.ts'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import type { Tables } from './database/tables.ts'
import { routeToRemovedCanary } from './canary-rule.ts'
import { neighbourOfNamespace } from './namespace-rule.ts'
import type { SimulatedCluster } from './components/cluster.ts'
import type { Acting } from './components/worker.ts'

/** Checks each action of reconciles against rules, and records violations. */
export interface Rules {
  /** Checks a request to a cluster, as it is sent. */
  sent(request: KubeRequest, acting: Acting | undefined): void
  /** Checks a statement that was executed for a reconcile. */
  executed(name: string, rows: readonly object[], acting: Acting | undefined): void
  /** The number of requests so far that may have changed a cluster. */
  readonly writes: number
}

/**
 * Statements by which a reconcile writes, each with a predicate that reports from the rows whether the write was
 * accepted.
 */
const reports: Readonly<Record<string, (rows: readonly object[]) => boolean>> = {
  'store-quiet-report': ([row]) => row !== undefined && 'isStored' in row && row.isStored === true,
  'store-report': () => true,
  'upsert-applied': (rows) => rows.length > 0,
}

export function createRules(
  tables: () => Tables,
  broken: (problem: string) => void,
  clusters: () => Iterable<SimulatedCluster>,
): Rules {
  let writes = 0
  /** The most recently started reconcile by object. */
  const latest = new Map<string, Acting>()
  /** The runtimes that were chosen, by the id of the instance. */
  const runtimes = new Map<bigint, string>()

  /**
   * Reports whether the inventory has an entry for the resource. It must precede an apply: otherwise the resource could
   * become untraceable.
   */
  const isIntended = ({ id }: Acting, path: string): boolean => {
    const name = decodeURIComponent(path.split('/').at(-1) ?? '')
    return [...tables().applied.values()].some((row) => String(row.objectId) === id && row.name === name)
  }

  /** Reports whether the workload beside which an object runs is deleted, too. */
  const isRemoved = ({ id }: Acting): boolean => {
    const workload = tables().references.get(`${id}:workloadInstance`)?.toId
    const found = workload === undefined ? undefined : tables().objects.get(workload)
    return found === undefined || found.deletionRequestedAt !== null
  }

  /** Reports whether an object is another one than that of the reconcile, and is not being deleted. */
  const staysBeside =
    ({ id }: Acting) =>
    (other: string): boolean =>
      other !== id && other !== '' && tables().objects.get(BigInt(other))?.deletionRequestedAt === null

  /** An instance stays in the runtime that was chosen for it. */
  const placed = ({ id, kind, name, spec }: StoredObject): void => {
    const { placement, runtime } = spec as { placement?: unknown; runtime?: string }
    if (placement === undefined) return
    const before = runtimes.get(id)
    if (before !== undefined && before !== runtime)
      broken(`${kind} ${name} moves from ${before} to ${String(runtime)}`)
    if (runtime !== undefined) runtimes.set(id, runtime)
  }

  return {
    get writes() {
      return writes
    },
    sent: ({ method, path, query, contentType }, acting) => {
      if (method === 'GET' || query?.['dryRun'] !== undefined || path.includes('selfsubject')) return
      writes += 1
      if (acting === undefined) return broken(`${method} ${path} is sent outside of a reconcile`)
      const what = `${acting.kind} ${acting.id}: ${method} ${path}`
      if (acting.lease.remaining() === 0) broken(`${what} is sent after its lease has expired`)
      if (latest.get(acting.id) !== acting) broken(`${what} is sent while another reconcile holds the object`)
      const route = isRemoved(acting) ? undefined : routeToRemovedCanary({ method, path }, clusters())
      if (route !== undefined) broken(`${what} is sent while HTTPRoute ${route} sends requests there`)
      const neighbour = neighbourOfNamespace({ method, path }, clusters(), {
        id: acting.id,
        stays: staysBeside(acting),
        now: tables().now().getTime(),
      })
      if (neighbour !== undefined) broken(`${what} is sent although ${neighbour} of another object is in it`)
      if (contentType === 'application/apply-patch+yaml' && !isIntended(acting, path))
        broken(`${what} is sent before it is in the inventory`)
    },
    executed: (name, rows, acting) => {
      if (name === 'update-objects')
        for (const row of rows as (StoredObject | { id: null })[]) if (row.id !== null) placed(row)
      if (acting === undefined) return
      if (name === 'start-reconcile' && rows.length > 0) latest.set(acting.id, acting)
      if (reports[name]?.(rows) !== true || latest.get(acting.id) === acting) return
      broken(`${acting.kind} ${acting.id}: ${name} is accepted from a reconcile that is no longer the latest`)
    },
  }
}
