import { Rocket } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import type { RolloutJob } from '../../../../schema/kinds/rollout-job.ts'
import { useParameters } from '../../data/parameters.ts'
import { Age } from '../../parts/age.tsx'
import { Card, Empty, ObjectLink, Prose } from '../../parts/basics.tsx'
import { Tag, type Tone } from '../../parts/status.tsx'
import { text } from './text.ts'
import { Deliver, PlaceAction, type PlaceVerb } from './delivery-actions.tsx'
import { deliveryOf, typed, type DeliveryState, type Place } from './delivery-of.ts'
import { RolloutsTable } from './rollouts.tsx'
import { StageCard } from './stage-card.tsx'
import { jobsOf, StageJobs, type StageJob } from './stage-jobs.tsx'
import type { View } from './use-view.ts'
import { wordsOf } from './words-of.ts'

/** The environments of an application side by side, what was delivered, and what ran where. */
export default function EnvironmentsTab({ view }: { view: View }): ReactElement {
  const state = deliveryOf(view)
  const { search, set } = useParameters()
  const promoted = search.get('promote')
  const [action, setAction] = useState<(PlaceVerb & { environment: string }) | undefined>(
    promoted === null ? undefined : { verb: 'promote', environment: promoted, isReviewed: true },
  )
  const close = (): void => {
    setAction(undefined)
    if (promoted !== null) set('promote', '')
  }
  const [isDelivering, setDelivering] = useState(false)
  const isLeaving = view.object.deletionRequestedAt !== null
  const place: Place | undefined = state.places.find(({ environment }) => environment === action?.environment)
  return (
    <>
      <ol className="pipeline" aria-label={text.environments.label}>
        {state.places.map((each) => (
          <li key={each.environment} className="pipeline-place">
            <StageCard
              state={state}
              place={each}
              onAction={(verb) => setAction({ verb, environment: each.environment })}
            >
              <StageJobs
                state={state}
                place={each}
                jobs={jobsOf(state, each)}
                findRun={(job) => runOf(view, each, job)}
                onSkip={(job) => setAction({ verb: 'skip', job, environment: each.environment })}
              />
            </StageCard>
          </li>
        ))}
      </ol>
      <Card
        title={text.environments.deliveries}
        actions={
          isLeaving ? undefined : (
            <Button className="button" onPress={() => setDelivering(true)}>
              <Rocket size={14} aria-hidden />
              {text.environments.deliver}
            </Button>
          )
        }
        flush
      >
        <Deliveries state={state} />
      </Card>
      <Card title={text.environments.rollouts} flush>
        <RolloutsTable state={state} />
      </Card>
      {action !== undefined && place !== undefined && (action.isReviewed !== true || view.isFamilyKnown) && (
        <PlaceAction
          isReviewed={action.isReviewed}
          verb={action.verb}
          job={action.job}
          state={state}
          place={place}
          onClose={close}
        />
      )}
      {isDelivering && view.isFamilyKnown && <Deliver state={state} onClose={() => setDelivering(false)} />}
    </>
  )
}

/** Returns the object of a job of the current rollout in an environment. */
function runOf(view: View, { stage }: Place, { name, revision }: StageJob): AnyObject | undefined {
  if (stage === undefined) return undefined
  return view
    .ownedBy(stage.object.id)
    .filter(({ kind }) => kind === 'RolloutJob')
    .find((each) => {
      const { spec } = typed<typeof RolloutJob>(each)
      return spec.job === name && spec.revision === revision && spec.attempt === (stage.outputs.attempt ?? 1)
    })
}

const tones: Readonly<Record<string, Tone>> = {
  Accepted: 'moving',
  Waiting: 'warn',
  RollingOut: 'moving',
  RollingBack: 'moving',
  Healthy: 'good',
  RolledBack: 'bad',
  Failed: 'bad',
  Superseded: 'idle',
  Rejected: 'bad',
}

function Deliveries({ state }: { state: DeliveryState }): ReactElement {
  const { application, deliveries } = state
  const summaries = application.outputs.deliveries ?? []
  if (summaries.length === 0)
    return (
      <Empty icon={Rocket} title={text.environments.noDeliveries}>
        {text.environments.noDeliveriesText}
      </Empty>
    )
  return (
    <ul>
      {summaries.map(({ name, state: outcome, revision, message }) => {
        const delivery = deliveries.find(({ object }) => object.name === name)
        return (
          <li key={name} className="object-row">
            <span className="edit-head">
              <ObjectLink of={{ kind: 'Delivery', name, projectName: application.object.projectName }} />
              {revision !== undefined && <span className="soft">{text.environments.revision(revision)}</span>}
              {delivery?.spec.commit !== undefined && (
                <span className="soft mono">{delivery.spec.commit.slice(0, 12)}</span>
              )}
              {delivery !== undefined && (
                <span className="soft small">
                  <Age time={delivery.object.createdAt} ago />
                </span>
              )}
            </span>
            <Tag tone={tones[outcome] ?? 'idle'}>{wordsOf(outcome)}</Tag>
            {message !== undefined && (
              <p className="message">
                <Prose>{message}</Prose>
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
