import {
  CircleAlert,
  Database,
  Minus,
  Pencil,
  Plus,
  Replace,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { Button } from 'react-aria-components'
import type { SavedPlan } from '../../../client-sdk/index.ts'
import { counted } from '../../../schema/counted.ts'
import { groupBy } from '../../../schema/group-by.ts'
import { actualAction, reasonForNone } from '../../../schema/planned-resources.ts'
import { kindOf, wordsOfKind } from '../data/kinds.ts'
import { plans as text } from '../texts/plans.ts'
import { ObjectLink, Prose } from './basics.tsx'
import { Differences } from './plan-differences.tsx'
import { amountText } from './plan-summary.ts'

/* The parts of a plan. Each shows nothing if the plan has none of it. */

type Part = { plan: SavedPlan }
type ObjectName = SavedPlan['changes'][number]['object']

const looks: Readonly<Record<string, { icon: LucideIcon; tone: string } | undefined>> = {
  CREATE: { icon: Plus, tone: 'add' },
  UPDATE: { icon: Pencil, tone: 'change' },
  DELETE: { icon: Minus, tone: 'remove' },
  REPLACE: { icon: Replace, tone: 'remove' },
  FAIL: { icon: CircleAlert, tone: 'remove' },
}

/** What happens to something, as a sign and a word. */
function Action({ action }: { action: string }): ReactElement {
  const look = looks[action]
  const Icon = look?.icon
  return (
    <span className={look === undefined ? 'plan-action' : `plan-action ${look.tone}`}>
      {Icon !== undefined && <Icon size={13} aria-hidden />}
      {text.plan.actions[action as keyof typeof text.plan.actions] ?? action.toLowerCase()}
    </span>
  )
}

/** The most rows of a part that are shown at once. */
const few = 20

function Section<Item>({
  title,
  items,
  most = few,
  children,
}: {
  title: string
  /** The most rows that are shown at once. */
  most?: number
  items: readonly Item[]
  children: (item: Item, index: number) => ReactNode
}): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0) return null
  const shown = isOpen ? items : items.slice(0, most)
  return (
    <section className="plan-part">
      <h2>
        {title} <span className="soft count">{items.length}</span>
      </h2>
      <ul className="plan-rows">{shown.map(children)}</ul>
      {items.length > shown.length && (
        <Button className="button quiet add" onPress={() => setOpen(true)}>
          {text.plan.showAll(items.length)}
        </Button>
      )}
    </section>
  )
}

function Name({ of: { kind, project, name } }: { of: ObjectName }): ReactElement {
  const isGlobal = kindOf(kind).scope === 'global'
  return <ObjectLink of={{ kind, name, projectName: isGlobal ? null : project }} showKind />
}

function keyOf({ kind, project, name }: Pick<ObjectName, 'kind' | 'project' | 'name'>): string {
  return `${kind} ${project}/${name}`
}

