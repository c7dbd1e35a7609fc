import { stringify } from 'yaml'
import { kindNamed } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { documentOfKind, type DocumentField } from '../documents/document-fields.ts'
import { suggestField } from '../documents/field-path.ts'
import { kindByNoun, nounOf, pluralNounOf } from '../kind-names.ts'
import { parseFormat, printValue } from '../objects/formats.ts'
import { painter, type Paint } from '../terminal/style.ts'
import { fold } from '../terminal/width.ts'

interface ExplainInput {
  args: { path: string }
  options: { recursive: boolean; output: string }
}

/** Prints the documentation of a kind or of one field, from the registry of kinds. */
export async function explain({ args, options }: ExplainInput, { io }: CommandContext): Promise<void> {
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'jsonpath'])
  const [noun = '', ...segments] = args.path.split('.')
  const kind = kindNamed(kindByNoun(noun).kind)
  const { path, field } = fieldOf(kind, segments)
  if (format.as !== 'table') {
    await printValue(io, format, field)
    return
  }
  const page = new Page(painter(io.stdout, io.env), io.stdout.columns ?? 100)
  if (path.length === 0) page.kind(kind)
  else page.field(kind, path, field)
  page.fields(field, options.recursive)
  if (path.length === 0 || path.join('.') === 'spec') page.examples(kind, path.length === 0)
  io.stdout.write(page.text())
}

/** Returns the field of a path. A path without `metadata`, `spec` or `status` starts in the spec. */
function fieldOf(kind: Kind, segments: readonly string[]): { path: readonly string[]; field: DocumentField } {
  const document = documentOfKind(kind)
  for (const path of [segments, ['spec', ...segments]]) {
    const field = below(document, path)
    if (field !== undefined) return { path, field }
  }
  const hint =
    suggestField([document], segments) || `List its fields: qleetctl explain ${nounOf(kind)} --recursive`
  throw usageError(`${kind.kind} has no field "${segments.join('.')}". ${hint}`)
}

function below(field: DocumentField, segments: readonly string[]): DocumentField | undefined {
  return segments.reduce<DocumentField | undefined>(
    (at, segment) => at?.fields.find(({ name }) => name === segment),
    field,
  )
}

/** A page of documentation, folded to the width of the terminal. */
class Page {
  readonly #paint: Paint
  readonly #width: number
  readonly #lines: string[] = []

  constructor(paint: Paint, width: number) {
    this.#paint = paint
    this.#width = width
  }

  text(): string {
    return `${this.#lines.join('\n').trimEnd()}\n`
  }

  kind(kind: Kind): void {
    const names = [nounOf(kind), pluralNounOf(kind), ...(kind.aliases ?? [])]
    this.#fact('KIND', kind.kind)
    this.#fact('NAMES', [...new Set(names)].join(', '))
    this.#fact('SCOPE', kind.scope === 'global' ? 'global' : 'project')
    this.#lines.push('')
    this.#section('DESCRIPTION')
    this.#paragraph(kind.description, 2)
    this.#lines.push('')
  }

  field(kind: Kind, segments: readonly string[], field: DocumentField): void {
    this.#fact('KIND', kind.kind)
    this.#fact('FIELD', `${segments.join('.')} <${field.type}>`)
    this.#lines.push('')
    this.#section('DESCRIPTION')
    this.#details(field, 2)
    this.#lines.push('')
  }

  fields({ fields }: DocumentField, isRecursive: boolean): void {
    if (fields.length === 0) return
    this.#section('FIELDS')
    for (const field of fields) this.#child(field, { indent: 2, isRecursive })
  }

  examples(kind: Kind, isWhole: boolean): void {
    const [example] = kind.examples.filter((each) => Object.keys(each).length > 0)
    if (example === undefined) return
    this.#lines.push('')
    this.#section(isWhole ? 'EXAMPLE OF A SPEC, WITHOUT REFERENCES' : 'EXAMPLE, WITHOUT REFERENCES')
    const text = stringify(example, { lineWidth: 0 }).trimEnd()
    this.#lines.push(...text.split('\n').map((line) => `  ${line}`))
  }

  #child(field: DocumentField, { indent, isRecursive }: { indent: number; isRecursive: boolean }): void {
    const required = field.isRequired ? ' -required-' : ''
    this.#lines.push(`${' '.repeat(indent)}${this.#paint('bold', field.name)} <${field.type}>${required}`)
    if (!isRecursive) {
      this.#details(field, indent + 2)
      this.#lines.push('')
      return
    }
    for (const child of field.fields) this.#child(child, { indent: indent + 2, isRecursive })
  }

  #details(field: DocumentField, indent: number): void {
    if (field.description !== '') this.#paragraph(field.description, indent)
    for (const fact of factsOf(field)) this.#paragraph(fact, indent)
    for (const [value, description] of field.values)
      this.#paragraph(description === '' ? `- ${value}` : `- ${value}: ${description}`, indent)
  }

  #fact(name: string, value: string): void {
    this.#lines.push(`${this.#paint('bold', `${name}:`.padEnd(8))}${value}`)
  }

  #section(title: string): void {
    this.#lines.push(this.#paint('bold', `${title}:`))
  }

  #paragraph(text: string, indent: number): void {
    this.#lines.push(...fold(text, this.#width - indent).map((line) => `${' '.repeat(indent)}${line}`))
  }
}

function factsOf(field: DocumentField): string[] {
  return [
    field.references === undefined ? '' : `Refers to: ${field.references}, as NAME or PROJECT/NAME.`,
    field.default === undefined ? '' : `Default: ${JSON.stringify(field.default)}.`,
    field.limits.length === 0 ? '' : `Limits: ${field.limits.join(', ')}.`,
    field.isImmutable ? 'Immutable: cannot change after creation.' : '',
    field.isSecret ? 'Secret: stored encrypted and never returned.' : '',
    field.values.length === 0 ? '' : 'Values:',
  ].filter((fact) => fact !== '')
}
