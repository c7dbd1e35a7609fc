import type { ReactElement } from 'react'

export default function ActivityPage(): ReactElement {
  return <div className="page" />
}
