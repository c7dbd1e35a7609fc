import { CloudPending } from '../clouds/errors.ts'
import { pause } from '../../schema/retry.ts'
import type { ExternalEntry } from '../engine/external-inventory.ts'
import type { ExternalCalls } from '../resources/external-resources.ts'
import type { GcpAccess } from './account.ts'
import { gcpError, isBusy, isGcpError, isNotFound, unlessNotFound } from './errors.ts'
import { assertOurs, describeLabels, labelsIn } from './ownership.ts'

/*
 * Resources of Compute Engine, which operations create and delete: https://cloud.google.com/compute/docs/reference/rest/v1. Their names
 * are unique in a project, so that a repeated request is refused.
 */

/** A resource as far as all have it. */
export interface ComputeResource {
  name: string
  selfLink?: string
  description?: string
  creationTimestamp?: string
}

interface Operation {
  name: string
  status: 'PENDING' | 'RUNNING' | 'DONE'
  httpErrorStatusCode?: number
  error?: { errors?: readonly { code?: string; message?: string }[] }
}

/** A type of resources in a place: `global`, or `regions/NAME`. */
export interface ComputeType {
  place: string
  /** The last part of their URLs, for example `networks`. */
  collection: string
}

/** Returns the path of the resources of a type, below the path of the project. */
function pathOf({ projectId }: GcpAccess, { place, collection }: ComputeType): string {
  return `compute/v1/projects/${projectId}/${place}/${collection}`
}

/** Returns the calls for one type of resource. @param body What it is created with, besides its name and its description */
export function computeCalls<Found extends ComputeResource>(
  access: GcpAccess,
  type: ComputeType,
  body?: object,
): ExternalCalls<Found> {
  const path = pathOf(access, type)
  const find = async (entry: ExternalEntry, signal: AbortSignal) => {
    const reading = access.call<Found>({
      service: 'compute',
      method: 'GET',
      path: `${path}/${entry.name}`,
      signal,
    })
    const state = await unlessNotFound(reading)
    if (state === undefined) return undefined
    assertOurs(entry, labelsIn(state.description))
    return { externalId: entry.name, state }
  }
  return {
    find,
    create: async (entry, { signal }) => {
      if (body === undefined) throw new Error('a resource that is being deleted is not created')
      const resource = { ...body, name: entry.name, description: describeLabels(entry) }
      const operation = await insert(access, { path, resource }, signal)
      const isDone = operation !== undefined && (await complete(access, { ...type, operation }, signal))
      const created = isDone ? await find(entry, signal) : undefined
      if (created !== undefined) return created
      throw new CloudPending(`Google Cloud is creating ${entry.type} ${entry.name}.`)
    },
    remove: async ({ externalId }, { signal }) => {
      try {
        const operation = await access.call<Operation>({
          service: 'compute',
          method: 'DELETE',
          path: `${path}/${externalId}`,
          signal,
        })
        await complete(access, { ...type, operation }, signal)
      } catch (error) {
        // What uses the resource is still being deleted, or the resource is gone.
        if (!isBusy(error) && !isNotFound(error)) throw error
      }
    },
  }
}

/** Requests a resource. Resolves with undefined if an earlier request creates it already. */
async function insert(
  { call }: GcpAccess,
  { path, resource }: { path: string; resource: object },
  signal: AbortSignal,
): Promise<Operation | undefined> {
  try {
    return await call<Operation>({ service: 'compute', method: 'POST', path, body: resource, signal })
  } catch (error) {
    if (isGcpError(error, 409)) return undefined
    throw error
  }
}

/** Waits for some seconds until an operation is done. Reports whether it is; throws why it failed. */
async function complete(
  access: GcpAccess,
  { place, operation }: ComputeType & { operation: Operation },
  signal: AbortSignal,
): Promise<boolean> {
  const path = `${pathOf(access, { place, collection: 'operations' })}/${operation.name}`
  let current = operation
  for (let look = 0; look < 8; look++) {
    if (current.status === 'DONE') {
      const [error] = current.error?.errors ?? []
      if (error === undefined) return true
      const { code = 'Failed', message = 'no reason was given' } = error
      throw gcpError(current.httpErrorStatusCode ?? 400, { error: { message, errors: [{ reason: code }] } })
    }
    await pause(1000, signal)
    signal.throwIfAborted()
    current = await access.call<Operation>({ service: 'compute', method: 'GET', path, signal })
  }
  return false
}

interface Page<Item> {
  items?: readonly Item[]
  nextPageToken?: string
}

/** The most pages of a list that are read. */
const maxPages = 50

/** Lists the resources of a type that match a filter: https://cloud.google.com/compute/docs/reference/rest/v1/networks/list */
export async function listCompute<Item>(
  access: GcpAccess,
  { filter, ...type }: ComputeType & { filter: string },
  signal: AbortSignal,
): Promise<Item[]> {
  const path = pathOf(access, type)
  const found: Item[] = []
  let pageToken: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = { filter, ...(pageToken === undefined ? {} : { pageToken }) }
    const { items = [], nextPageToken } = await access.call<Page<Item>>({
      service: 'compute',
      method: 'GET',
      path,
      query,
      signal,
    })
    found.push(...items)
    if (nextPageToken === undefined) break
    pageToken = nextPageToken
  }
  return found
}
