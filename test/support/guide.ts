import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from './run-program.ts'

export interface Guide {
  text: string
  /** The documents in YAML, in their order. */
  files: string[]
  /** The arguments of the commands of its first script. */
  commands: string[][]
}

/** Reads a guide, as it is written, from `docs/guide`. */
export async function readGuide(name: string): Promise<Guide> {
  const text = await readFile(join(repository, 'docs/guide', name), 'utf8')
  const [, script = ''] = /^```sh\n(.*?)^```$/ms.exec(text) ?? []
  const lines = script.trim().split('\n')
  return {
    text,
    files: [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, file = '']) => file),
    commands: lines.map((line) => line.replace(/ +#.*/, '').replaceAll("'", '').split(' ').slice(1)),
  }
}
