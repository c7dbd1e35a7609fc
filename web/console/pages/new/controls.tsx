import { Check, ChevronDown, Plus, X } from 'lucide-react'
import { useEffect, useState, type ReactElement } from 'react'
import { Button, ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { Prose } from '../../parts/basics.tsx'
import { useLoaded } from '../../data/load.ts'
import { findKind } from '../../data/kinds.ts'
import { client } from '../../data/session.ts'
import { text } from './text.ts'
import { useControl } from './field.tsx'
import { useFormState } from './form-state.tsx'
import { fieldId, isMap, type Path } from './path.ts'
import { defaultOf, type Schema } from './schema.ts'

/* The controls of single values. Each reads its value from the draft and writes it there. */

interface ControlProps {
  path: Path
  schema: Schema
  value: unknown
}

export function TextControl({
  path,
  schema,
  value,
  isLong = false,
}: ControlProps & { isLong?: boolean }): ReactElement {
  const { set } = useFormState()
  const control = useControl(path, schema.description !== undefined)
  const shared = {
    ...control,
    value: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    placeholder: defaultOf(schema) ?? '',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) =>
      set(path, target.value === '' ? undefined : target.value),
  }
  return isLong ? <textarea {...shared} rows={4} /> : <input {...shared} autoComplete="off" />
}

/** A value that is not shown. It may have lines, as keys have. */
export function SecretControl({ path, schema, value }: ControlProps): ReactElement {
  const { set } = useFormState()
  const control = useControl(path, schema.description !== undefined)
  return (
    <textarea
      {...control}
      className="masked"
      rows={1}
      spellCheck={false}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => set(path, target.value === '' ? undefined : target.value)}
    />
  )
}

/** A number, or a value of one of several types. What is no number is kept, and named as a problem. */
export function NumberControl({ path, schema, value }: ControlProps): ReactElement {
  const { set } = useFormState()
  const control = useControl(path, schema.description !== undefined)
  const [typed, setTyped] = useState(() => (value === undefined ? '' : String(value)))
  useEffect(() => {
    if (value !== numberIn(typed)) setTyped(value === undefined || value === null ? '' : String(value))
  }, [value])
  const { minimum, maximum } = schema
  const range = minimum !== undefined && maximum !== undefined ? text.form.range(minimum, maximum) : ''
  return (
    <input
      {...control}
      className="input number"
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      placeholder={defaultOf(schema) ?? range}
      onChange={({ target }) => {
        setTyped(target.value)
        set(path, numberIn(target.value))
      }}
    />
  )
}

function numberIn(typed: string): number | string | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return undefined
  const number = Number(trimmed)
  return Number.isFinite(number) ? number : typed
}

/** Text, a number, or true or false: as it is written. */
export function scalarIn(typed: string): string | number | boolean | undefined {
  if (typed === 'true' || typed === 'false') return typed === 'true'
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed === '' ? undefined : typed
}

export function ScalarControl({ path, schema, value }: ControlProps): ReactElement {
  const { set } = useFormState()
  const control = useControl(path, schema.description !== undefined)
  const [typed, setTyped] = useState(() => (value === undefined ? '' : String(value)))
  return (
    <input
      {...control}
      value={typed}
      autoComplete="off"
      onChange={({ target }) => {
        setTyped(target.value)
        set(path, scalarIn(target.value))
      }}
    />
  )
}

export function BooleanControl({ path, schema, value }: ControlProps): ReactElement {
  const { set } = useFormState()
  const control = useControl(path, schema.description !== undefined)
  const fallback = defaultOf(schema)
  const words: Readonly<Record<string, string>> = { true: text.form.yes, false: text.form.no }
  return (
    <select
      {...control}
      className="input short"
      value={value === undefined ? '' : String(value)}
      onChange={({ target }) => set(path, target.value === '' ? undefined : target.value === 'true')}
    >
      <option value="">
        {fallback === undefined ? text.form.notSet : text.form.default(words[fallback] ?? fallback)}
      </option>
      <option value="true">{text.form.yes}</option>
      <option value="false">{text.form.no}</option>
    </select>
  )
}

/** The most options that are shown all at once. */
const fewOptions = 4

