import type { Io } from '../terminal/io.ts'
import { usageError } from '../cli-error.ts'
import { isRecord } from '../../schema/records.ts'
import { didYouMean } from '../../schema/similar.ts'

const plainFormats = ['table', 'wide', 'json', 'yaml', 'name'] as const
const templateFormats = ['jsonpath', 'jsonpath-as-json', 'custom-columns'] as const

/** The values of `-o`, for completion. Those that end in `=` are followed by a template or a file. */
export const outputFormats: readonly string[] = [
  ...plainFormats,
  ...templateFormats.map((format) => `${format}=`),
  'jsonpath-file=',
  'custom-columns-file=',
]

export type Format =
  | { as: (typeof plainFormats)[number] }
  | { as: (typeof templateFormats)[number]; template: string; showHeaders?: boolean }

/** Parses the value of `-o`. Throws a usage error that lists the allowed formats. */
export function parseFormat(
  text: string,
  allowed: readonly Format['as'][] = [...plainFormats, ...templateFormats],
): Format {
  const [, name = text, template] = /^([a-z-]+)=(.*)$/s.exec(text) ?? []
  const plain = plainFormats.find((format) => format === name && template === undefined)
  const templated = templateFormats.find((format) => format === name)
  const as = plain ?? templated
  if (as === undefined || !allowed.includes(as)) {
    const names = allowed.map((each) =>
      templateFormats.some((format) => format === each) ? `${each}=…` : each,
    )
    const hint = didYouMean(text, allowed) || `Allowed formats are ${names.join(', ')}.`
    throw usageError(`-o "${text}" is not an output format of this command. ${hint}`)
  }
  if (plain !== undefined || templated === undefined) return { as: plain ?? 'table' }
  if (template !== undefined && template !== '') return { as: templated, template }
  const example = templated === 'custom-columns' ? 'NAME:.metadata.name' : "'{.metadata.name}'"
  throw usageError(`-o ${templated} needs a template, such as -o ${templated}=${example}`)
}

/** Returns the format with or without the headers of custom columns. */
export function withHeaders(format: Format, showHeaders: boolean): Format {
  return 'template' in format ? { ...format, showHeaders } : format
}

/** Reports whether the format is a table, which each command renders itself. */
export function isTable(format: Format): boolean {
  return format.as === 'table' || format.as === 'wide'
}

export interface Listed<Item> {
  items: readonly Item[]
  nameOf(item: Item): string
  /** @default `{ items }` */
  toList?: (items: readonly Item[]) => unknown
}

/** Prints a list in a machine-readable format: names, or an object with `items`. */
export async function printItems<Item>(
  io: Io,
  format: Format,
  { items, nameOf, toList = (all) => ({ items: all }) }: Listed<Item>,
): Promise<void> {
  if (format.as === 'name') io.stdout.write(items.map((item) => `${nameOf(item)}\n`).join(''))
  else await printValue(io, format, toList(items))
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
  if (format.as === 'yaml') {
    const { toYaml } = await import('./yaml.ts')
    io.stdout.write(toYaml(value))
  } else if ('template' in format) io.stdout.write(await renderTemplate(format, plainJson(value)))
  else io.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

async function renderTemplate(
  { as, template, showHeaders = true }: Extract<Format, { template: string }>,
  value: unknown,
): Promise<string> {
  if (as === 'custom-columns') {
    const { compileColumns, customTable } = await import('../output/custom-columns.ts')
    const items = isRecord(value) && Array.isArray(value['items']) ? value['items'] : [value]
    return customTable(compileColumns(template), items, { showHeaders })
  }
  const { compileTemplate, compileValues } = await import('../output/jsonpath.ts')
  if (as === 'jsonpath-as-json')
    return `${JSON.stringify(compileValues(template)({ root: value }), null, 2)}\n`
  const text = compileTemplate(template)(value)
  return text.endsWith('\n') ? text : `${text}\n`
}

/** Returns the value as `-o json` prints it, so that templates select nothing else. */
function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
