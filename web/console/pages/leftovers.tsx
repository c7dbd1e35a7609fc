import type { ReactElement } from 'react'

export default function LeftoversPage(): ReactElement {
  return <div className="page" />
}