export function ChoiceControl({ path, schema, value }: ControlProps): ReactElement {
  const { set } = useFormState()
  const control = useControl(path, schema.description !== undefined)
  const { enum: options = [], enumDescriptions: meanings } = schema
  const fallback = defaultOf(schema)
  if (meanings !== undefined && options.length <= fewOptions)
    return (
      <div className="options" role="radiogroup" aria-labelledby={`${fieldId(path)}-label`} {...control}>
        {options.map((option, index) => (
          <label key={option} className="option" data-chosen={value === option || undefined}>
            <input
              type="radio"
              name={fieldId(path)}
              checked={value === option}
              onChange={() => set(path, option)}
            />
            <span>
              <span className="mono">{option}</span>
              {fallback === option && <span className="chip">{text.form.isDefault}</span>}
              <span className="help">
                <Prose>{meanings[index] ?? ''}</Prose>
              </span>
            </span>
          </label>
        ))}
      </div>
    )
  const meaning = typeof value === 'string' ? meanings?.[options.indexOf(value)] : undefined
  return (
    <>
      <select
        {...control}
        className="input short"
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => set(path, target.value === '' ? undefined : target.value)}
      >
        <option value="">{fallback === undefined ? text.form.choose : text.form.default(fallback)}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
        {typeof value === 'string' && value !== '' && !options.includes(value) && (
          <option value={value}>{value}</option>
        )}
      </select>
      {meaning !== undefined && (
        <p className="help">
          <Prose>{meaning}</Prose>
        </p>
      )}
    </>
  )
}

/** Any of several values. */
export function ChoicesControl({ path, schema, value }: ControlProps): ReactElement {
  const { set } = useFormState()
  const options = schema.items?.enum ?? []
  const chosen = Array.isArray(value) ? (value as unknown[]) : []
  const toggle = (option: string): void => {
    const next = options.filter((each) => (each === option) !== chosen.includes(each))
    set(path, next.length === 0 ? undefined : next)
  }
  return (
    <div className="row wrap choices">
      {options.map((option, index) => (
        <label key={option} className="option-toggle" title={schema.items?.enumDescriptions?.[index]}>
          <input type="checkbox" checked={chosen.includes(option)} onChange={() => toggle(option)} />
          {option}
        </label>
      ))}
    </div>
  )
}

/** A list of texts, one line each. */
export function TextsControl({ path, schema, value }: ControlProps): ReactElement {
  const { set, removeEntry } = useFormState()
  const control = useControl(path, schema.description !== undefined)
  const entries = Array.isArray(value) ? (value as unknown[]) : []
  const shown = entries.length === 0 ? [''] : entries
  return (
    <div className="stack tight">
      {shown.map((entry, index) => (
        <div key={index} className="row">
          <input
            {...(index === 0 ? control : {})}
            aria-label={text.form.entry(index + 1)}
            value={typeof entry === 'string' ? entry : JSON.stringify(entry)}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set([...path, index], target.value)}
          />
          {entries.length > 0 && (
            <Button
              className="button quiet icon"
              aria-label={text.form.removeEntry(index + 1)}
              onPress={() => (entries.length === 1 ? set(path, undefined) : removeEntry([...path, index]))}
            >
              <X size={14} aria-hidden />
            </Button>
          )}
        </div>
      ))}
      <div>
        <Button className="button quiet add" onPress={() => set([...path, shown.length], '')}>
          <Plus size={14} aria-hidden />
          {text.form.addEntry}
        </Button>
      </div>
    </div>
  )
}

interface Pair {
  key: string
  value: string
}

