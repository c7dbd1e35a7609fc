import type { AnyObject, Client, NameTarget } from '../../../client-sdk/index.ts'
import { documentsOf, nameOf } from './documents.ts'
import type { Report } from './kinds.ts'
import type { Entry, Store } from './store.ts'

export interface ReconcilerOptions {
  client: Client
  store: Store
  log: (message: string) => void
  /** Milliseconds between two passes over all sites, whatever happens. @default 30000 */
  interval?: number
  signal: AbortSignal
}

/**
 * Keeps the objects of the control plane as the sites want them: after each change of a site, of one of these objects, and from time
 * to time. Each pass begins with what is stored, so that it does not matter what a crash has interrupted.
 */
export async function runReconciler(options: ReconcilerOptions): Promise<void> {
  const { store, interval = 30_000, signal } = options
  const due = new Due()
  store.onChange = () => due.set()
  signal.addEventListener('abort', () => due.set())
  const watching = watch(options, () => due.set())
  while (!signal.aborted) {
    due.clear()
    for (const entry of store.list()) await reconcile(options, entry)
    await due.wait(interval)
  }
  await watching
}

async function watch({ client, log, signal }: ReconcilerOptions, onEvent: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const filter = { kinds: ['WorkloadInstance' as const, 'GatewayInstance' as const] }
      for await (const event of client.objects.watch(filter, { signal }))
        if (event.type !== 'SYNCED') onEvent()
    } catch (error) {
      log(`the watch ended: ${messageOf(error)}`)
      await new Due().wait(5000)
    }
  }
}

async function reconcile({ client, store, log }: ReconcilerOptions, entry: Entry): Promise<void> {
  try {
    if (entry.DeletionScheduled === undefined) {
      await client.apply(documentsOf(entry), { reason: `the site ${entry.Name} of the WordPress module` })
      store.report(entry, await statusOf(client, entry))
    } else if (await isRemoved(client, entry)) store.remove(entry)
  } catch (error) {
    log(`${entry.Name}: ${messageOf(error)}`)
    store.report(entry, { Phase: 'Failed', Cause: messageOf(error) })
  }
}

async function statusOf(client: Client, entry: Entry): Promise<Report> {
  const name = nameOf(entry)
  const [workload, gateway] = await Promise.all([
    client.objects.get({ kind: 'WorkloadInstance', name }),
    client.objects.get({ kind: 'GatewayInstance', name: `${name}-site` }),
  ])
  const { phase, cause, outputs } = statusIn(gateway)
  const found = statusIn(workload)
  const because = found.cause?.message ?? (found.phase === 'Ready' ? cause?.message : undefined)
  return {
    Phase: found.phase === 'Ready' ? phase : found.phase,
    ...(because === undefined ? {} : { Cause: because }),
    ...(typeof outputs['url'] === 'string' ? { URL: outputs['url'] } : {}),
  }
}

type Status = Pick<AnyObject['status'], 'phase' | 'cause' | 'outputs'>

function statusIn(object: AnyObject | undefined): Status {
  return object?.status ?? { phase: 'Pending', outputs: {} }
}

/** Deletes the objects of a site, and reports whether all are gone. */
async function isRemoved(client: Client, entry: Entry): Promise<boolean> {
  const name = nameOf(entry)
  const targets: NameTarget[] = [
    { kind: 'WorkloadInstance', name },
    { kind: 'WorkloadDefinition', name },
  ]
  const found = await Promise.all(targets.map((target) => client.objects.get(target)))
  const left = targets.filter((_, index) => found[index] !== undefined)
  if (left.length > 0) await client.objects.delete(left, { reason: `the site ${entry.Name} was deleted` })
  return left.length === 0
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Wakes what waits for it. A wake that comes before the wait is not lost. */
class Due {
  #isDue = false
  #wake: () => void = () => undefined

  set(): void {
    this.#isDue = true
    this.#wake()
  }

  clear(): void {
    this.#isDue = false
  }

  wait(milliseconds: number): Promise<void> {
    if (this.#isDue) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