/** What clusters refuse, and dependencies that cannot be provided: the reasons not to apply it. */
export function Refusals({ plan }: Part): ReactElement | null {
  const refused = plan.resources.flatMap(({ resource, object, checks }) =>
    checks.filter(({ result }) => result === 'REFUSED').map((check) => ({ ...check, resource, object })),
  )
  const failing = plan.dependencies.filter(({ action }) => action === 'FAIL')
  if (refused.length + failing.length === 0) return null
  return (
    <div className="notice bad">
      <CircleAlert size={16} aria-hidden />
      <ul className="stack tight">
        {failing.map((each) => (
          <li key={keyOf(each)}>
            <strong>
              <Name of={each} />
            </strong>{' '}
            <Prose>{each.problem}</Prose>
          </li>
        ))}
        {refused.map(({ resource, object, runtime, message }) => (
          <li key={`${resource} ${runtime}`}>
            <strong>{text.plan.refused(resource, runtime)}</strong> <Name of={object} />
            <p>
              <Prose>{message}</Prose>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What policies warn about. */
export function Warnings({ plan }: Part): ReactElement | null {
  const warnings = [...new Set(plan.changes.flatMap((change) => change.warnings))]
  if (warnings.length === 0) return null
  return (
    <div className="notice warn">
      <TriangleAlert size={16} aria-hidden />
      <ul className="stack tight">
        {warnings.map((warning) => (
          <li key={warning}>
            <Prose>{warning}</Prose>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function ObjectChanges({ plan }: Part): ReactElement | null {
  const deleted = new Set(plan.deletions.map(({ object }) => keyOf(object)))
  const changes = plan.changes.filter(({ object }) => !deleted.has(keyOf(object)))
  return (
    <Section title={text.plan.objects} items={changes}>
      {({ object, action, diff, reaches }) => (
        <li key={keyOf(object)}>
          <div className="plan-row">
            <Action action={action} />
            <span className="grow">
              <Name of={object} />
              {reaches !== null && reaches.total > 0 && (
                <span className="soft"> {text.plan.reaches(reaches.total, reaches.waves)}</span>
              )}
            </span>
          </div>
          {action === 'UPDATE' && <Differences of={diff} />}
        </li>
      )}
    </Section>
  )
}

/** The dependencies of applications: those that change, and on request those that stay. */
export function Dependencies({ plan }: Part): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  const changing = plan.dependencies.filter(({ action }) => action !== 'KEEP')
  const kept = plan.dependencies.length - changing.length
  return (
    <>
      <DependencyList items={isOpen ? plan.dependencies : changing} />
      {kept > 0 && !isOpen && (
        <p className="soft">
          {text.plan.dependencies}: {text.plan.kept(kept)}.{' '}
          <Button className="button quiet add" onPress={() => setOpen(true)}>
            {text.plan.showAll(plan.dependencies.length)}
          </Button>
        </p>
      )}
    </>
  )
}

function DependencyList({ items }: { items: SavedPlan['dependencies'] }): ReactElement | null {
  return (
    <Section title={text.plan.dependencies} items={items}>
      {(each) => (
        <li key={`${keyOf(each)} ${keyOf(each.owner)}`}>
          <div className="plan-row">
            <Action action={each.action} />
            <span className="grow">
              <Name of={each} />
              <span className="soft">
                {' '}
                {text.plan.of} {each.owner.name}
                {each.runtime !== null && ` · ${text.plan.inRuntime(each.runtime)}`}
                {decisionOf(each)}
              </span>
            </span>
          </div>
          {each.action === 'UPDATE' && <Differences of={each.diff} />}
        </li>
      )}
    </Section>
  )
}

/** Returns what a profile decides about an object to create. */
function decisionOf({ action, diff }: SavedPlan['dependencies'][number]): string {
  if (action !== 'CREATE') return ''
  const valueOf = (wanted: string): unknown => diff.find(({ path }) => path === wanted)?.after
  const profile = valueOf('spec.profile')
  return typeof profile === 'string'
    ? ` · ${text.plan.byProfile(String(valueOf('spec.provider')), profile)}`
    : ''
}

export function Placements({ plan }: Part): ReactElement | null {
  return (
    <Section title={text.plan.placements} items={plan.placements}>
      {({ instance, runtime, isMade, reason, rejected }) => (
        <li key={keyOf(instance)}>
          <div className="plan-row">
            <span className="grow">
              <Name of={instance} />
              {runtime !== null && (
                <>
                  {' → '}
                  <strong>{runtime}</strong>
                  {isMade && ` ${text.plan.newRuntime}`}
                </>
              )}{' '}
              <span className="soft">
                <Prose>{reason}</Prose>
              </span>
              {rejected.map((each) => (
                <p key={each.runtime} className="soft small">
                  {text.plan.notIn(each.runtime)} {each.reason}
                </p>
              ))}
            </span>
          </div>
        </li>
      )}
    </Section>
  )
}

export function Rollouts({ plan }: Part): ReactElement | null {
  return (
    <Section title={text.plan.rollouts} items={plan.rollouts}>
      {({ application, project, environment, from, to, waiting }) => (
        <li key={`${project}/${application} ${environment}`}>
          <div className="plan-row">
            <span className="grow">
              {application} <span className="soft">{text.plan.inEnvironment}</span> {environment}
              {waiting !== null && <span className="soft"> · {waiting}</span>}
            </span>
            <span>{revisionText(from, to)}</span>
          </div>
        </li>
      )}
    </Section>
  )
}

function revisionText(from: number | null, to: number | null): string {
  const name = (revision: number | null): string =>
    revision === null ? text.plan.noRevision : text.plan.revision(revision)
  return from === to ? name(to) : `${name(from)} → ${name(to)}`
}

/** What may be interrupted, and why. */
export function Risks({ plan }: Part): ReactElement | null {
  const deleted = new Set(
    plan.deletions.filter(({ keptBy }) => keptBy.length === 0).map(({ object }) => keyOf(object)),
  )
  const risks = plan.risks.filter(({ risk, object }) => risk !== 'NONE' && !deleted.has(keyOf(object)))
  return (
    <Section title={text.plan.risks} items={risks}>
      {({ risk, object, reasons }) => (
        <li key={keyOf(object)}>
          <div className="plan-row">
            <span className={risk === 'YES' ? 'status bad' : 'status warn'}>{text.plan.riskNames[risk]}</span>
            <span className="grow">
              <Name of={object} />
              {reasons.map((reason) => (
                <p key={reason} className="soft small">
                  <Prose>{reason}</Prose>
                </p>
              ))}
            </span>
          </div>
        </li>
      )}
    </Section>
  )
}

/** The resources in clusters, by the object to which they belong. */
export function Resources({ plan }: Part): ReactElement | null {
  const unchecked = groupBy(
    plan.resources.flatMap(({ checks }) => checks.filter(({ result }) => result === 'UNCHECKED')),
    ({ runtime, message }) => `${runtime} ${message}`,
  )
  return (
    <>
      <Section title={text.plan.resources} items={plan.resources}>
        {(each) => {
          const action = actualAction(each)
          return (
            <li key={`${keyOf(each.object)} ${each.resource}`}>
              <div className="plan-row">
                <Action action={action} />
                <span className="grow">
                  <span className="mono">{each.resource}</span>{' '}
                  <span className="soft">
                    {text.plan.of} {wordsOfKind(kindOf(each.object.kind))} {each.object.name}
                  </span>
                  {action === 'NONE' && <p className="soft small">{reasonForNone(each)}</p>}
                  {each.immutable.length > 0 && action === 'UPDATE' && (
                    <p className="error small">{text.plan.immutable(each.immutable.join(', '))}</p>
                  )}
                </span>
                {action !== 'NONE' && each.pods !== 'NONE' && (
                  <span className={each.pods === 'DOWNTIME' ? 'status bad' : 'status moving'}>
                    {text.plan.pods[each.pods]}
                  </span>
                )}
              </div>
              {action === 'UPDATE' && <Differences of={each.diff} />}
            </li>
          )
        }}
      </Section>
      {[...unchecked.values()].map((group) => (
        <p key={`${group[0]?.runtime} ${group[0]?.message}`} className="soft small">
          {text.plan.unchecked(
            counted(group.length, 'resource'),
            group[0]?.runtime ?? '',
            group[0]?.message ?? '',
          )}
        </p>
      ))}
    </>
  )
}

/** What is done in clouds, how long it takes and what it costs. */
export function Operations({ plan }: Part): ReactElement | null {
  const { cost } = plan
  return (
    <>
      <Section title={text.plan.operations} items={plan.operations}>
        {({ what, action, object, effect, fields, minutes, cost: price }) => (
          <li key={`${keyOf(object)} ${what} ${fields.join()}`}>
            <div className="plan-row">
              <Action action={action} />
              <span className="grow">
                {what}{' '}
                <span className="soft">
                  {text.plan.of} {object.name}
                </span>
                <p className="soft small">
                  {fields.length > 0 && `${fields.join(', ')}: `}
                  {effect}
                </p>
              </span>
              <span className="plan-numbers">
                {price !== null && <span>{text.plan.perMonth(change(price.before, price.after))}</span>}
                {minutes !== null && (
                  <span className="soft small">
                    {minutes === 0 ? text.plan.seconds : text.plan.minutes(minutes)}
                  </span>
                )}
              </span>
            </div>
          </li>
        )}
      </Section>
      {cost !== null && cost.prices.length > 0 && (
        <p className="soft small">
          {text.plan.total(change(cost.before, cost.after), cost.prices.join('; '), cost.unknown)}
        </p>
      )}
    </>
  )
}

type Amount = NonNullable<SavedPlan['cost']>['before'] | null

function change(before: Amount, after: Amount): string {
  const [from, to] = [amountText(before), amountText(after)]
  return from === to ? to : `${from} → ${to}`
}

/** What is deleted, in this order, and what stays. */
export function Deletions({ plan }: Part): ReactElement | null {
  return (
    <Section title={text.plan.deletions} items={plan.deletions} most={8}>
      {({ object, keptBy, resources, data }) => (
        <li key={keyOf(object)}>
          <div className="plan-row">
            <Action action={keptBy.length > 0 ? 'KEEP' : 'DELETE'} />
            <span className="grow">
              <Name of={object} />
              {keptBy.length === 0 && resources > 0 && (
                <span className="soft"> {text.plan.withResources(counted(resources, 'resource'))}</span>
              )}
              {keptBy.length > 0 && (
                <span className="soft">
                  {' '}
                  {text.plan.usedBy}{' '}
                  {keptBy.map((each) => (
                    <span key={keyOf(each)} className="listed">
                      <Name of={each} />
                    </span>
                  ))}
                </span>
              )}
              {data.length > 0 && (
                <p className="error small row">
                  <Database size={13} aria-hidden />
                  {text.plan.destroys(data.join(', '))}
                </p>
              )}
            </span>
          </div>
        </li>
      )}
    </Section>
  )
}
