import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/*
 * What a run has created, as it was announced. OpenTofu stores a local state every twenty seconds only, so a run that dies leaves
 * resources that its last state does not have. The next run on the machine imports them.
 */

export const Created = z.object({ address: z.string(), id: z.string() })
export type Created = z.infer<typeof Created>

const fileName = 'created.jsonl'

/** Notes a resource at once, before anything else can happen. */
export function noteCreated(folder: string, created: Created): void {
  appendFileSync(join(folder, fileName), `${JSON.stringify(created)}\n`, { mode: 0o600 })
}

/** Reads what a run in a folder has noted. */
export async function readCreated(folder: string): Promise<Created[]> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    try {
      return [Created.parse(JSON.parse(line))]
    } catch {
      // The last line may be incomplete.
      return []
    }
  })
}
