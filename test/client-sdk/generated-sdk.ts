import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository, runProgram } from '../support/run-program.ts'

/** The files that the generator of the SDK reads, and the SDK. */
const parts = [
  'schema',
  'prisma',
  'client-sdk',
  'workers/operations',
  'tools/generate-operations.ts',
  'codegen.yml',
  'package.json',
]

/**
 * Writes the SDK into a folder as `npm run generate` does, with the given number of kinds besides the existing ones.
 */
export async function generateSdk(folder: string, madeUp: number): Promise<void> {
  await Promise.all(parts.map((part) => cp(join(repository, part), join(folder, part), { recursive: true })))
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  const names = Array.from({ length: madeUp }, (_, index) => kindName(index))
  await writeFile(
    join(folder, 'schema/kinds/concepts.ts'),
    "export { kinds as madeUp } from './made-up.ts'\n",
    {
      flag: 'a',
    },
  )
  await writeFile(join(folder, 'schema/kinds/made-up.ts'), declarations(names))
  await writeFile(
    join(folder, 'schema/graphql/kinds/made-up.ts'),
    `import { implementKind } from '../kind-type.ts'\n${names.map((name) => `implementKind('${name}')\n`).join('')}`,
  )
  const steps = [
    [process.execPath, 'tools/generate-operations.ts'],
    [process.execPath, 'node_modules/@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.yml'],
  ]
  for (const step of steps) {
    const { exit, stdout, stderr } = await runProgram(step, { home: folder, cwd: folder })
    if (exit !== 0) throw new Error(`${step.join(' ')} failed:\n${stdout}${stderr}`)
  }
}

/** Words that are as many and as varied as those of real kinds, so that they compress no better. */
const words =
  'access account address alias archive backup balance bandwidth batch budget bucket cache capacity catalog certificate channel cluster container credential database deadline debug delivery deployment digest domain encryption endpoint engine expiry failover filter firewall gateway group health history host identity image index ingress instance interval key label latency limit listener location lock log machine maintenance memory message method metric mirror mode network node notification number origin owner package parameter partition password path peer period permission policy pool port prefix priority profile protocol provider proxy queue quota rate record region registry release replica request resource retention role rotation route rule sample schedule schema scope secret segment server service session share size snapshot source stage storage strategy stream subnet subscription suffix tag target template tenant threshold timeout token topic traffic trigger upstream user value version volume window zone'.split(
    ' ',
  )

function word(index: number): string {
  return words[index % words.length] ?? ''
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function kindName(index: number): string {
  return `${capital(word(index * 7))}${capital(word(index * 11 + 3))}`
}

/** Twelve fields of a spec, one of them nested, and five outputs: as many as the largest existing kind has. */
function declarations(names: readonly string[]): string {
  const kinds = names.map((name, index) => {
    const field = (place: number): string =>
      `${word(index * 13 + place * 5)}${capital(word(index * 17 + place * 3 + 1))}`
    const texts = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, place) => `${field(from + place)}: text`).join(', ')
    const plural = `${name.charAt(0).toLowerCase()}${name.slice(1)}s`
    return `defineKind({
  kind: '${name}',
  plural: '${plural}',
  description: 'A ${word(index)} for every ${word(index + 1)} of the ${word(index + 2)}.',
  spec: z.strictObject({ ${texts(0, 11)}, parts: z.strictObject({ ${texts(11, 15)} }).meta({ description: 'Parts.' }) }),
  examples: [{}],
  outputs: z.strictObject({ ${texts(15, 20)} }),
  columns: [],
  reconciled: true,
  rest: { path: '${plural.toLowerCase()}' },
})`
  })
  return `import { z } from 'zod'
import { defineKind } from './kind.ts'

const text = z.string().meta({ description: 'A text.' })

export const kinds = [${kinds.join(', ')}]
`
}
