import { ArrowRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { AnyObject } from '../../../client-sdk/index.ts'
import type { Application } from '../../../schema/kinds/application.ts'
import { objectPath } from '../data/paths.ts'
import { Card, ObjectLink } from '../parts/basics.tsx'
import { text } from '../text.ts'
import { typed } from './object/delivery-of.ts'

/** The rollouts that wait for an approval; nothing if there are none. */
export function Approvals({ applications }: { applications: readonly AnyObject[] }): ReactElement | null {
  const waiting = applications.flatMap((object) =>
    (typed<typeof Application>(object).outputs.environments ?? [])
      .filter(({ needsApproval }) => needsApproval === true)
      .map((each) => ({ object, ...each })),
  )
  if (waiting.length === 0) return null
  return (
    <Card title={text.overview.approvals} flush>
      <ul className="rows">
        {waiting.map(({ object, environment, waiting: why }) => (
          <li key={`${object.id} ${environment}`}>
            <div className="grow">
              <p className="row wrap">
                <ObjectLink of={object} />
                <ArrowRight size={13} aria-hidden className="soft" />
                <span>{environment}</span>
              </p>
              <p className="soft small">{why}</p>
            </div>
            <Link
              className="button"
              href={`${objectPath(object, 'environments')}&promote=${encodeURIComponent(environment)}`}
              aria-label={text.overview.reviewOf(object.name, environment)}
            >
              {text.overview.review}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
