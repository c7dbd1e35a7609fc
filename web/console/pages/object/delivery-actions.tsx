import type { ReactElement } from 'react'
import type { Client, ObjectDocument } from '../../../../client-sdk/index.ts'
import { parseImageReference } from '../../../../schema/image-reference.ts'
import { reverseOfCreation, reverseOfEdit, reverseOfRemoval } from '../../data/reverses.ts'
import { text } from '../../text.ts'
import { ActionDialog, type Values } from './action-dialog.tsx'
import {
  candidateFor,
  earlierRevisions,
  runningRevision,
  type DeliveryState,
  type Place,
} from './delivery-of.ts'
import { Field, ReasonField } from './fields.tsx'

export type Verb =
  'promote' | 'rollBack' | 'hold' | 'release' | 'pause' | 'resume' | 'abort' | 'retry' | 'skip'

interface ActionProps {
  state: DeliveryState
  place: Place
  onClose: () => void
}

/** The dialog of an action on an application in an environment. Each shows its plan before it does anything. */
export function PlaceAction({ verb, ...props }: ActionProps & { verb: Verb }): ReactElement {
  switch (verb) {
    case 'promote':
      return <Promote {...props} />
    case 'rollBack':
      return <Hold {...props} isRollback />
    case 'hold':
      return <Hold {...props} isRollback={false} />
    case 'release':
      return <Remove {...props} />
    case 'resume':
      return <Remove {...props} isResume />
    default:
      return <Decide {...props} verb={verb} />
  }
}

/** Applies one document, as a plan. */
function applied(document: (values: Values) => ObjectDocument) {
  return (planning: Client, values: Values): Promise<unknown> => {
    const { reason = '' } = values
    return planning.apply([document(values)], { dryRun: true, ...(reason === '' ? {} : { reason }) })
  }
}

function Promote({ state, place, onClose }: ActionProps): ReactElement {
  const { object, outputs } = state.application
  const recommended = candidateFor(state, place)
  const newest = outputs.revision ?? 0
  const numbers = Array.from({ length: Math.min(newest, 30) }, (_, at) => newest - at)
  const taken = new Set(place.promotions.map((each) => each.object.name))
  return (
    <ActionDialog
      verb={text.environments.promote}
      title={text.action.promoteTitle(object.name, place.environment)}
      plan={applied(({ revision = '', reason = '' }) => ({
        kind: 'Promotion',
        name: freeName(`${object.name}-${place.environment}-r${revision}`, taken),
        project: object.projectName,
        spec: {
          application: object.name,
          environment: place.environment,
          revision: Number(revision),
          ...(reason === '' ? {} : { reason }),
        },
        expectedVersion: 0,
      }))}
      onClose={onClose}
    >
      <RevisionField numbers={numbers} recommended={recommended} />
      <ReasonField />
    </ActionDialog>
  )
}

function Hold({ state, place, isRollback, onClose }: ActionProps & { isRollback: boolean }): ReactElement {
  const { object } = state.application
  const { environment } = place
  const earlier = earlierRevisions(place)
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
        <RevisionField numbers={earlier} recommended={earlier[0]} />
      ) : (
        <p>{running === undefined ? text.environments.noRevision : text.environments.runs(running)}</p>
      )}
      <ReasonField isRequired />
      <Field label={text.action.owner}>
        <input name="owner" type="text" maxLength={255} autoComplete="off" />
      </Field>
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
      note={text.action.releaseNote}
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
  onClose,
}: ActionProps & { verb: 'pause' | 'abort' | 'retry' | 'skip' }): ReactElement {
  const { object } = state.application
  const { environment, stage } = place
  const { revision, attempt = 1 } = stage?.outputs ?? {}
  return (
    <ActionDialog
      verb={text.environments[verb]}
      title={text.action.decideTitle(text.environments[verb], object.name, environment)}
      plan={applied(({ reason = '', owner = '' }) => ({
        kind: 'RolloutDecision',
        name: shortened([object.name, environment, String(attempt), verb].join('-')),
        project: object.projectName,
        spec: {
          application: object.name,
          environment,
          revision,
          attempt,
          action: verb,
          reason,
          ...(owner === '' ? {} : { owner }),
        },
      }))}
      // The other decisions have had their effect.
      reverse={(after) =>
        verb === 'pause' ? reverseOfCreation(after, text.undo.pause(object.name)) : undefined
      }
      onClose={onClose}
    >
      <ReasonField isRequired />
      <Field label={text.action.owner}>
        <input name="owner" type="text" maxLength={255} autoComplete="off" />
      </Field>
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
        <input name="build" type="number" min={0} required defaultValue={String((newest?.build ?? 0) + 1)} />
      </Field>
      <Field label={text.action.commit}>
        <input name="commit" type="text" maxLength={255} autoComplete="off" spellCheck={false} />
      </Field>
    </ActionDialog>
  )
}

function RevisionField({
  numbers,
  recommended,
}: {
  numbers: readonly number[]
  recommended: number | undefined
}): ReactElement {
  return (
    <Field label={text.action.revision}>
      <select
        name="revision"
        required
        defaultValue={recommended === undefined ? undefined : String(recommended)}
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {text.environments.revision(number)}
            {number === recommended ? ` (${text.action.recommended})` : ''}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** Returns the first name that is free, since a revision can be promoted again after another. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const free = shortened(count === 1 ? name : `${name}-${count}`)
    if (!taken.has(free)) return free
  }
}

const maxLength = 63

/** Shortens a name to what names may have. A shortened name ends with a hash, so that different names stay different. */
function shortened(name: string): string {
  if (name.length <= maxLength) return name
  let hash = 0
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return `${name.slice(0, maxLength - 9)}-${hash.toString(16).padStart(8, '0')}`
}
