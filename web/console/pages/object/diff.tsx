import { diffLines } from 'diff'
import type { ReactElement } from 'react'
import { stringify } from 'yaml'
import { text } from '../../text.ts'

export interface FieldDiff {
  path: string
  before: unknown
  after: unknown
}

/** The fields that differ, each with both values. Long texts are shown by the lines that differ. */
export function Diff({ fields }: { fields: readonly FieldDiff[] }): ReactElement {
  return (
    <div className="diff">
      {fields.map(({ path, before, after }) => (
        <Field key={path} path={path} before={before} after={after} />
      ))}
    </div>
  )
}

function Field({ path, before, after }: FieldDiff): ReactElement {
  const [one, other] = [asText(before), asText(after)]
  const name = <span className="path-name">{path.replace(/^spec\./, '')}</span>
  if (isLong(one) || isLong(other))
    return (
      <div className="change">
        {name}
        <LineDiff before={one} after={other} />
      </div>
    )
  return (
    <div className="change">
      {name}
      {before !== null && before !== undefined && <del>{one}</del>}
      {after === null || after === undefined ? <ins>{text.plan.unset}</ins> : <ins>{other}</ins>}
    </div>
  )
}

/** The unchanged lines around a difference that are shown. */
const around = 3

function LineDiff({ before, after }: { before: string; after: string }): ReactElement {
  const parts = diffLines(before, after)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls
    <div className="block" tabIndex={0} role="group" aria-label={text.plan.changes}>
      {parts.flatMap(({ value, added, removed }, index) => {
        const lines = value.replace(/\n$/, '').split('\n')
        const key = `${index}`
        if (added) return lines.map((line, at) => <ins key={`${key}-${at}`}>+ {line}</ins>)
        if (removed) return lines.map((line, at) => <del key={`${key}-${at}`}>- {line}</del>)
        const isCut = lines.length > 2 * around
        const [first, last] = isCut
          ? [
              index === 0 ? [] : lines.slice(0, around),
              index === parts.length - 1 ? [] : lines.slice(-around),
            ]
          : [lines, []]
        return [
          ...first.map((line, at) => (
            <span className="same" key={`${key}-${at}`}>
              {'  '}
              {line}
            </span>
          )),
          ...(isCut
            ? [
                <span className="same" key={`${key}-cut`}>
                  {'  '}… {text.plan.lines(lines.length - first.length - last.length)}
                </span>,
              ]
            : []),
          ...last.map((line, at) => (
            <span className="same" key={`${key}-end-${at}`}>
              {'  '}
              {line}
            </span>
          )),
        ]
      })}
    </div>
  )
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  const json = JSON.stringify(value)
  return json.length > 80 ? stringify(value) : json
}

function isLong(value: string): boolean {
  return value.includes('\n')
}
