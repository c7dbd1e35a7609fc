import type { ReactElement } from 'react'
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
      <span className="check">{isOn && <Check size={12} aria-hidden />}</span>
      {children}
    </Checkbox>
  )
}
