import type { ReactElement } from 'react'
import { Field } from '../../parts/field.tsx'
import { text } from './text.ts'

/* The fields of actions that say why, and who knows more. */

export function ReasonField({ isRequired = false }: { isRequired?: boolean }): ReactElement {
  return (
    <Field label={text.action.reason} help={text.action.reasonHelp}>
      <input name="reason" type="text" maxLength={500} required={isRequired} autoComplete="off" />
    </Field>
  )
}

export function OwnerField(): ReactElement {
  return (
    <Field label={text.action.owner}>
      <input name="owner" type="text" maxLength={255} autoComplete="off" />
    </Field>
  )
}
