import type { ReactElement } from 'react'

/** A choice of one value, such as what a list is narrowed to. Its label is for screen readers. */
export function Choice({
  label,
  value,
  options,
  isDisabled = false,
  onChange,
}: {
  label: string
  value: string
  /** The values, each with what is shown of it. */
  options: readonly (readonly [value: string, shown: string])[]
  isDisabled?: boolean
  onChange: (value: string) => void
}): ReactElement {
  return (
    <label className="choice">
      <span className="visually-hidden">{label}</span>
      <select
        className="input"
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([each, shown]) => (
          <option key={each} value={each}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  )
}
