import { useId, cloneElement, type ReactElement } from 'react'
import { Prose } from './basics.tsx'

/** A form control with its label and, if needed, what it is for. */
export function Field({
  label,
  help,
  children,
}: {
  label: string
  help?: string
  children: ReactElement<{ id?: string; 'aria-describedby'?: string }>
}): ReactElement {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, { id, ...(help === undefined ? {} : { 'aria-describedby': `${id}-help` }) })}
      {help !== undefined && (
        <span className="help" id={`${id}-help`}>
          <Prose>{help}</Prose>
        </span>
      )}
    </div>
  )
}
