import { CircleAlert, Clock, Hand, LoaderCircle } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Link } from 'wouter'
import { Prose } from '../../parts/basics.tsx'
import { objectPath } from '../../data/paths.ts'
import { Age } from '../../parts/age.tsx'
import { Tag, type Tone } from '../../parts/status.tsx'
import { text } from './text.ts'
import type { Verb } from './delivery-actions.tsx'
import { candidateFor } from './candidates.ts'
import { earlierRevisions, runningRevision, type DeliveryState, type Place } from './delivery-of.ts'
import { isMoving } from './stage-jobs.tsx'
import { wordsOf } from './words-of.ts'

const tones: Readonly<Record<string, Tone>> = {
  Empty: 'idle',
  RollingOut: 'moving',
  Paused: 'warn',
  Healthy: 'good',
  Degraded: 'bad',
  RollingBack: 'warn',
  RolledBack: 'bad',
  Failed: 'bad',
}

/** An application in one environment: what runs, what waits and why, and what can be done. */
export function StageCard({
  state,
  place,
  onAction,
  children,
}: {
  state: DeliveryState
  place: Place
  onAction: (verb: Verb) => void
  /** More about its rollout. */
  children?: ReactNode
}): ReactElement {
  const { environment, summary, stage, rules, hold } = place
  const { projectName } = state.application.object
  const current = summary?.state ?? 'Empty'
  const { revision, healthy, progress, waiting } = summary ?? {}
  const { failed, cause, since, canary, wave, waves } = stage?.outputs ?? {}
  const share =
    canary !== undefined
      ? canary.weight
      : wave !== undefined && waves !== undefined
        ? (wave / waves) * 100
        : undefined
  const didFail = failed !== undefined && failed === revision
  return (
    <article className="stage-card" aria-label={environment}>
      <header>
        <div>
          <h2>
            <Link href={objectPath({ kind: 'Environment', name: environment, projectName })}>
              {environment}
            </Link>
          </h2>
          <p className="soft small">{text.environments.policy[rules?.spec.policy ?? 'automatic']}</p>
        </div>
        <Tag tone={tones[current] ?? 'idle'}>{wordsOf(current)}</Tag>
      </header>
      <div>
        <p className="revision">
          {revision === undefined
            ? text.environments.noRevision
            : text.environments.revision(didFail && healthy !== undefined ? healthy : revision)}
        </p>
        <BuildLine state={state} place={place} />
        {since !== undefined && healthy !== undefined && (
          <p className="soft small">
            {healthy === revision || didFail
              ? text.environments.healthyForWord
              : `${text.environments.healthy(healthy)}, ${text.environments.forWord}`}{' '}
            <Age time={since} />
          </p>
        )}
      </div>
      {progress !== undefined && (
        <div className="stage-note moving">
          <LoaderCircle size={14} aria-hidden />
          <div className="grow">
            <p>{progress}</p>
            {share !== undefined && (
              <div className="bar" aria-hidden>
                <span style={{ width: `${share}%` }} />
              </div>
            )}
            {canary?.message !== undefined && (
              <p>
                <Prose>{canary.message}</Prose>
              </p>
            )}
          </div>
        </div>
      )}
      {didFail && (
        <p className="stage-note bad">
          <CircleAlert size={14} aria-hidden />
          <span>
            <strong>
              {text.environments.revision(failed)}: {text.environments.failed}.{' '}
            </strong>
            <Prose>{cause}</Prose>
          </span>
        </p>
      )}
      {hold !== undefined && (
        <p className="stage-note warn">
          <Hand size={14} aria-hidden />
          <span>
            <strong>
              {hold.spec.revision === undefined
                ? text.environments.held
                : text.environments.heldAt(hold.spec.revision)}
              :{' '}
            </strong>
            {hold.spec.reason} {hold.spec.owner !== undefined && text.environments.askOwner(hold.spec.owner)}{' '}
            <Age time={hold.object.createdAt} ago />
          </span>
        </p>
      )}
      {waiting !== undefined && hold === undefined && (
        <p className="stage-note warn">
          <Clock size={14} aria-hidden />
          <span>
            <Prose>{waiting}</Prose>
          </span>
        </p>
      )}
      {children}
      <div className="actions">
        {verbsFor(state, place).map((verb, index) => (
          <Button
            key={verb}
            className={`button${verb === 'promote' && index === 0 ? ' primary' : ''}`}
            onPress={() => onAction(verb)}
          >
            {text.environments[verb]}
          </Button>
        ))}
        {stage !== undefined && (
          <Link className="button quiet" href={objectPath(stage.object)}>
            {text.environments.openStage}
          </Link>
        )}
      </div>
    </article>
  )
}

/** The build and the commit of the revision that runs. */
function BuildLine({ state, place }: { state: DeliveryState; place: Place }): ReactElement | null {
  const running = runningRevision(place)
  const found = state.revisions.find(({ spec }) => spec.number === running)
  if (found === undefined) return null
  const { build, commit } = found.spec
  return (
    <p className="row wrap small">
      {build !== undefined && (
        <span>
          <span className="soft">{text.environments.build} </span>
          {build}
        </span>
      )}
      {commit !== undefined && (
        <span>
          <span className="soft">{text.environments.commitOf} </span>
          <span className="mono">{commit.slice(0, 12)}</span>
        </span>
      )}
    </p>
  )
}

/** Returns what can be done in an environment as it is now, the likeliest first. */
function verbsFor(state: DeliveryState, place: Place): Verb[] {
  // Nothing can refer to an application that is being deleted.
  if (state.application.object.deletionRequestedAt !== null) return []
  const { summary, stage, rules, hold, decisions } = place
  const isPaused = decisions.some(({ spec }) => spec.action === 'pause')
  const needsApproval = rules?.spec.policy === 'approval'
  const hasCandidate = (candidateFor(state, place) ?? 0) > (summary?.revision ?? 0)
  const canary = stage?.outputs.canary
  return [
    ...(needsApproval && hasCandidate ? (['promote'] as const) : []),
    ...(hold === undefined ? [] : (['release'] as const)),
    ...(isMoving(place) ? ([isPaused ? 'resume' : 'pause', 'abort'] as const) : []),
    ...(canary !== undefined && canary.phase !== 'leaving' ? (['skip'] as const) : []),
    ...(stage?.outputs.failed !== undefined && stage.outputs.failed === stage.outputs.revision
      ? (['retry'] as const)
      : []),
    ...(earlierRevisions(place).length > 0 ? (['rollBack'] as const) : []),
    ...(hold === undefined && summary?.revision !== undefined ? (['hold'] as const) : []),
    // Any revision can be promoted, also one that has not been healthy before.
    ...(needsApproval && !hasCandidate && state.application.outputs.revision !== undefined
      ? (['promote'] as const)
      : []),
  ]
}
