import type { ReactElement } from 'react'

/** The page of any object. */
export default function ObjectPage({ name }: { noun: string; project: string; name: string }): ReactElement {
  return <div className="page">{name}</div>
}
