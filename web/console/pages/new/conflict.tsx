import type { ReactElement } from 'react'
import { Button } from 'react-aria-components'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { useLoaded } from '../../data/load.ts'
import { client } from '../../data/session.ts'
import { Failed, Skeleton } from '../../parts/basics.tsx'
import { DialogFrame } from '../../parts/dialog-frame.tsx'
import { Differences } from '../../parts/plan-differences.tsx'
import { text } from './text.ts'
import { changesBetween, overlap, type Change } from './changes.ts'
import { declaredOf } from './documents.ts'
import { draftOf, setIn, toText, type Draft } from './draft.ts'
import { pathText } from './path.ts'

/** Shows what another has changed in the meantime, and takes that over into the draft. */
export function ConflictDialog({
  existing,
  draft,
  onClose,
  onResolved,
}: {
  existing: AnyObject
  draft: Draft
  onClose: () => void
  onResolved: (current: AnyObject, draft: Draft) => void
}): ReactElement {
  const { value: current, error } = useLoaded(existing.id, (signal) =>
    client.with({ signal }).objects.getById(existing.id),
  )
  return (
    <DialogFrame
      title={text.conflict.title(existing.name)}
      role="alertdialog"
      className="dialog wide"
      onClose={onClose}
    >
      {error !== undefined && <Failed error={error} />}
      {current === undefined && error === undefined && <Skeleton />}
      {current !== undefined && (
        <Resolution
          existing={existing}
          current={current}
          draft={draft}
          onClose={onClose}
          onResolved={onResolved}
        />
      )}
    </DialogFrame>
  )
}

function Resolution({
  existing,
  current,
  draft,
  onClose,
  onResolved,
}: {
  existing: AnyObject
  current: AnyObject
  draft: Draft
  onClose: () => void
  onResolved: (current: AnyObject, draft: Draft) => void
}): ReactElement {
  const base = declaredOf(existing)
  const theirs = declaredOf(current)
  const theirChanges = changesBetween(base, theirs)
  const myChanges = changesBetween(base, draft.value)
  const isContested = (change: Change): boolean => myChanges.some((each) => overlap(each, change))
  const taken = theirChanges.filter((change) => !isContested(change))
  const contested = theirChanges.filter(isContested)
  const merged = (): Draft => taken.reduce((next, { path, after }) => setIn(next, path, after), draft)
  return (
    <>
      <p>{text.conflict.explanation}</p>
      <Part title={text.conflict.theirs} changes={taken} none={text.conflict.none} />
      {contested.length > 0 && <Part title={text.conflict.both} changes={contested} none="" />}
      <Part title={text.conflict.mine} changes={myChanges} none={text.conflict.none} />
      <div className="actions">
        <Button className="button" onPress={onClose}>
          {text.plan.cancel}
        </Button>
        <Button className="button" onPress={() => onResolved(current, draftOf(toText(theirs)))}>
          {text.conflict.discard}
        </Button>
        <Button className="button primary" onPress={() => onResolved(current, merged())}>
          {text.conflict.merge}
        </Button>
      </div>
    </>
  )
}

function Part({
  title,
  changes,
  none,
}: {
  title: string
  changes: readonly Change[]
  none: string
}): ReactElement {
  return (
    <section className="plan-part">
      <h3>{title}</h3>
      {changes.length === 0 ? (
        <p className="soft">{none}</p>
      ) : (
        <Differences
          of={changes.map(({ path, before, after }) => ({ path: pathText(path), before, after }))}
        />
      )}
    </section>
  )
}
