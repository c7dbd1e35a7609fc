import {
  autocompletion,
  snippetCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { linter, lintGutter, type Diagnostic } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { hoverTooltip, type Tooltip } from '@codemirror/view'
import type { Path } from './path.ts'
import { validate, type Problem } from './problems.ts'
import { fieldsOf, schemaAt, widgetOf, type Field, type Schema } from './schema.ts'
import { keyAt, placeAt, rangeOf, read } from './yaml-place.ts'

/* What an editor knows of a kind: completion, help and problems, from its schema. */

/** Returns the extensions for a document of a kind. */
export function assistance(schema: Schema, problems: () => readonly Problem[]): Extension[] {
  return [
    autocompletion({ override: [(context) => complete(schema, context)], icons: false }),
    hoverTooltip((view, offset) => helpAt(schema, view.state.doc.toString(), offset), { hoverTime: 250 }),
    linter(async (view) => diagnose(schema, view.state.doc.toString(), problems()), { delay: 250 }),
    lintGutter(),
  ]
}

/**
 * The text for which a result stays valid. The editor ignores a click on an option while it asks for a new result, which without this
 * it does after each character.
 */
const stillTyping = /^[\w.-]*$/

/** Returns the fields that are possible at the cursor, or the values of one. */
export function complete(
  schema: Schema,
  { state, pos, explicit }: Pick<CompletionContext, 'state' | 'pos' | 'explicit'>,
): CompletionResult | null {
  const place = placeAt(state.doc.toString(), pos)
  if (place === undefined) return null
  const { parent, key, isValue, from, value, siblings } = place
  if (isValue) {
    const options = valuesOf(schemaAt(schema, [...parent, key]))
    return options.length === 0 || (value === '' && !explicit && options.length > 30)
      ? null
      : { from, options, validFor: stillTyping }
  }
  const owner = schemaAt(schema, parent)
  if (owner === undefined || (key === '' && !explicit)) return null
  const line = state.doc.lineAt(pos)
  // What the key is further right than its line: the sign of a list item.
  const indent = ' '.repeat(from - line.from - (/^\s*/.exec(line.text)?.[0].length ?? 0))
  const fields =
    widgetOf(owner) === 'object' ? fieldsOf(owner).filter(({ name }) => !siblings.includes(name)) : []
  // An entry of a list of fixed texts.
  const options = fields.length > 0 ? fields.map((field) => completionOf(field, indent)) : valuesOf(owner)
  return options.length === 0 ? null : { from, options, validFor: stillTyping }
}

function completionOf({ name, schema, isRequired }: Field, indent: string): Completion {
  const { description = '' } = schema
  const widget = widgetOf(schema)
  const isList = ['items', 'texts', 'choices'].includes(widget)
  const isInner = ['object', 'map', 'document'].includes(widget)
  const end = isList
    ? `:\n${indent}  - \${}`
    : isInner
      ? `:\n${indent}  \${}`
      : widget === 'code'
        ? `: |\n${indent}  \${}`
        : ': ${}'
  return snippetCompletion(`${name}${end}`, {
    label: name,
    type: 'property',
    detail: isRequired ? 'required' : widget === 'reference' ? (schema.references ?? '') : '',
    boost: isRequired ? 1 : 0,
    info: () => helpElement(description),
  })
}

function valuesOf(schema: Schema | undefined): Completion[] {
  if (schema === undefined) return []
  if (schema.type === 'boolean') return ['true', 'false'].map((label) => ({ label }))
  if (schema.const !== undefined) return [{ label: String(schema.const) }]
  return (schema.enum ?? []).map((label, index) => {
    const meaning = schema.enumDescriptions?.[index]
    return { label, ...(meaning === undefined ? {} : { info: () => helpElement(meaning) }) }
  })
}

function helpAt(schema: Schema, text: string, offset: number): Tooltip | null {
  const found = keyAt(text, offset)
  const own = found === undefined ? undefined : schemaAt(schema, found.path)
  if (found === undefined || own?.description === undefined) return null
  const { description } = own
  return { pos: found.from, end: found.to, above: true, create: () => ({ dom: helpElement(description) }) }
}

function helpElement(text: string): HTMLElement {
  const element = document.createElement('div')
  element.className = 'cm-help'
  for (const [index, part] of text.split('`').entries()) {
    const child = index % 2 === 1 ? document.createElement('code') : document.createElement('span')
    child.textContent = part
    element.append(child)
  }
  return element
}

/** Returns the problems of a text: of its syntax, or else those that the schema and the server find. */
async function diagnose(schema: Schema, text: string, known: readonly Problem[]): Promise<Diagnostic[]> {
  const { document, errors } = read(text)
  if (errors.length > 0) return errors.map((error) => ({ ...error, severity: 'error' }))
  const found = await validate(schema, document.toJS() ?? {})
  return [...found, ...known].map(({ path, message, remedy }) => ({
    ...rangeOf(document, path),
    severity: 'error',
    message: `${nameOf(path)} ${message}.${remedy === undefined ? '' : ` ${remedy}`}`,
  }))
}

function nameOf(path: Path): string {
  const last = path.at(-1)
  return last === undefined ? 'The document' : typeof last === 'number' ? `Entry ${last + 1}` : `\`${last}\``
}
