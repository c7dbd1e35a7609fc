import type { Io } from '../terminal/io.ts'
import { usageError } from '../cli-error.ts'
import { didYouMean } from '../similar.ts'

const plainFormats = ['table', 'wide', 'json', 'yaml', 'name'] as const

export type Format = { as: (typeof plainFormats)[number] } | { as: 'jsonpath'; template: string }

/** The value of `-o`. Throws, naming what there is, for anything else. */
export function parseFormat(
  text: string,
  allowed: readonly Format['as'][] = [...plainFormats, 'jsonpath'],
): Format {
  const path = /^jsonpath=(.*)$/s.exec(text)?.[1]
  const as = path === undefined ? plainFormats.find((format) => format === text) : 'jsonpath'
  if (as === undefined || !allowed.includes(as)) {
    const hint = didYouMean(text, allowed) || `There are ${allowed.join(', ')}.`
    throw usageError(`-o "${text}" is not an output format here. ${hint}`)
  }
  return as === 'jsonpath' ? { as, template: path ?? '' } : { as }
}

/** Whether it asks for a table, which each command draws itself. */
export function isForPeople(format: Format): boolean {
  return format.as === 'table' || format.as === 'wide'
}

export interface Listed<Item> {
  items: readonly Item[]
  nameOf(item: Item): string
  /** @default the item itself */
  toValue?: (item: Item) => unknown
}

/** Prints a list in one of the formats for machines: their names, or all of them as `items`. */
export async function printItems<Item>(
  io: Io,
  format: Format,
  { items, nameOf, toValue = (item) => item }: Listed<Item>,
): Promise<void> {
  if (format.as === 'name') io.stdout.write(items.map((item) => `${nameOf(item)}\n`).join(''))
  else await printValue(io, format, { items: items.map(toValue) })
}

/** Prints the next of values that go on coming: JSON in one line, YAML as one document, or its name. */
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

/** Prints a value in one of the formats for machines. */
export async function printValue(io: Io, format: Format, value: unknown): Promise<void> {
  if (format.as === 'jsonpath') {
    const { renderJsonPath } = await import('./jsonpath.ts')
    io.stdout.write(`${renderJsonPath(format.template, value)}\n`)
  } else if (format.as === 'yaml') {
    const { toYaml } = await import('./yaml-text.ts')
    io.stdout.write(toYaml(value))
  } else io.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}
