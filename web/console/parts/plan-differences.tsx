import { diffLines } from 'diff'
import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { plans as text } from '../texts/plans.ts'

export interface Difference {
  path: string
  before?: unknown
  after?: unknown
}

/** The most differences that are shown at once. */
const few = 6

/** What changes in the fields of an object or a resource. */
export function Differences({ of }: { of: readonly Difference[] }): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  if (of.length === 0) return null
  const shown = isOpen ? of : of.slice(0, few)
  return (
    <div className="differences">
      <dl>
        {shown.map((each) => (
          <DifferenceRow key={each.path} {...each} />
        ))}
      </dl>
      {of.length > shown.length && (
        <Button className="button quiet add" onPress={() => setOpen(true)}>
          {text.plan.moreFields(of.length - shown.length)}
        </Button>
      )}
    </div>
  )
}

function DifferenceRow({ path, before, after }: Difference): ReactElement {
  const [from, to] = [before, after].map(shownText)
  const hasLines = [from, to].some((each) => each?.includes('\n'))
  return (
    <div className={hasLines ? 'difference long' : 'difference'}>
      <dt className="mono">
        {path.split('.').map((step, index) => (
          <span key={index}>
            {index > 0 && '.'}
            {index > 0 && <wbr />}
            {step}
          </span>
        ))}
      </dt>
      <dd>
        {hasLines ? (
          <Lines before={from ?? ''} after={to ?? ''} />
        ) : (
          <>
            {from !== undefined && (
              <del className="mono">
                <span className="visually-hidden">{text.plan.before} </span>
                {from}
              </del>
            )}
            {from !== undefined && to !== undefined && <span className="soft"> → </span>}
            {to !== undefined && (
              <ins className="mono">
                <span className="visually-hidden">{text.plan.after} </span>
                {to}
              </ins>
            )}
          </>
        )}
      </dd>
    </div>
  )
}

function shownText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'string' ? (value === '' ? '""' : value) : JSON.stringify(value)
}

/** The lines around a change that are shown. */
const context = 2

/** Texts of several lines: the lines that change, with those around them. */
export function Lines({ before, after }: { before: string; after: string }): ReactElement {
  const lines = diffLines(before, after).flatMap(({ value, added, removed }) => {
    const mark = added ? '+' : removed ? '-' : ' '
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => ({ mark, line }))
  })
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ mark }) => mark !== ' '),
  )
  return (
    <pre className="line-differences" tabIndex={0} role="group" aria-label={text.plan.lines}>
      {lines.map(({ mark, line }, index) => {
        if (!isNear[index])
          return isNear[index - 1] === true || index === 0 ? (
            <span key={index} className="gap">
              {'⋯\n'}
            </span>
          ) : null
        const name = mark === '+' ? 'added' : mark === '-' ? 'removed' : 'same'
        return (
          <span key={index} className={name}>
            {mark} {line}
            {'\n'}
          </span>
        )
      })}
    </pre>
  )
}
