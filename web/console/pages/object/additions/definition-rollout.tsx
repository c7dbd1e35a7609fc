import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import {
  GetDefinitionRolloutDocument,
  type GetDefinitionRolloutQuery,
} from '../../../../../client-sdk/generated/documents.ts'
import { useLoaded } from '../../../data/load.ts'
import { client } from '../../../data/session.ts'
import { Age } from '../../../parts/age.tsx'
import { Card, Failed, ObjectLink, Prose } from '../../../parts/basics.tsx'
import { Tag, type Tone } from '../../../parts/status.tsx'
import { text } from '../text.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useTick } from '../use-tick.ts'
import type { View } from '../use-view.ts'

type Found = Extract<NonNullable<GetDefinitionRolloutQuery['result']>, { reaches: unknown }>
type Rollout = NonNullable<Found['definitionRollout']>
type Reach = NonNullable<Found['reaches']>
type Action = keyof typeof text.rollout.actions

const tones: Readonly<Record<Rollout['state'], Tone>> = {
  PROGRESSING: 'moving',
  PAUSED: 'warn',
  HALTED: 'bad',
  ROLLED_BACK: 'bad',
  ABORTED: 'bad',
  COMPLETE: 'good',
}

/** Returns what can be decided about a rollout, the likeliest first. */
function actionsFor({ state, endedAt }: Rollout): Action[] {
  if (state === 'COMPLETE') return []
  if (state === 'PROGRESSING') return ['PAUSE', 'ABORT', 'FINISH']
  return endedAt === null ? ['RESUME', 'ABORT', 'FINISH'] : ['RESUME', 'FINISH']
}

/** How far the newest edit of a definition or a profile has got, wave by wave, and what can be decided about it. */
export default function DefinitionRolloutAddition({ view: { object } }: { view: View }): ReactElement | null {
  const [decisions, setDecisions] = useState(0)
  const [action, setAction] = useState<Action>()
  const [isMoving, setMoving] = useState(false)
  const tick = useTick(isMoving ? 2000 : 30_000)
  const { value, error } = useLoaded(`${object.id} ${object.version} ${decisions} ${tick}`, async () => {
    const { result } = await client.execute(GetDefinitionRolloutDocument, { id: object.id })
    const found = result !== null && 'reaches' in result ? result : undefined
    setMoving(found?.definitionRollout?.endedAt === null)
    return found ?? null
  })
  if (error !== undefined && value === undefined) return <Failed error={error} />
  const rollout = value?.definitionRollout ?? undefined
  const reach = value?.reaches ?? undefined
  if (reach === undefined || (reach.total === 0 && rollout === undefined)) return null
  return (
    <Card
      title={rollout === undefined ? text.rollout.reach : text.rollout.title}
      actions={
        rollout === undefined ? (
          <span className="soft small">{reachNote(reach)}</span>
        ) : (
          <div className="row wrap">
            {actionsFor(rollout).map((each) => (
              <Button key={each} className="button" onPress={() => setAction(each)}>
                {text.rollout.actions[each]}
              </Button>
            ))}
          </div>
        )
      }
    >
      <div className="stack">
        {rollout !== undefined && <Progress rollout={rollout} />}
        <Waves reach={reach} rollout={rollout} />
      </div>
      {action !== undefined && (
        <ReasonDialog
          title={`${text.rollout.actions[action]}: ${object.name}`}
          note={text.rollout.effects[action]}
          verb={text.rollout.actions[action]}
          onDo={async (reason) => {
            await client.controlRollout({ id: object.id }, action, reason === '' ? {} : { reason })
            setDecisions((count) => count + 1)
          }}
          onClose={() => setAction(undefined)}
        />
      )}
    </Card>
  )
}

function reachNote({ waves }: Reach): string {
  if (waves === 0) return text.rollout.byHand
  return waves === 1 ? text.rollout.atOnce : text.rollout.inWaves(waves)
}

function Progress({ rollout: { state, wave, waves, cause, startedAt } }: { rollout: Rollout }): ReactElement {
  return (
    <>
      <p className="row wrap">
        <Tag tone={tones[state]}>{text.rollout.states[state]}</Tag>
        <span className="soft small">{text.rollout.progress(wave, waves)}</span>
        <span className="soft small">
          <Age time={startedAt} ago />
        </span>
      </p>
      {cause !== null && (
        <p className="stage-note bad">
          <Prose>{cause}</Prose>
        </p>
      )}
    </>
  )
}

/** The objects that an edit reaches, by wave. */
function Waves({ reach, rollout }: { reach: Reach; rollout: Rollout | undefined }): ReactElement {
  const waves = [...Map.groupBy(reach.objects, ({ wave }) => wave)].toSorted(([one], [other]) => one - other)
  if (waves.length === 0) return <p className="soft">{text.rollout.none}</p>
  return (
    <>
      <ol className="waves">
        {waves.map(([wave, members]) => (
          <li
            key={wave}
            aria-current={rollout?.endedAt === null && rollout.wave === wave ? 'step' : undefined}
          >
            {reach.waves > 1 && <h3 className="small soft">{text.rollout.wave(wave)}</h3>}
            <ul>
              {members.map(({ kind, project, name, outdated }) => (
                <li key={`${kind}/${project}/${name}`} className="row">
                  <span className="grow truncate">
                    <ObjectLink of={{ kind, name, projectName: project }} />
                  </span>
                  <Tag tone={outdated ? 'idle' : 'good'}>
                    {outdated ? text.rollout.waits : text.rollout.has}
                  </Tag>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {reach.total > reach.objects.length && (
        <p className="soft small">{text.object.more(reach.total - reach.objects.length)}</p>
      )}
    </>
  )
}
