import { History as HistoryIcon, RotateCcw } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { client } from '../../data/session.ts'
import { useLoaded } from '../../data/load.ts'
import { reverseOfEdit } from '../../data/reverses.ts'
import { Age } from '../../parts/age.tsx'
import { Empty, Failed, Skeleton } from '../../parts/basics.tsx'
import { Tag } from '../../parts/status.tsx'
import { text } from './text.ts'
import { ActionDialog } from './action-dialog.tsx'
import { Differences } from '../../parts/plan-differences.tsx'
import type { View } from './use-view.ts'

/** The most edits that are listed. */
const maxEdits = 100

/** The edits of the object, newest first: what was changed, by whom and why. Each can be gone back to. */
export default function HistoryTab({ view: { object, isChangeable } }: { view: View }): ReactElement {
  const [chosen, setChosen] = useState<number>()
  const { value, error } = useLoaded(
    `${object.id} ${object.generation} ${object.deletionRequestedAt}`,
    async () => {
      const edits = []
      for await (const edit of client.objects.history({ id: object.id })) {
        edits.push(edit)
        if (edits.length >= maxEdits) break
      }
      return edits
    },
  )
  if (value === undefined) return error === undefined ? <Skeleton lines={8} /> : <Failed error={error} />
  if (value.length === 0)
    return (
      <Empty icon={HistoryIcon} title={text.history.label}>
        {text.object.noHistory}
      </Empty>
    )
  return (
    <section className="card" aria-label={text.history.label}>
      <ol className="edits">
        {value.map((edit) => (
          <li key={edit.cursor}>
            <div className="edit-head">
              <strong>{text.history.generation(edit.generation)}</strong>
              {edit.generation === object.generation && <Tag tone="good">{text.history.current}</Tag>}
              <span className="soft">
                {text.history.operations[edit.operation as keyof typeof text.history.operations] ??
                  edit.operation.toLowerCase()}{' '}
                {text.history.by} <strong>{edit.actor}</strong>, <Age time={edit.time} ago />
              </span>
              <span className="grow" />
              {isChangeable && edit.generation < object.generation && (
                <Button className="button" onPress={() => setChosen(edit.generation)}>
                  <RotateCcw size={14} aria-hidden />
                  {text.history.rollBack}
                </Button>
              )}
            </div>
            {edit.reason !== null && (
              <p>
                <span className="soft">{text.history.because}: </span>
                {edit.reason}
              </p>
            )}
            <Differences of={edit.diff} />
          </li>
        ))}
      </ol>
      {chosen !== undefined && (
        <ActionDialog
          verb={text.environments.rollBack}
          title={text.history.rollBackTitle(object.name, chosen)}
          plan={(planning) =>
            planning.objects.rollBack(
              { id: object.id, expectedVersion: object.version },
              { toGeneration: chosen, dryRun: true },
            )
          }
          reverse={([after]) => reverseOfEdit(object, after)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  )
}
