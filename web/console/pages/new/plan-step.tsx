import { useState, type ReactElement } from 'react'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { PageHead } from '../../parts/basics.tsx'
import { PlanActions, PlanReason, PlanView } from '../../parts/plan.tsx'
import { text } from './text.ts'
import type { Planned } from './documents.ts'

/** The plan of what was edited, with the two ways on: apply exactly that, or go back. */
export function PlanStep({
  planned: { plan },
  title,
  note,
  onBack,
  onRenew,
  onApplied,
}: {
  planned: Planned
  title: string
  note: string
  onBack: () => void
  onRenew: () => void
  onApplied: (objects: readonly AnyObject[]) => void
}): ReactElement {
  const [reason, setReason] = useState('')
  return (
    <div className="page plan-page">
      <PageHead title={text.plan.title} note={`${title} · ${note}`} />
      <section className="card">
        <div className="body">
          <PlanView plan={plan} />
        </div>
        <footer className="plan-footer">
          <PlanReason value={reason} onChange={setReason} />
          <PlanActions
            plan={plan}
            reason={reason}
            onApplied={onApplied}
            onRenew={onRenew}
            onCancel={onBack}
            cancelLabel={text.plan.back}
          />
        </footer>
      </section>
    </div>
  )
}
