import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { Prose } from '../../parts/basics.tsx'
import type { RolloutRecord } from '../../../../schema/delivery/rollouts.ts'
import { ageOf } from '../../data/units.ts'
import { Age } from '../../parts/age.tsx'
import { Tag, type Tone } from '../../parts/status.tsx'
import { text } from './text.ts'
import type { DeliveryState, Place } from './delivery-of.ts'
import { wordsOf } from './words-of.ts'

type Rollout = RolloutRecord & { place: Place }

const tones: Readonly<Record<RolloutRecord['state'], Tone>> = {
  RollingOut: 'moving',
  Healthy: 'good',
  Failed: 'bad',
  RolledBack: 'bad',
  Superseded: 'idle',
}

const shownRows = 20

/** Which revisions ran where, from when, and how it went, newest first. */
export function RolloutsTable({ state }: { state: DeliveryState }): ReactElement {
  const [isLong, setLong] = useState(false)
  const all = state.places
    .flatMap((place) => (place.stage?.outputs.rollouts ?? []).map((each): Rollout => ({ ...each, place })))
    .toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))
  if (all.length === 0) return <p className="body soft">{text.environments.noRollouts}</p>
  const shown = isLong ? all : all.slice(0, shownRows)
  return (
    <div className="scroll-x">
      <table className="plain stacked" aria-label={text.environments.rollouts}>
        <thead>
          <tr>
            <th className="narrow">{text.environments.started}</th>
            <th className="narrow">{text.environments.environment}</th>
            <th className="narrow">{text.environments.revisionHead}</th>
            <th className="narrow">{text.environments.state}</th>
            <th className="narrow">{text.environments.took}</th>
            <th className="narrow">{text.environments.commit}</th>
            <th className="narrow">{text.environments.approvedBy}</th>
            <th>{text.environments.cause}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((each) => (
            <tr key={`${each.place.environment} ${each.attempt ?? each.startedAt}`}>
              <td className="narrow soft">
                <Age time={each.startedAt} ago />
              </td>
              <td className="narrow">{each.place.environment}</td>
              <td className="narrow">{each.revision}</td>
              <td className="narrow">
                <Tag tone={tones[each.state]}>{wordsOf(each.state)}</Tag>
              </td>
              <td className="narrow soft">{tookOf(each)}</td>
              <td className="narrow mono">{each.commit?.slice(0, 12)}</td>
              <td className="narrow">{approversOf(each)}</td>
              <td>
                <Prose>{each.cause}</Prose>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > shown.length && (
        <Button className="button quiet" onPress={() => setLong(true)}>
          {text.object.more(all.length - shown.length)}
        </Button>
      )}
    </div>
  )
}

/** Returns how long a rollout took until it was healthy, or failed. */
function tookOf({ startedAt, healthyAt, failedAt }: Rollout): string {
  const decided = failedAt ?? healthyAt
  if (decided === undefined) return ''
  return ageOf((Date.parse(decided) - Date.parse(startedAt)) / 1000)
}

function approversOf({ place, revision }: Rollout): string {
  const names = place.promotions
    .filter(({ spec }) => spec.revision === revision)
    .map(({ spec }) => spec.approver ?? '')
  return [...new Set(names)].filter(Boolean).join(', ')
}
