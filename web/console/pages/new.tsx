import type { ReactElement } from 'react'

/** Declares a new object of a kind, or imports files. */
export default function NewPage({ noun = '' }: { noun?: string | undefined }): ReactElement {
  return <div className="page">{noun}</div>
}
