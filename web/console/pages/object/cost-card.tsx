import type { ReactElement } from 'react'
import { readCosts } from '../../data/costs.ts'
import { kindOf } from '../../data/kinds.ts'
import { useLoaded } from '../../data/load.ts'
import { Card, ObjectLink } from '../../parts/basics.tsx'
import { moneyText, sumOf } from '../../parts/money.ts'
import { text } from './text.ts'
import { filtersFor } from './related.ts'
import type { View } from './use-view.ts'

/** What an object and all that it consists of cost in clouds; nothing if they cost nothing. */
export function CostCard({ view: { object, family } }: { view: View }): ReactElement | null {
  const priced = [object, ...family].filter((each) => kindOf(each.kind).isPriced)
  const key = priced.map(({ id, generation }) => `${id} ${generation}`).join()
  const { value } = useLoaded(`costs of ${key}`, async (signal) =>
    priced.length === 0 ? [] : readCosts({ or: filtersFor(priced) }, signal),
  )
  if (value === undefined || value.length === 0) return null
  const known = value.flatMap(({ monthly }) => monthly ?? [])
  return (
    <Card title={text.costs.title} actions={<span className="soft small">{text.costs.perMonth}</span>}>
      {known.length > 0 && <p className="figure">{moneyText(sumOf(known))}</p>}
      {known.length < value.length && (
        <p className="soft small">{text.costs.unknown(value.length - known.length)}</p>
      )}
      {value.length > 1 && (
        <ul className="plain-list">
          {value.map((cost) => (
            <li key={cost.id} className="row">
              <span className="grow truncate">
                <ObjectLink of={cost} />
              </span>
              <span className="soft small">{cost.monthly === undefined ? '–' : moneyText(cost.monthly)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="soft small">
        {text.costs.basis([...new Set(value.flatMap(({ prices }) => prices))].join('; '))}
      </p>
    </Card>
  )
}
