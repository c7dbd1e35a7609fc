import type { ReactElement } from 'react'
import { isRecord } from '../../../../schema/records.ts'
import { findKind } from '../../data/kinds.ts'
import { withShortDigests } from '../../data/values.ts'
import { Age } from '../../parts/age.tsx'
import { ObjectLink } from '../../parts/basics.tsx'
import { text } from './text.ts'
import { wordsOf } from './words-of.ts'

/** Fields of an object with their values, such as its spec or what its reconciler has reported. Addresses and names of objects are links. */
export function Fields({
  of,
  project,
  none,
}: {
  of: unknown
  project: string | null
  /** What is said if there are none. */
  none: string
}): ReactElement {
  const entries = Object.entries(isRecord(of) ? of : {}).filter(([, value]) => !isEmpty(value))
  if (entries.length === 0) return <p className="soft">{none}</p>
  return (
    <dl className="facts">
      {entries.map(([name, value]) => (
        <Field key={name} name={wordsOf(name)} value={value} project={project} />
      ))}
    </dl>
  )
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

function Field({
  name,
  value,
  project,
}: {
  name: string
  value: unknown
  project: string | null
}): ReactElement {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Value value={value} project={project} />
      </dd>
    </>
  )
}

const urlPattern = /^https?:\/\/\S+$/
const timePattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function Value({ value, project }: { value: unknown; project: string | null }): ReactElement {
  if (typeof value === 'string' && urlPattern.test(value))
    return (
      <a href={value} target="_blank" rel="noreferrer">
        {value}
      </a>
    )
  if (typeof value === 'string' && timePattern.test(value)) return <Age time={value} ago />
  if (typeof value === 'string' && value.includes('\n'))
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls
      <pre className="code short" tabIndex={0}>
        {value}
      </pre>
    )
  if (typeof value === 'string') return <span>{value}</span>
  if (Array.isArray(value))
    return (
      <div className="output">
        {value.slice(0, 20).map((each: unknown, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no other identity
          <div key={index} className="fields-line">
            <Value value={each} project={project} />
          </div>
        ))}
        {value.length > 20 && <span className="soft">{text.object.more(value.length - 20)}</span>}
      </div>
    )
  if (isRecord(value))
    return (
      <div className="fields-line">
        <Entry entry={value} project={project} />
      </div>
    )
  return <span>{plainText(value)}</span>
}

/** An entry with several fields on one line; one that names an object links to it. */
function Entry({ entry, project }: { entry: Record<string, unknown>; project: string | null }): ReactElement {
  const { kind, name, object, ...rest } = entry
  const target = typeof object === 'string' ? object : name
  const isObject = typeof kind === 'string' && typeof target === 'string' && findKind(kind) !== undefined
  const fields = Object.entries(
    isObject ? rest : { ...(name === undefined ? {} : { name }), ...entry },
  ).filter(([, value]) => !isEmpty(value))
  return (
    <>
      {isObject && <ObjectLink of={{ kind, name: target, projectName: project }} showKind />}
      {fields.map(([field, value]) =>
        field === 'name' && typeof value === 'string' ? (
          <strong key={field}>{value}</strong>
        ) : (
          <span key={field} className="small">
            <span className="soft">{wordsOf(field).toLowerCase()} </span>
            {typeof value === 'object' ? <Inline value={value} /> : <Value value={value} project={project} />}
          </span>
        ),
      )}
    </>
  )
}

/** A value inside of an entry, as short as it can be. */
function Inline({ value }: { value: unknown }): ReactElement {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return (
      <>
        {value.map((each: string, index) => (
          <span key={each}>
            {index > 0 && ', '}
            {urlPattern.test(each) ? (
              <a href={each} target="_blank" rel="noreferrer">
                {each}
              </a>
            ) : (
              each
            )}
          </span>
        ))}
      </>
    )
  return <span>{shortText(value)}</span>
}

/** Returns a value inside of an entry as one line: `http (port 80, scheme http)` for an entry with a name. */
function shortText(value: unknown): string {
  if (Array.isArray(value)) return value.map(shortText).join(', ')
  if (!isRecord(value)) return plainText(value)
  const { name, ...rest } = value
  const fields = Object.entries(rest).map(
    ([field, each]) => `${wordsOf(field).toLowerCase()} ${shortText(each)}`,
  )
  const listed = fields.join(', ')
  if (typeof name !== 'string') return listed
  return fields.length === 0 ? name : `${name} (${listed})`
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? text.object.yes : text.object.no
  if (typeof value !== 'string') return JSON.stringify(value)
  return withShortDigests(value)
}
