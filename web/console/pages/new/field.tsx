import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Prose } from '../../parts/basics.tsx'
import { text } from './text.ts'
import { useProblems } from './form-state.tsx'
import { fieldId, type Path } from './path.ts'

/** A label with its control, what it means, and what is wrong with it. */
export function FieldFrame({
  path,
  label,
  help,
  isRequired = false,
  isGroup = false,
  onRemove,
  children,
}: {
  path: Path
  label: string
  help?: string | undefined
  isRequired?: boolean
  /** Whether it has several controls, which it names together. */
  isGroup?: boolean
  /** Removes an optional field. */
  onRemove?: (() => void) | undefined
  children: ReactNode
}): ReactElement {
  const id = fieldId(path)
  const title = (
    <>
      {label}
      {isRequired && <span className="required">{text.form.required}</span>}
    </>
  )
  return (
    <div
      className="field form-field"
      {...(isGroup ? { role: 'group', 'aria-labelledby': `${id}-label`, id, tabIndex: -1 } : {})}
    >
      <div className="field-head">
        {isGroup ? (
          <span className="label" id={`${id}-label`}>
            {title}
          </span>
        ) : (
          <label className="label" htmlFor={id} id={`${id}-label`}>
            {title}
          </label>
        )}
        {onRemove !== undefined && (
          <Button
            className="button quiet icon small-icon"
            aria-label={text.form.removeField(label)}
            onPress={onRemove}
          >
            <X size={14} aria-hidden />
          </Button>
        )}
      </div>
      {help !== undefined && help !== '' && (
        <p className="help" id={`${id}-help`}>
          <Prose>{help}</Prose>
        </p>
      )}
      {children}
      <Problems path={path} />
    </div>
  )
}

function Problems({ path }: { path: Path }): ReactElement | null {
  const problems = useProblems(path)
  if (problems.length === 0) return null
  return (
    <ul className="error" id={`${fieldId(path)}-error`}>
      {problems.map(({ message, remedy }) => (
        <li key={message}>
          <Prose>{sentence(message === 'is required' ? text.form.isRequired : message)}</Prose>
          {remedy !== undefined && remedy !== '' && (
            <>
              {' '}
              <Prose>{sentence(remedy)}</Prose>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Returns a text with a capital letter and a full stop. */
export function sentence(words: string): string {
  const start = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}

/** Returns the attributes of the control of a field. */
export function useControl(path: Path, hasHelp: boolean): Record<string, string | boolean> {
  const hasProblems = useProblems(path).length > 0
  const id = fieldId(path)
  const described = [...(hasHelp ? [`${id}-help`] : []), ...(hasProblems ? [`${id}-error`] : [])]
  return {
    id,
    ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
    ...(hasProblems ? { 'aria-invalid': true } : {}),
  }
}
