import type { ReactElement } from 'react'
import type { Client, ObjectDocument } from '../../../../client-sdk/index.ts'
import { Field } from '../../parts/field.tsx'
import { text } from './text.ts'
import type { Values } from './action-dialog.tsx'
import { failureOf } from './candidates.ts'
import type { DeliveryState, Place } from './delivery-of.ts'

/* What the dialogs of actions on applications have in common. */

export interface ActionProps {
  state: DeliveryState
  place: Place
  onClose: () => void
}

/** Applies one document, as a plan. */
export function applied(document: (values: Values) => ObjectDocument) {
  return (planning: Client, values: Values): Promise<unknown> => {
    const { reason = '' } = values
    return planning.apply([document(values)], { dryRun: true, ...(reason === '' ? {} : { reason }) })
  }
}

/** The choice of a revision, with where and why revisions are not well. */
export function RevisionField({
  state,
  numbers,
  recommended,
  revision,
  onChange,
}: {
  state: DeliveryState
  numbers: readonly number[]
  recommended: number | undefined
  /** The chosen one. */
  revision: number | undefined
  onChange: (revision: number) => void
}): ReactElement {
  const failure = revision === undefined ? undefined : failureOf(state, revision)
  const noteOn = (number: number): string => {
    if (number === recommended) return ` (${text.action.recommended})`
    const failed = failureOf(state, number)
    return failed === undefined ? '' : ` (${text.action.notWell(failed)})`
  }
  return (
    <Field
      label={text.action.revision}
      {...(failure === undefined || revision === undefined
        ? {}
        : { help: text.action.whyNotWell(revision, failure) })}
    >
      <select
        name="revision"
        required
        onChange={(event) => onChange(Number(event.target.value))}
        value={revision}
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {text.environments.revision(number)}
            {noteOn(number)}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** Returns the first of some revisions that is well, or else the first. */
export function likeliestOf(state: DeliveryState, numbers: readonly number[]): number | undefined {
  return numbers.find((number) => failureOf(state, number) === undefined) ?? numbers[0]
}

/** Returns the first name that is free, since a revision can be promoted again after another. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const free = shortened(count === 1 ? name : `${name}-${count}`)
    if (!taken.has(free)) return free
  }
}

const maxLength = 63

/** Shortens a name to what names may have. A shortened name ends with a hash, so that different names stay different. */
export function shortened(name: string): string {
  if (name.length <= maxLength) return name
  let hash = 0
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return `${name.slice(0, maxLength - 9)}-${hash.toString(16).padStart(8, '0')}`
}
