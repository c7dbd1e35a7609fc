import type { ReactElement, ReactNode } from 'react'
import { Check } from 'lucide-react'
import { Checkbox } from 'react-aria-components'

/** A choice of what a list shows. */
export function Toggle({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: string
}): ReactElement {
  return (
    <Checkbox className="toggle" isSelected={isOn} onChange={onChange}>
      <Mark isOn={isOn} />
      {children}
    </Checkbox>
  )
}

/** One of the choices of a `CheckboxGroup`. */
export function ToggleOption({
  value,
  className = 'toggle',
  children,
}: {
  value: string
  className?: string
  children: ReactNode
}): ReactElement {
  return (
    <Checkbox className={className} value={value}>
      {({ isSelected }) => (
        <>
          <Mark isOn={isSelected} />
          {children}
        </>
      )}
    </Checkbox>
  )
}

function Mark({ isOn }: { isOn: boolean }): ReactElement {
  return <span className="check">{isOn && <Check size={12} aria-hidden />}</span>
}
