import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { WakeUp } from '../../schema/events.ts'
import type { ObjectStatus } from '../../schema/status.ts'

/** What a release says to others, as it was when it was recorded: `node tools/record-contract.ts`. */
export interface Recording {
  release: string
  /** Texts of all operations of the SDK and the workers, by the name of their document. */
  operations: Record<string, string>
  /** Messages on the broker. */
  wakeUps: WakeUp[]
  /** Statuses as workers report them and clients read them. */
  statuses: ObjectStatus[]
}

const folder = join(import.meta.dirname, 'recorded')

/** Those that this code is still held to. */
export async function recordings(): Promise<Recording[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Recording),
  )
}
