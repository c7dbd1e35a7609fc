import { useState, type ReactElement } from 'react'
import { CheckboxGroup, Label } from 'react-aria-components'
import { parseImageReference } from '../../../../schema/image-reference.ts'
import { reverseOfCreation, reverseOfEdit, reverseOfRemoval } from '../../data/reverses.ts'
import { Field } from '../../parts/field.tsx'
import { ToggleOption } from '../../parts/toggle.tsx'
import { text } from './text.ts'
import { ActionDialog } from './action-dialog.tsx'
import { applied, likeliestOf, RevisionField, shortened, type ActionProps } from './action-parts.tsx'
import { failureOf } from './candidates.ts'
import { earlierRevisions, runningRevision, type DeliveryState } from './delivery-of.ts'
import { OwnerField, ReasonField } from './fields.tsx'
import { Promote } from './promote.tsx'
import { jobsOf } from './stage-jobs.tsx'

export type Verb =
  'promote' | 'rollBack' | 'hold' | 'release' | 'pause' | 'resume' | 'abort' | 'retry' | 'skip'

/** What is to be done in an environment. */
export interface PlaceVerb {
  verb: Verb
  /** The job of the rollout that it is about. @default the rollout */
  job?: string | undefined
  /** True to show the plan of what is likely at once. @default false */
  isReviewed?: boolean | undefined
}

/** The dialog of an action on an application in an environment. Each shows its plan before it does anything. */
export function PlaceAction({ verb, job, isReviewed, ...props }: ActionProps & PlaceVerb): ReactElement {
  switch (verb) {
    case 'promote':
      return <Promote {...props} isReviewed={isReviewed} />
    case 'rollBack':
      return <Hold {...props} isRollback />
    case 'hold':
      return <Hold {...props} isRollback={false} />
    case 'release':
      return <Remove {...props} />
    case 'resume':
      return <Remove {...props} isResume />
    default:
      return <Decide {...props} verb={verb} job={job} />
  }
}

function Hold({ state, place, isRollback, onClose }: ActionProps & { isRollback: boolean }): ReactElement {
  const { object } = state.application
  const { environment } = place
  const earlier = earlierRevisions(place)
  const [chosen, setChosen] = useState(likeliestOf(state, earlier))
  const running = runningRevision(place)
  const existing = place.hold?.spec.environment === environment ? place.hold.object : undefined
  return (
    <ActionDialog
      verb={isRollback ? text.environments.rollBack : text.environments.hold}
      title={(isRollback ? text.action.rollBackTitle : text.action.holdTitle)(object.name, environment)}
      note={text.action.rollBackNote}
      plan={applied(({ revision = '', reason = '', owner = '' }) => ({
        kind: 'Hold',
        name: existing?.name ?? shortened(`${object.name}-${environment}`),
        project: object.projectName,
        spec: {
          application: object.name,
          environment,
          reason,
          ...(revision === '' ? {} : { revision: Number(revision) }),
          ...(owner === '' ? {} : { owner }),
        },
        expectedVersion: existing?.version ?? 0,
      }))}
      reverse={(after) =>
        existing === undefined
          ? reverseOfCreation(after, text.undo.hold(object.name))
          : reverseOfEdit(existing, after[0])
      }
      onClose={onClose}
    >
      {isRollback ? (
        <RevisionField
          state={state}
          numbers={earlier}
          recommended={earlier.find((each) => failureOf(state, each) === undefined)}
          revision={chosen}
          onChange={setChosen}
        />
      ) : (
        <p>{running === undefined ? text.environments.noRevision : text.environments.runs(running)}</p>
      )}
      <ReasonField isRequired />
      <OwnerField />
    </ActionDialog>
  )
}

/** Deletes the hold of an environment, or the pauses of its rollout. */
function Remove({
  state,
  place,
  isResume = false,
  onClose,
}: ActionProps & { isResume?: boolean }): ReactElement {
  const { object } = state.application
  const pauses = place.decisions.filter(({ spec }) => spec.action === 'pause').map((each) => each.object)
  const targets = isResume ? pauses : place.hold === undefined ? [] : [place.hold.object]
  const { environment } = place
  return (
    <ActionDialog
      verb={isResume ? text.environments.resume : text.environments.release}
      title={
        isResume
          ? text.action.decideTitle(text.environments.resume, object.name, environment)
          : text.action.releaseTitle(object.name, environment)
      }
      {...(isResume ? {} : { note: text.action.releaseNote })}
      plan={(planning) =>
        planning.objects.delete(
          targets.map(({ id }) => ({ id })),
          { dryRun: true },
        )
      }
      reverse={() =>
        reverseOfRemoval(targets, (isResume ? text.undo.resume : text.undo.release)(object.name))
      }
      onClose={onClose}
    />
  )
}

