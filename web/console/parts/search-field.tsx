import type { ReactElement } from 'react'

/** A field for the words that narrow a list. */
export function SearchField({
  label,
  placeholder = label,
  value,
  onChange,
}: {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}): ReactElement {
  return (
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
