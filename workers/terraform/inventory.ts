import { externalInventory, type ExternalResource } from '../engine/external-inventory.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { RunResult } from './job.ts'

/** The provider of entries in the inventory. */
export const provider = 'terraform'

/**
 * Makes the inventory show the resources of the last state, for users: the state itself is what knows them. Terraform finds them
 * again by the state, so that an entry follows the creation of its resource.
 */
export async function recordResources(context: ReconcileContext, { resources }: RunResult): Promise<void> {
  if (resources === undefined) return
  const inventory = externalInventory(context)
  const account = `${context.object.projectName ?? ''}/${context.object.name}`
  const known = new Map(inventory.entries().map((entry) => [entry.name, entry]))
  for (const [order, { address, type, id }] of resources.entries()) {
    const entry = known.get(address)
    known.delete(address)
    if (entry !== undefined && entry.externalId === (id === '' ? null : id)) continue
    const resource: ExternalResource = { provider, account, region: '', type, name: address, order, tags: {} }
    const recorded = entry ?? (await inventory.intend(resource))
    if (id !== '') await inventory.created(recorded, id)
  }
  for (const entry of known.values()) await inventory.drop(entry)
}
