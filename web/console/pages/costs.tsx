import { Wallet } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import type { AnyObject, ObjectFilter } from '../../../client-sdk/index.ts'
import { accountKinds, accountOf, costOfOrphans, orphansOf } from '../data/cloud-accounts.ts'
import { pricedKinds, readCosts, withOwners, type OwnedCost } from '../data/costs.ts'
import { kindOf, titleOf } from '../data/kinds.ts'
import { useLive } from '../data/live.ts'
import { useLoaded } from '../data/load.ts'
import { useParameters } from '../data/parameters.ts'
import { textOf, valueAt } from '../data/values.ts'
import { Card, Empty, Failed, ObjectLink, PageHead, Skeleton } from '../parts/basics.tsx'
import { moneyText, sumOf } from '../parts/money.ts'
import { Status } from '../parts/status.tsx'
import { objects as objectTexts } from '../texts/objects.ts'
import { reports } from '../texts/reports.ts'
import { keyOf } from '../data/object-key.ts'

const groupings = ['owner', 'account', 'kind'] as const
type Grouping = (typeof groupings)[number]

const definitions = pricedKinds.flatMap((name) => kindOf(name).definition ?? [])

/** What may cost something, what it is an instance of, and the accounts, which know orphans. */
const followed = { kinds: [...pricedKinds, ...definitions, ...accountKinds] } as ObjectFilter

/** One line of the page. */
interface Line {
  cost: OwnedCost
  object: AnyObject | undefined
  group: string
}

/** What everything costs in clouds a month, by what it is for, by account or by kind. */
export default function CostsPage(): ReactElement {
  const { search, set } = useParameters()
  const grouping = groupings.find((each) => each === search.get('by')) ?? 'owner'
  const { objects, isComplete, error } = useLive(followed)
  const all = useMemo(() => [...objects.values()], [objects])
  const priced = all.filter(({ kind }) => pricedKinds.includes(kind))
  const read = useLoaded(priced.map(({ id, generation }) => `${id} ${generation}`).join(), async (signal) =>
    withOwners(await readCosts({ kinds: [...pricedKinds] } as ObjectFilter, signal), signal),
  )
  const lines = (read.value ?? []).map((cost): Line => {
    const object = objects.get(cost.id)
    return { cost, object, group: groupOf(grouping, cost, object, all) }
  })
  const orphans = orphansOf(all)
  const known = lines.flatMap(({ cost }) => cost.monthly ?? [])
  const isLoading = read.value === undefined || !isComplete
  return (
    <div className="page">
      <PageHead title={reports.costs.title} note={reports.costs.note} />
      {(error ?? read.error) !== undefined && <Failed error={error ?? read.error ?? new Error()} />}
      {isLoading ? (
        <Skeleton lines={6} />
      ) : lines.length === 0 && orphans.length === 0 ? (
        <Card>
          <Empty icon={Wallet} title={reports.costs.none}>
            {reports.costs.noneText}
          </Empty>
        </Card>
      ) : (
        <>
          <ul className="cards">
            <Total
              title={reports.costs.total}
              figure={moneyText(sumOf(known))}
              note={reports.costs.objects(lines.length)}
            />
            <Total
              title={reports.costs.orphans}
              figure={moneyText(costOfOrphans(orphans))}
              note={reports.costs.orphansNote(orphans.length)}
            />
          </ul>
          <div className="row wrap" role="group" aria-label={reports.costs.groupBy}>
            {groupings.map((each) => (
              <button
                key={each}
                type="button"
                className="button"
                aria-pressed={each === grouping}
                onClick={() => set('by', each)}
              >
                {reports.costs.by[each]}
              </button>
            ))}
          </div>
          {groupsOf(lines).map(([group, members]) => (
            <Group key={group} title={group} lines={members} />
          ))}
          <p className="soft small">
            {objectTexts.costs.basis([...new Set(lines.flatMap(({ cost }) => cost.prices))].join('; '))}
          </p>
        </>
      )}
    </div>
  )
}

function Total({ title, figure, note }: { title: string; figure: string; note: string }): ReactElement {
  return (
    <li className="card count-card padded">
      <span className="soft">{title}</span>
      <span className="figure">{figure}</span>
      <span className="soft small">{note}</span>
    </li>
  )
}

function Group({ title, lines }: { title: string; lines: readonly Line[] }): ReactElement {
  const known = lines.flatMap(({ cost }) => cost.monthly ?? [])
  return (
    <Card title={title} actions={<strong>{known.length === 0 ? '–' : moneyText(sumOf(known))}</strong>} flush>
      <ul className="rows">
        {lines.map(({ cost, object }) => (
          <li key={cost.id}>
            <div className="grow">
              <ObjectLink of={cost} />
              <p className="soft small">
                {[titleOf(kindOf(cost.kind)), object && textOf(valueAt(object, 'spec.region'))]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {object !== undefined && !object.ready && <Status phase={object.status.phase} />}
            <span>{cost.monthly === undefined ? reports.costs.byUse : moneyText(cost.monthly)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Returns the lines by group, the most expensive group first. */
function groupsOf(lines: readonly Line[]): [string, Line[]][] {
  const most = (members: readonly Line[]): number =>
    sumOf(members.flatMap(({ cost }) => cost.monthly ?? [])).most
  return [...Map.groupBy(lines, ({ group }) => group)].toSorted(
    ([, one], [, other]) => most(other) - most(one),
  )
}

// oxlint-disable-next-line max-params -- how to group, and what is known of what is grouped
function groupOf(
  grouping: Grouping,
  cost: OwnedCost,
  object: AnyObject | undefined,
  all: readonly AnyObject[],
): string {
  if (grouping === 'kind') return titleOf(kindOf(cost.kind))
  if (grouping === 'owner') {
    const { owner = cost } = cost
    return `${titleOf(kindOf(owner.kind))} ${owner.name}`
  }
  const definition = kindOf(cost.kind).definition
  const name = object === undefined ? '' : textOf(valueAt(object, 'spec.definition'))
  const found =
    definition === undefined
      ? undefined
      : all.find((each) => keyOf(each) === keyOf({ kind: definition, name, projectName: cost.projectName }))
  const account = object === undefined ? undefined : accountOf(object, found)
  return account === undefined ? reports.costs.noAccount : reports.costs.account(account)
}
