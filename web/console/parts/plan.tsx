import { CircleAlert, Clock, ShieldAlert } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { Prose } from './basics.tsx'
import type { AnyObject, SavedPlan } from '../../../client-sdk/index.ts'
import { isPlatformError } from '../../../schema/errors.ts'
import { errorOf } from '../data/error-of.ts'
import { client } from '../data/session.ts'
import { plans as text } from '../texts/plans.ts'
import { Age } from './age.tsx'
import { Field } from './field.tsx'
import {
  Dependencies,
  Deletions,
  ObjectChanges,
  Operations,
  Placements,
  Refusals,
  Resources,
  Risks,
  Rollouts,
  Warnings,
} from './plan-sections.tsx'
import { summaryOf } from './plan-summary.ts'

/** What a plan does: one line that says all, and each part below. */
export function PlanView({ plan }: { plan: SavedPlan }): ReactElement {
  return (
    <div className="plan">
      <PlanSummary plan={plan} />
      <Refusals plan={plan} />
      <Warnings plan={plan} />
      <Deletions plan={plan} />
      <ObjectChanges plan={plan} />
      <Dependencies plan={plan} />
      <Placements plan={plan} />
      <Rollouts plan={plan} />
      <Risks plan={plan} />
      <Resources plan={plan} />
      <Operations plan={plan} />
      {plan.notes.length > 0 && (
        <ul className="plan-notes soft">
          {plan.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {plan.omittedApplications > 0 && <p className="soft">{text.plan.omitted(plan.omittedApplications)}</p>}
    </div>
  )
}

function PlanSummary({ plan }: { plan: SavedPlan }): ReactElement {
  return (
    <ul className="plan-summary" aria-label={text.plan.summary}>
      {summaryOf(plan).map((part) => (
        <li key={part.text} className={part.tone}>
          {part.text}
        </li>
      ))}
    </ul>
  )
}

/** The field for why a plan is executed, for the change log. */
export function PlanReason({
  value,
  onChange,
}: {
  value: string
  onChange: (reason: string) => void
}): ReactElement {
  return (
    <Field label={text.plan.reason}>
      <input
        value={value}
        placeholder={text.plan.reasonHelp}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

/** Executes a plan: exactly what it says, or nothing. */
export function PlanActions({
  plan,
  applyLabel = text.plan.apply,
  isDanger = false,
  isDisabled = false,
  reason,
  onApplied,
  onRenew,
  onCancel,
  cancelLabel = text.plan.cancel,
}: {
  plan: SavedPlan
  applyLabel?: string
  isDanger?: boolean
  isDisabled?: boolean
  /** Why, for the change log. */
  reason: string
  onApplied: (objects: readonly AnyObject[]) => void
  /** Makes a new plan. */
  onRenew: () => void
  onCancel: () => void
  cancelLabel?: string
}): ReactElement {
  const [isApplying, setApplying] = useState(false)
  const [error, setError] = useState<Error>()
  const apply = (): void => {
    setApplying(true)
    setError(undefined)
    client.executePlan(plan.id, reason === '' ? {} : { reason }).then(
      ({ objects }) => onApplied(objects),
      (problem: unknown) => {
        setApplying(false)
        setError(errorOf(problem))
      },
    )
  }
  const isOutdated =
    isPlatformError(error) && (error.code === 'PLAN_OUTDATED' || error.code === 'VERSION_CONFLICT')
  const isForbidden = isPlatformError(error) && error.code === 'FORBIDDEN'
  return (
    <div className="plan-actions">
      {error !== undefined && (
        <div className={isOutdated ? 'notice warn' : 'notice bad'} role="alert">
          {isOutdated ? <Clock size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
          <div className="stack tight">
            <div>
              <strong>{isOutdated ? text.plan.outdated : text.plan.failed}</strong>
              <p className="pre-line">
                <Prose>{error.message}</Prose>
              </p>
            </div>
            {isOutdated && (
              <div>
                <Button className="button" onPress={onRenew}>
                  {text.plan.renew}
                </Button>
              </div>
            )}
          </div>
        </div>
      )}
      <div className="row wrap plan-buttons">
        <p className="soft small grow row">
          <ShieldAlert size={14} aria-hidden />
          <span>
            {text.plan.exactly} <Age time={plan.expiresAt} />.
          </span>
        </p>
        <Button className="button" onPress={onCancel} isDisabled={isApplying}>
          {cancelLabel}
        </Button>
        <Button
          className={isDanger ? 'button danger solid' : 'button primary'}
          onPress={apply}
          isDisabled={isApplying || isDisabled || isOutdated || isForbidden}
        >
          {isApplying ? text.plan.applying : applyLabel}
        </Button>
      </div>
    </div>
  )
}