/** A map of texts. A row without a key is not written yet. */
export function MapControl({ path, schema, value }: ControlProps): ReactElement {
  const { set } = useFormState()
  const { additionalProperties: entry, secretMap } = schema
  const isText = typeof entry === 'object' && entry.type === 'string'
  const [pairs, setPairs] = useState(() => pairsOf(value))
  const written = JSON.stringify(mapOf(pairs, isText) ?? {})
  useEffect(() => {
    if (JSON.stringify(isMap(value) ? value : {}) !== written) setPairs(pairsOf(value))
  }, [value])
  const change = (next: readonly Pair[]): void => {
    setPairs(next)
    set(path, mapOf(next, isText))
  }
  const shown = pairs.length === 0 ? [{ key: '', value: '' }] : pairs
  const replace = (index: number, part: Partial<Pair>): void =>
    change(shown.map((each, at) => (at === index ? { ...each, ...part } : each)))
  return (
    <div className="stack tight">
      {shown.map((pair, index) => (
        <div key={index} className="row pair">
          <input
            {...(index === 0 ? { id: `${fieldId(path)}-first` } : {})}
            aria-label={text.form.key(index + 1)}
            placeholder={text.form.keyPlaceholder}
            value={pair.key}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => replace(index, { key: target.value })}
          />
          <input
            aria-label={text.form.value(index + 1)}
            placeholder={text.form.valuePlaceholder}
            value={pair.value}
            autoComplete="off"
            spellCheck={false}
            className={secretMap === undefined ? undefined : 'masked'}
            onChange={({ target }) => replace(index, { value: target.value })}
          />
          <Button
            className="button quiet icon"
            aria-label={text.form.removeEntry(index + 1)}
            onPress={() => change(shown.filter((_, at) => at !== index))}
          >
            <X size={14} aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button className="button quiet add" onPress={() => setPairs([...shown, { key: '', value: '' }])}>
          <Plus size={14} aria-hidden />
          {text.form.addEntry}
        </Button>
      </div>
    </div>
  )
}

function pairsOf(value: unknown): readonly Pair[] {
  return isMap(value) ? Object.entries(value).map(([key, each]) => ({ key, value: String(each) })) : []
}

function mapOf(pairs: readonly Pair[], isText: boolean): Record<string, unknown> | undefined {
  const named = pairs.filter(({ key }) => key !== '')
  if (named.length === 0) return undefined
  return Object.fromEntries(named.map(({ key, value }) => [key, isText ? value : (scalarIn(value) ?? '')]))
}

interface Option {
  id: string
  note: string
}

/** The most objects that a choice lists. More are found by typing their names. */
const mostOptions = 500

/** The name of an object of a kind: one of those that exist, or another. */
export function ReferenceControl({
  path,
  schema,
  value,
  label,
}: ControlProps & { label: string }): ReactElement {
  const { set, project } = useFormState()
  const control = useControl(path, schema.description !== undefined)
  const kind = schema.references ?? ''
  const own = schema.in ?? project
  const {
    value: options = [],
    error,
    isLoading,
  } = useLoaded(`${kind} ${own}`, (signal) => optionsOf(kind, own, signal))
  const typed = typeof value === 'string' ? value : ''
  const { id, ...described } = control
  const isInvalid = control['aria-invalid'] === true
  return (
    <ComboBox
      aria-label={label}
      allowsCustomValue
      // A list that is closed when its objects arrive would stay closed until something else is typed.
      allowsEmptyCollection={isLoading}
      menuTrigger="focus"
      inputValue={typed}
      defaultItems={options}
      isInvalid={isInvalid}
      onInputChange={(next) => set(path, next === '' ? undefined : next)}
      onSelectionChange={(key) => key !== null && set(path, String(key))}
    >
      <div className="combo">
        <Input
          id={String(id)}
          className="input"
          placeholder={defaultOf(schema) ?? text.form.chooseOne}
          {...described}
        />
        <Button className="button quiet icon" aria-label={text.form.showAll(label)}>
          <ChevronDown size={14} aria-hidden />
        </Button>
      </div>
      <Popover className="popover combo-list">
        <ListBox
          className="menu"
          renderEmptyState={() => (
            <p className="empty small">
              {isLoading
                ? text.states.loading
                : (error?.message ?? text.form.noObjects(findKind(kind)?.noun ?? kind))}
            </p>
          )}
        >
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.id} className="menu-item">
              {({ isSelected }) => (
                <>
                  <span className="grow truncate">{option.id}</span>
                  <span className="soft small">{option.note}</span>
                  {isSelected && <Check size={13} aria-hidden />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

async function optionsOf(kind: string, own: string, signal: AbortSignal): Promise<Option[]> {
  const filter = { kinds: [kind] } as NonNullable<Parameters<typeof client.objects.page>[0]>['filter']
  const { objects } = await client
    .with({ signal })
    .objects.page({ ...(filter ? { filter } : {}), first: mostOptions })
  return objects.map(({ name, projectName, status: { phase } }) => ({
    id: projectName === null || projectName === own ? name : `${projectName}/${name}`,
    note: phase,
  }))
}
