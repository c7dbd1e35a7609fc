import type { Io } from '../terminal/io.ts'
import { usageError } from '../cli-error.ts'
import { didYouMean } from '../similar.ts'

const plainFormats = ['table', 'wide', 'json', 'yaml', 'name'] as const

export type Format = { as: (typeof plainFormats)[number] } | { as: 'jsonpath'; template: string }

/** Parses the value of `-o`. Throws a usage error that lists the allowed formats. */
export function parseFormat(
  text: string,
  allowed: readonly Format['as'][] = [...plainFormats, 'jsonpath'],
): Format {
  const path = /^jsonpath=(.*)$/s.exec(text)?.[1]
  const as = path === undefined ? plainFormats.find((format) => format === text) : 'jsonpath'
  if (as === undefined || !allowed.includes(as)) {
    const hint = didYouMean(text, allowed) || `Allowed formats are ${allowed.join(', ')}.`
    throw usageError(`-o "${text}" is not an output format of this command. ${hint}`)
  }
  return as === 'jsonpath' ? { as, template: path ?? '' } : { as }
}

/** Reports whether the format is a table, which each command renders itself. */
export function isTable(format: Format): boolean {
  return format.as === 'table' || format.as === 'wide'
}

export interface Listed<Item> {
  items: readonly Item[]
  nameOf(item: Item): string
  /** @default the item itself */
  toValue?: (item: Item) => unknown
}

/** Prints a list in a machine-readable format: names, or an object with `items`. */
export async function printItems<Item>(
  io: Io,
  format: Format,
  { items, nameOf, toValue = (item) => item }: Listed<Item>,
): Promise<void> {
  if (format.as === 'name') io.stdout.write(items.map((item) => `${nameOf(item)}\n`).join(''))
  else await printValue(io, format, { items: items.map(toValue) })
}

/** Prints one value of a stream: a line of JSON, a YAML document, or a name. */
export async function printNext(
  io: Io,
  format: Format,
  { value, name }: { value: unknown; name: string },
): Promise<void> {
  if (format.as === 'json') io.stdout.write(`${JSON.stringify(value)}\n`)
  else if (format.as === 'name') io.stdout.write(`${name}\n`)
  else {
    if (format.as === 'yaml') io.stdout.write('---\n')
    await printValue(io, format, value)
  }
}

/** Prints a value in a machine-readable format. */
export async function printValue(io: Io, format: Format, value: unknown): Promise<void> {
  if (format.as === 'jsonpath') {
    const { renderJsonPath } = await import('./jsonpath.ts')
    io.stdout.write(`${renderJsonPath(format.template, value)}\n`)
  } else if (format.as === 'yaml') {
    const { toYaml } = await import('./yaml.ts')
    io.stdout.write(toYaml(value))
  } else io.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}
