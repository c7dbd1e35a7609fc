import { PlatformError } from '../../schema/errors.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { appliedShapeOf } from '../documents/applied-shape.ts'
import { nounAndName } from '../kind-names.ts'
import { changeObjects, type Change, type EditInput } from '../objects/edited.ts'
import { parseFormat } from '../objects/formats.ts'
import { selectObjects } from '../objects/selection.ts'

/** A map of the metadata of objects, and the words of messages about it. */
const maps = {
  labels: { one: 'label', example: 'qleetctl label workload/shop team=web old-' },
  annotations: { one: 'annotation', example: 'qleetctl annotate workload/shop owner="Web team" old-' },
} as const
type MapName = keyof typeof maps

interface LabelInput {
  args: { words: readonly string[] }
  options: EditInput & {
    overwrite: boolean
    list: boolean
    all: boolean
    selector: string | undefined
    project: string | undefined
  }
}

/** Sets and removes labels of objects. */
export function label(input: LabelInput, context: CommandContext): Promise<void> {
  return editMap('labels', input, context)
}

/** Sets and removes annotations of objects. */
export function annotate(input: LabelInput, context: CommandContext): Promise<void> {
  return editMap('annotations', input, context)
}

async function editMap(map: MapName, { args, options }: LabelInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const edits = args.words.filter(isEdit).map(parseEdit)
  const words = args.words.filter((word) => !isEdit(word))
  if (edits.length === 0 && !options.list)
    throw usageError(`name the ${map} to set or remove: KEY=VALUE or KEY-, as in \`${maps[map].example}\``)
  const { client } = await context.connect()
  const objects = await selectObjects(client, { ...options, words })
  if (!options.list)
    return changeObjects(context, { objects, change: changeOf(map, edits, options), options })
  for (const object of objects) {
    const entries = Object.entries(appliedShapeOf(object).metadata[map] ?? {})
    if (objects.length > 1) context.io.stdout.write(`${nounAndName(object)}\n`)
    context.io.stdout.write(entries.map(([key, value]) => `${key}=${value}\n`).join(''))
  }
}

/** An entry to set, or to remove if it has no value. */
type Edit = readonly [key: string, value: string | undefined]

function isEdit(word: string): boolean {
  return word.includes('=') || word.endsWith('-')
}

function parseEdit(word: string): Edit {
  const at = word.indexOf('=')
  if (at < 0) return [word.slice(0, -1), undefined]
  if (at === 0) throw usageError(`"${word}" has no key. Entries are KEY=VALUE.`)
  return [word.slice(0, at), word.slice(at + 1)]
}

function changeOf(map: MapName, edits: readonly Edit[], { overwrite }: { overwrite: boolean }): Change {
  return (shape, { kind, name }) => {
    const entries = new Map(Object.entries(shape.metadata[map] ?? {}))
    for (const [key, value] of edits) {
      const before = entries.get(key)
      if (value === undefined) entries.delete(key)
      else if (before !== undefined && before !== value && !overwrite) {
        const target = nounAndName({ kind, name })
        const message = `${target} already has the ${maps[map].one} ${key}=${before}. Replace its value: --overwrite`
        throw new PlatformError('CONFLICT', message)
      } else entries.set(key, value)
    }
    return { ...shape, metadata: { ...shape.metadata, [map]: Object.fromEntries(entries) } }
  }
}
