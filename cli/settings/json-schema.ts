import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandContext } from '../context.ts'
import { installation } from '../../process/installation.ts'
import { kindByNoun } from '../kind-names.ts'

/** Prints the JSON Schema that `npm run generate` wrote. */
export async function printSchema(
  { args }: { args: { kind: string | undefined } },
  { io }: CommandContext,
): Promise<void> {
  const name = args.kind === undefined ? 'all' : kindByNoun(args.kind).kind
  io.stdout.write(await readFile(join(installation, 'schema/generated/json', `${name}.json`), 'utf8'))
}
