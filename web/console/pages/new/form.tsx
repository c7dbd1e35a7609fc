import { ChevronRight, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { parse } from 'yaml'
import { Prose } from '../../parts/basics.tsx'
import { errorOf } from '../../data/error-of.ts'
import { deferred } from '../../parts/deferred.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { text } from './text.ts'
import {
  BooleanControl,
  ChoiceControl,
  ChoicesControl,
  MapControl,
  NumberControl,
  ReferenceControl,
  ScalarControl,
  SecretControl,
  TextControl,
  TextsControl,
} from './controls.tsx'
import { toText } from './draft.ts'
import { FieldFrame } from './field.tsx'
import { useFormState, useProblems } from './form-state.tsx'
import { fieldId, isMap, isWithin, parsePath, pathText, valueIn, type Path } from './path.ts'
import {
  entrySchemaOf,
  fieldsOf,
  isShownFirst,
  labelOf,
  widgetOf,
  type Field,
  type Schema,
} from './schema.ts'

const CodeEditor = deferred(
  () => import('./code-editor.tsx'),
  <div className="code-editor skeleton-editor" />,
)

/** The form of a document: what names it, and its spec. */
export function Form({ schema }: { schema: Schema }): ReactElement {
  const metadata = schema.properties?.['metadata']
  const spec = schema.properties?.['spec']
  const { isExisting } = useFormState()
  const { name, project, labels } = metadata?.properties ?? {}
  return (
    <div className="form">
      {!isExisting && (
        <div className="form-pair">
          {name !== undefined && (
            <FieldView path={['metadata', 'name']} field={{ name: 'name', schema: name, isRequired: true }} />
          )}
          {project !== undefined && (
            <FieldView
              path={['metadata', 'project']}
              field={{ name: 'project', schema: { ...project, references: 'Project' }, isRequired: false }}
            />
          )}
        </div>
      )}
      {spec !== undefined && <ObjectFields schema={spec} path={['spec']} />}
      {labels !== undefined && <Labels schema={labels} />}
    </div>
  )
}

function Labels({ schema }: { schema: Schema }): ReactElement {
  const path = ['metadata', 'labels']
  const { draft, opened, open } = useFormState()
  const isOpen = valueIn(draft.value, path) !== undefined || opened.has(pathText(path))
  return (
    <div className="more">
      {isOpen ? (
        <FieldView path={path} field={{ name: 'labels', schema, isRequired: false }} />
      ) : (
        <Button className="button quiet add" onPress={() => open(path, true)}>
          <Plus size={14} aria-hidden />
          {text.form.addLabels}
        </Button>
      )}
    </div>
  )
}

/** The fields of an object: those that it needs or has, and all others on request. */
function ObjectFields({ schema, path }: { schema: Schema; path: Path }): ReactElement {
  const { draft, opened, problems, open, set } = useFormState()
  const fields = fieldsOf(schema)
  const [atFirst] = useState(
    () =>
      new Set(fields.filter((field) => (path.length === 1 ? isShownFirst(fields, field) : field.isRequired))),
  )
  const initial = new Set([...atFirst].map(({ name }) => name))
  const isShown = ({ name }: Field): boolean => {
    const own = [...path, name]
    return (
      initial.has(name) ||
      valueIn(draft.value, own) !== undefined ||
      opened.has(pathText(own)) ||
      [...problems.keys()].some((each) => isWithin(parsePath(each), own))
    )
  }
  const shown = fields.filter(isShown)
  const others = fields.filter((field) => !isShown(field))
  return (
    <>
      {shown.map((field) => {
        const own = [...path, field.name]
        const remove = (): void => {
          open(own, false)
          set(own, undefined)
        }
        return (
          <FieldView
            key={field.name}
            path={own}
            field={field}
            onRemove={initial.has(field.name) ? undefined : remove}
          />
        )
      })}
      {others.length > 0 && (
        <MoreFields
          fields={others}
          isNested={path.length > 1}
          onAdd={(name) => {
            const own = [...path, name]
            open(own, true)
            requestAnimationFrame(() => {
              const id = fieldId(own)
              const target =
                document.querySelector<HTMLElement>(`#${id}-first`) ??
                document.querySelector<HTMLElement>(`#${id}`)
              target?.focus()
            })
          }}
        />
      )}
    </>
  )
}

/** The number of fields from which they are searched. */
const manyFields = 7

/** The optional fields that a document does not have, each one press away. */
function MoreFields({
  fields,
  isNested,
  onAdd,
}: {
  fields: readonly Field[]
  isNested: boolean
  onAdd: (name: string) => void
}): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const words = query.toLowerCase()
  const found = fields.filter(({ name, schema: { description = '' } }) =>
    `${name} ${labelOf(name)} ${description}`.toLowerCase().includes(words),
  )
  return (
    <div className="more">
      <Button className="button quiet add" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        <ChevronRight size={14} aria-hidden className="chevron" />
        {isNested ? text.form.addField : text.form.more} <span className="count">{fields.length}</span>
      </Button>
      {isOpen && (
        <div className="more-list">
          {fields.length >= manyFields && (
            <SearchField label={text.form.searchFields} value={query} onChange={setQuery} />
          )}
          <ul>
            {found.map(({ name, schema: { description = '' } }) => (
              <li key={name}>
                <Button className="more-item" onPress={() => onAdd(name)}>
                  <Plus size={14} aria-hidden />
                  <span className="more-name">{labelOf(name)}</span>
                  <span className="help">
                    <Prose>{firstSentence(description)}</Prose>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="soft">{text.form.noField}</p>}
        </div>
      )}
    </div>
  )
}

function firstSentence(description: string): string {
  return /^.*?[.](?=\s|$)/s.exec(description)?.[0] ?? description
}

const groups: ReadonlySet<string> = new Set(['choices', 'items', 'map', 'object', 'document', 'code'])

function FieldView({
  path,
  field: { name, schema, isRequired },
  onRemove,
}: {
  path: Path
  field: Field
  onRemove?: (() => void) | undefined
}): ReactElement {
  const { draft, isExisting } = useFormState()
  const widget = widgetOf(schema)
  const label = labelOf(name)
  const help = schema.description
  return (
    <FieldFrame
      path={path}
      label={label}
      help={help}
      isRequired={isRequired && !isExisting}
      isGroup={groups.has(widget)}
      onRemove={onRemove}
    >
      <Control path={path} schema={schema} label={label} value={valueIn(draft.value, path)} />
    </FieldFrame>
  )
}

function Control({
  path,
  schema,
  label,
  value,
}: {
  path: Path
  schema: Schema
  label: string
  value: unknown
}): ReactElement {
  const props = { path, schema, value }
  switch (widgetOf(schema)) {
    case 'text':
      return <TextControl {...props} />
    case 'lines':
      return <TextControl {...props} isLong />
    case 'code':
      return <TextCode {...props} label={label} />
    case 'secret':
      return <SecretControl {...props} />
    case 'number':
      return <NumberControl {...props} />
    case 'boolean':
      return <BooleanControl {...props} />
    case 'choice':
      return <ChoiceControl {...props} />
    case 'choices':
      return <ChoicesControl {...props} />
    case 'reference':
      return <ReferenceControl {...props} label={label} />
    case 'scalar':
      return <ScalarControl {...props} />
    case 'texts':
      return <TextsControl {...props} />
    case 'map':
      return <MapControl {...props} />
    case 'items':
      return <Items {...props} label={label} />
    case 'object':
      return (
        <div className="nested">
          <ObjectFields schema={schema} path={path} />
        </div>
      )
    case 'document':
      return <Document {...props} label={label} />
  }
}

/** A list of objects, each with its fields. */
function Items({
  path,
  schema,
  value,
  label,
}: {
  path: Path
  schema: Schema
  value: unknown
  label: string
}): ReactElement {
  const { set, removeEntry } = useFormState()
  const entries = Array.isArray(value) ? (value as unknown[]) : []
  const entry = entrySchemaOf(schema)
  return (
    <div className="stack tight">
      {entries.map((each, index) => (
        <section key={index} className="entry" aria-label={`${label} ${index + 1}`}>
          <header>
            <strong>
              <span className="soft">{index + 1}</span> {titleOf(each)}
            </strong>
            <Button
              className="button quiet icon small-icon"
              aria-label={text.form.removeEntry(index + 1)}
              onPress={() => (entries.length === 1 ? set(path, undefined) : removeEntry([...path, index]))}
            >
              <Trash2 size={14} aria-hidden />
            </Button>
          </header>
          <div className="entry-body">
            <ObjectFields schema={entry} path={[...path, index]} />
            <EntryProblems path={[...path, index]} />
          </div>
        </section>
      ))}
      <div>
        <Button className="button add" onPress={() => set([...path, entries.length], {})}>
          <Plus size={14} aria-hidden />
          {text.form.add}
        </Button>
      </div>
    </div>
  )
}

function EntryProblems({ path }: { path: Path }): ReactElement | null {
  const problems = useProblems(path)
  return problems.length === 0 ? null : (
    <p className="error" id={fieldId(path)} tabIndex={-1}>
      {problems.map(({ message }) => message).join('. ')}
    </p>
  )
}

/** Returns what tells an entry from the others: its first text. */
function titleOf(entry: unknown): string {
  const first = isMap(entry) ? Object.values(entry).find((each) => typeof each === 'string') : entry
  return typeof first === 'string' ? first : ''
}

interface CodeProps {
  path: Path
  schema: Schema
  value: unknown
  label: string
}

/** A text that is YAML. */
function TextCode({ path, schema, value, label }: CodeProps): ReactElement {
  const { set } = useFormState()
  return (
    <CodeEditor
      label={label}
      value={typeof value === 'string' ? value : ''}
      placeholder={schema.manifests === true ? text.form.manifests : ''}
      isMasked={schema.secret === true}
      onChange={(next) => set(path, next === '' ? undefined : next)}
    />
  )
}

/** A value that has no form, edited as YAML in its place. */
function Document({ path, value, label }: CodeProps): ReactElement {
  const { set } = useFormState()
  const [typed, setTyped] = useState(() => (value === undefined ? '' : toText(value)))
  const [error, setError] = useState<string>()
  const change = (next: string): void => {
    setTyped(next)
    try {
      const parsed: unknown = parse(next)
      setError(undefined)
      set(path, parsed ?? undefined)
    } catch (problem) {
      setError(errorOf(problem).message.split('\n')[0] ?? '')
    }
  }
  return (
    <>
      <CodeEditor label={label} value={typed} placeholder={text.form.yamlHere} onChange={change} />
      {error !== undefined && <p className="error">{error}</p>}
    </>
  )
}
