import { ShieldAlert, TriangleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { SavedPlan } from '../../../../client-sdk/index.ts'
import { kindOf, titleOf } from '../../data/kinds.ts'
import { Tag } from '../../parts/status.tsx'
import { text } from '../../text.ts'
import { Diff, type FieldDiff } from './diff.tsx'

type Action = keyof typeof text.plan.actions

/** Everything that a plan says: what is changed where, what that means for what runs, and what it costs. */
export function PlanView({ plan }: { plan: SavedPlan }): ReactElement {
  const changes = plan.changes.filter(({ action }) => action !== 'KEEP')
  const warnings = plan.changes.flatMap((change) => change.warnings)
  const isEmpty = changes.length === 0 && plan.deletions.length === 0 && plan.operations.length === 0
  return (
    <div className="plan">
      {isEmpty && <p className="soft">{text.action.nothing}</p>}
      {[...plan.notes, ...warnings].map((note) => (
        <p key={note} className="stage-note warn">
          <TriangleAlert size={14} aria-hidden />
          <span>{note}</span>
        </p>
      ))}
      <Part title={text.plan.risks} isShown={plan.risks.some(({ risk }) => risk !== 'NONE')}>
        {plan.risks
          .filter(({ risk }) => risk !== 'NONE')
          .map(({ object, risk, reasons }) => (
            <li key={nameOf(object)}>
              <span className="line">
                <ShieldAlert size={14} aria-hidden />
                {nameOf(object)} <Tag tone={risk === 'YES' ? 'bad' : 'warn'}>{risk.toLowerCase()}</Tag>
                <span className="soft small">{reasons.join(' ')}</span>
              </span>
            </li>
          ))}
      </Part>
      <Part title={text.plan.rollouts} isShown={plan.rollouts.length > 0}>
        {plan.rollouts.map(({ application, environment, from, to, waiting }) => (
          <li key={`${application}/${environment}`}>
            <span className="line">
              <strong>{environment}</strong> {text.plan.rollout(from, to)}
              {waiting !== null && <span className="soft small">{waiting}</span>}
            </span>
          </li>
        ))}
      </Part>
      <Part title={text.plan.changes} isShown={changes.length > 0}>
        {changes.map(({ object, action, diff }) => (
          <Line key={nameOf(object)} name={nameOf(object)} action={action} diff={diff} />
        ))}
      </Part>
      <Part
        title={text.plan.dependencies}
        isShown={plan.dependencies.some(({ action }) => action !== 'KEEP')}
      >
        {plan.dependencies
          .filter(({ action }) => action !== 'KEEP')
          .map((each) => (
            <Line
              key={nameOf(each)}
              name={nameOf(each)}
              action={each.action}
              diff={each.diff}
              note={each.problem ?? undefined}
            />
          ))}
      </Part>
      <Part title={text.plan.resources} isShown={plan.resources.length > 0}>
        {plan.resources.map(({ resource, object, action, pods, diff, checks }) => (
          <Line
            key={`${nameOf(object)} ${resource}`}
            name={resource}
            action={action}
            diff={action === 'UPDATE' || action === 'REPLACE' ? diff : []}
            note={[
              text.plan.pods[pods],
              ...checks.filter(({ result }) => result !== 'ACCEPTED').map(({ message }) => message),
            ]
              .filter(Boolean)
              .join('; ')}
          />
        ))}
      </Part>
      <Part title={text.plan.operations} isShown={plan.operations.length > 0}>
        {plan.operations.map(({ what, action, effect, minutes, object }) => (
          <Line
            key={`${nameOf(object)} ${what}`}
            name={what}
            action={action}
            note={`${effect}${minutes === null ? '' : ` (${minutes} min)`}`}
          />
        ))}
      </Part>
      <Part title={text.plan.deletions} isShown={plan.deletions.length > 0}>
        {plan.deletions.map(({ object, data }) => (
          <Line
            key={nameOf(object)}
            name={nameOf(object)}
            action="DELETE"
            note={data.length === 0 ? undefined : `${text.plan.lostData}: ${data.join(', ')}`}
          />
        ))}
      </Part>
      {plan.cost !== null && (
        <Part title={text.plan.cost} isShown>
          <li>
            <span className="line">
              {amount(plan.cost.before)} → <strong>{amount(plan.cost.after)}</strong>
            </span>
          </li>
        </Part>
      )}
    </div>
  )
}

function Part({
  title,
  isShown,
  children,
}: {
  title: string
  isShown: boolean
  children: ReactNode
}): ReactElement | null {
  if (!isShown) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

const tones: Readonly<Partial<Record<Action, 'good' | 'bad' | 'moving' | 'warn'>>> = {
  CREATE: 'good',
  DELETE: 'bad',
  FAIL: 'bad',
  REPLACE: 'warn',
}

function Line({
  name,
  action,
  diff = [],
  note,
}: {
  name: string
  action: Action
  diff?: readonly FieldDiff[]
  note?: string | undefined
}): ReactElement {
  return (
    <li>
      <span className="line">
        <Tag tone={tones[action] ?? 'moving'}>{text.plan.actions[action]}</Tag>
        <span>{name}</span>
        {note !== undefined && note !== '' && <span className="soft small">{note}</span>}
      </span>
      {diff.length > 0 && <Diff fields={diff} />}
    </li>
  )
}

function nameOf({ kind, name }: { kind: string; name: string }): string {
  return `${titleOf(kindOf(kind))} ${name}`
}

function amount({ least, most }: { least: number; most: number }): string {
  const money = (value: number): string => `$${Math.round(value)}`
  return least === most ? money(least) : `${money(least)} – ${money(most)}`
}
