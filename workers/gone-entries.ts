import { chunks, entriesOfRequest } from '../schema/chunks.ts'
import { isPlatformError } from '../schema/errors.ts'
import type { Client } from './api-client.ts'
import { ForgetAppliedDocument } from './generated/documents.ts'

/** The reconcile that drops entries from the inventory of its object. */
interface Holder {
  id: string
  epoch: number
}

/** Drops the inventory entries of resources that no longer exist. */
export async function dropEntries(
  client: Client,
  { id, epoch }: Holder,
  ids: readonly string[],
): Promise<void> {
  for (const entries of chunks(ids)) await client.execute(ForgetAppliedDocument, { id, epoch, entries })
}

/**
 * Sends a request that drops entries, with its argument `gone`: as many as fit, after all others are dropped. An earlier server, which
 * does not know the argument, drops all of them before.
 */
export async function sendWithGone(
  client: Client,
  { gone, ...holder }: Holder & { gone: ReadonlySet<string> },
  send: (argument: { gone?: string[] }) => Promise<unknown>,
): Promise<void> {
  const ids = [...gone]
  const last = ids.slice(-entriesOfRequest)
  await dropEntries(client, holder, ids.slice(0, -entriesOfRequest))
  try {
    await send(last.length === 0 ? {} : { gone: last })
  } catch (error) {
    if (!isUnknownArgument(error, 'gone') || last.length === 0) throw error
    await dropEntries(client, holder, last)
    await send({})
  }
}

/** Reports whether an earlier server has refused a request because it does not know the argument. */
export function isUnknownArgument(error: unknown, argument: string): boolean {
  if (!isPlatformError(error) || error.code !== 'UNSUPPORTED') return false
  const { part, name } = error.details.refused ?? {}
  return part === 'argument' && name === argument
}
