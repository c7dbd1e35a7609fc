import type { ReactElement } from 'react'

export default function ControlPlanePage(): ReactElement {
  return <div className="page" />
}
