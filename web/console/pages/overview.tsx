import type { ReactElement } from 'react'

export default function OverviewPage(): ReactElement {
  return <div className="page" />
}