function Decide({
  state,
  place,
  verb,
  job,
  onClose,
}: ActionProps & { verb: 'pause' | 'abort' | 'retry' | 'skip'; job?: string | undefined }): ReactElement {
  const { object } = state.application
  const { environment, stage } = place
  const { revision, attempt = 1 } = stage?.outputs ?? {}
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const jobs = job === undefined ? leftOut : [job]
  const others = verb === 'retry' ? [...new Set(jobsOf(state, place).map(({ name }) => name))] : []
  return (
    <ActionDialog
      verb={job === undefined ? text.environments[verb] : text.environments.skipJob}
      title={
        job === undefined
          ? text.action.decideTitle(text.environments[verb], object.name, environment)
          : text.action.skipJobTitle(job, environment)
      }
      {...(job === undefined ? {} : { note: text.action.skipJobNote })}
      plan={applied(({ reason = '', owner = '' }) => ({
        kind: 'RolloutDecision',
        name: shortened([object.name, environment, String(attempt), verb, ...jobs].join('-')),
        project: object.projectName,
        spec: {
          application: object.name,
          environment,
          revision,
          attempt,
          action: verb,
          reason,
          ...(owner === '' ? {} : { owner }),
          ...(jobs.length === 0 ? {} : { jobs }),
        },
      }))}
      // The other decisions have had their effect.
      reverse={(after) =>
        verb === 'pause' ? reverseOfCreation(after, text.undo.pause(object.name)) : undefined
      }
      onClose={onClose}
    >
      {others.length > 0 && (
        <CheckboxGroup className="parts" value={[...leftOut]} onChange={setLeftOut}>
          <Label>{text.action.withoutJobs}</Label>
          {others.map((name) => (
            <ToggleOption key={name} value={name}>
              {name}
            </ToggleOption>
          ))}
        </CheckboxGroup>
      )}
      <ReasonField isRequired />
      <OwnerField />
    </ActionDialog>
  )
}

/** Delivers a build by hand, as CI does. */
export function Deliver({ state, onClose }: { state: DeliveryState; onClose: () => void }): ReactElement {
  const { object } = state.application
  const newest = state.deliveries.toSorted((one, other) => other.spec.build - one.spec.build)[0]?.spec
  return (
    <ActionDialog
      verb={text.environments.deliver}
      title={text.action.deliverTitle(object.name)}
      plan={applied(({ image = '', build = '', commit = '' }) => {
        const { name, tag, digest } = parseImageReference(image.trim())
        return {
          kind: 'Delivery',
          name: shortened(`${object.name}-${build}`),
          project: object.projectName,
          spec: {
            application: object.name,
            build: Number(build),
            // With a digest, the tag decides nothing.
            images: [digest === undefined ? { name, tag } : { name, digest }],
            ...(newest?.source === undefined ? {} : { source: newest.source }),
            ...(commit === '' ? {} : { commit }),
          },
          expectedVersion: 0,
        }
      })}
      onClose={onClose}
    >
      <Field label={text.action.image} help={text.action.imageHelp}>
        <input
          name="image"
          type="text"
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={newest?.images[0] === undefined ? '' : `${newest.images[0].name}:`}
        />
      </Field>
      <Field label={text.action.build} help={text.action.buildHelp}>
        <input
          // React sets the value of an input that begins with one, so that it would stay when the deliveries become known.
          key={newest === undefined ? 'first' : 'next'}
          name="build"
          type="number"
          min={0}
          required
          defaultValue={String((newest?.build ?? 0) + 1)}
        />
      </Field>
      <Field label={text.action.commit}>
        <input name="commit" type="text" maxLength={255} autoComplete="off" spellCheck={false} />
      </Field>
    </ActionDialog>
  )
}
