import type { KubeRequest } from '../../workers/kube/client/client.ts'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import type { Tables } from './database/tables.ts'
import { routeToRemovedCanary } from './canary-rule.ts'
import { keptByDeletion } from './kept-rule.ts'
import { neighbourOfNamespace } from './namespace-rule.ts'
import type { SimulatedCluster } from './components/cluster.ts'
import type { Acting } from './components/worker.ts'

/** Checks each action of reconciles against rules, and records violations. */
export interface Rules {
  /** Checks a request to a cluster, as it is sent. */
  sent(request: KubeRequest, acting: Acting | undefined): void
  /** Checks a statement that was executed, for a reconcile or for several of them. */
  executed(statement: ExecutedStatement): void
  /** The number of requests so far that may have changed a cluster. */
  readonly writes: number
}

interface ExecutedStatement {
  name: string
  values: readonly unknown[]
  rows: readonly object[]
}

/** A reconcile, by the id of its object and its epoch. */
interface Writer {
  id: unknown
  epoch: unknown
}

/** The statements by which reconciles write, each with a function that returns the reconciles whose writes were accepted. */
const reports: Readonly<Record<string, (values: readonly unknown[], rows: readonly object[]) => Writer[]>> = {
  'store-quiet-report': (values, [row]) =>
    row !== undefined && 'isStored' in row && row.isStored === true
      ? [{ id: values[0], epoch: values[6] }]
      : [],
  'lock-removals-free': ([ids, epochs], rows) =>
    (rows as { id: bigint }[]).map(({ id }) => ({
      id,
      epoch: (epochs as number[])[(ids as bigint[]).indexOf(id)],
    })),
  'store-reports': ([text]) => JSON.parse(String(text)) as Writer[],
  'upsert-applied': ([id, epoch], rows) => (rows.length > 0 ? [{ id, epoch }] : []),
  'upsert-all-applied': ([text], rows) => {
    const recorded = new Set((rows as { objectId: bigint }[]).map(({ objectId }) => String(objectId)))
    const given = JSON.parse(String(text)) as { objectId: string; epoch: number }[]
    return given
      .filter(({ objectId }) => recorded.has(objectId))
      .map(({ objectId: id, epoch }) => ({ id, epoch }))
  },
}

/** The reconcile of an object that was started last. */
interface Latest {
  epoch: number
  /** Unknown until it acts, since reconciles are started together. */
  acting?: Acting
}

export function createRules(
  tables: () => Tables,
  broken: (problem: string) => void,
  clusters: () => Iterable<SimulatedCluster>,
): Rules {
  let writes = 0
  /** By the ids of the objects. */
  const latest = new Map<string, Latest>()
  /** The runtimes that were chosen, by the id of the instance. */
  const runtimes = new Map<bigint, string>()

  const isLatest = (acting: Acting): boolean => {
    const started = latest.get(acting.id)
    if (started === undefined) return false
    if (started.acting === undefined && started.epoch === acting.lease.epoch) started.acting = acting
    return started.acting === acting
  }

  /**
   * Reports whether the inventory has an entry for the resource, or it is one that a forced deletion has left to its runtime, which releases
   * it. The entry must precede an apply: otherwise the resource could become untraceable.
   */
  const isIntended = ({ id }: Acting, path: string): boolean => {
    const named = decodeURIComponent(path.split('/').at(-1) ?? '')
    const { applied, abandoned } = tables()
    return (
      [...applied.values()].some(({ objectId, name }) => String(objectId) === id && name === named) ||
      [...abandoned.values()].some(({ runtimeId, name }) => String(runtimeId) === id && name === named)
    )
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
    sent: ({ method, path, query, contentType, body }, acting) => {
      if (method === 'GET' || query?.['dryRun'] !== undefined || path.includes('selfsubject')) return
      writes += 1
      if (acting === undefined) return broken(`${method} ${path} is sent outside of a reconcile`)
      const what = `${acting.kind} ${acting.id}: ${method} ${path}`
      if (acting.lease.remaining() === 0) broken(`${what} is sent after its lease has expired`)
      if (!isLatest(acting)) broken(`${what} is sent while another reconcile holds the object`)
      const route = isRemoved(acting) ? undefined : routeToRemovedCanary({ method, path }, clusters())
      if (route !== undefined) broken(`${what} is sent while HTTPRoute ${route} sends requests there`)
      const at = { id: acting.id, now: tables().now().getTime() }
      const neighbour = neighbourOfNamespace({ method, path }, clusters(), {
        ...at,
        stays: staysBeside(acting),
      })
      if (neighbour !== undefined) broken(`${what} is sent although ${neighbour} of another object is in it`)
      const kept = keptByDeletion({ method, path, body }, clusters(), at)
      if (kept !== undefined) broken(`${what} is sent although ${kept} is to be kept`)
      if (contentType === 'application/apply-patch+yaml' && !isIntended(acting, path))
        broken(`${what} is sent before it is in the inventory`)
    },
    executed: ({ name, values, rows }) => {
      if (name === 'update-objects')
        for (const row of rows as (StoredObject | { id: null })[]) if (row.id !== null) placed(row)
      if (name === 'start-reconcile' || name === 'start-reconciles')
        for (const { id, kind, epoch } of rows as StoredObject[]) {
          const before = latest.get(String(id))?.epoch ?? 0
          if (epoch <= before) broken(`${kind} ${id}: a reconcile gets epoch ${epoch} after ${before}`)
          latest.set(String(id), { epoch })
        }
      for (const { id, epoch } of reports[name]?.(values, rows) ?? [])
        if (latest.get(String(id))?.epoch !== epoch)
          broken(`object ${String(id)}: ${name} is accepted from a reconcile that is no longer the latest`)
    },
  }
}
