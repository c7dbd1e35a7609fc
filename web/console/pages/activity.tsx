import { useEffect, useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import type { ChangeEntry } from '../../../client-sdk/index.ts'
import { isByWorker, isEdit, latestEdits } from '../data/edits.ts'
import { errorOf } from '../data/error-of.ts'
import { client } from '../data/session.ts'
import { Card, Empty, Failed, PaddedSkeleton, PageHead } from '../parts/basics.tsx'
import { ChangeRows } from '../parts/changes.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { text } from '../text.ts'

const pageSize = 50

/** The change log, newest first, followed while it is open. */
export default function ActivityPage(): ReactElement {
  const [changes, setChanges] = useState<readonly ChangeEntry[]>()
  const [error, setError] = useState<Error>()
  const [words, setWords] = useState('')
  const [isAll, setAll] = useState(false)
  const [withWorkers, setWithWorkers] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    const following = client.with({ signal: abort.signal })
    const follow = async (): Promise<void> => {
      setChanges(await latestEdits(following, { count: pageSize }))
      for await (const { operation } of following.follow({ signal: abort.signal })) {
        if (!isEdit(operation)) continue
        // What has changed is in the entry of the log, not in the item of the stream.
        const newest = await latestEdits(following, { count: 10 })
        setChanges((known = []) => merged(newest, known))
      }
    }
    follow().catch((problem: unknown) => {
      if (!abort.signal.aborted) setError(errorOf(problem))
    })
    return () => abort.abort()
  }, [])
  const more = async (): Promise<void> => {
    const before = changes?.at(-1)?.cursor
    if (before === undefined) return
    const older = await latestEdits(client, { count: pageSize, before })
    setAll(older.length === 0)
    setChanges((known = []) => merged(known, older))
  }
  const shown = changes?.filter(
    (change) =>
      (withWorkers || !isByWorker(change)) &&
      `${change.kind} ${change.name} ${change.actor} ${change.reason ?? ''}`
        .toLowerCase()
        .includes(words.trim().toLowerCase()),
  )
  return (
    <div className="page">
      <PageHead title={text.activity.title} note={text.activity.note} />
      <div className="row wrap" role="search">
        <div className="filter">
          <SearchField label={text.activity.filter} value={words} onChange={setWords} />
        </div>
        <Toggle isOn={withWorkers} onChange={setWithWorkers}>
          {text.activity.byWorkers}
        </Toggle>
      </div>
      {error !== undefined && <Failed error={error} onRetry={() => window.location.reload()} />}
      <Card flush>
        {shown === undefined ? (
          <PaddedSkeleton lines={8} />
        ) : shown.length === 0 ? (
          <Empty title={words === '' ? text.overview.noChanges : text.list.nothingMatches} />
        ) : (
          <ChangeRows changes={shown} />
        )}
      </Card>
      {changes !== undefined && !isAll && (
        <div>
          <Button className="button" onPress={() => void more()}>
            {text.activity.more}
          </Button>
        </div>
      )}
    </div>
  )
}

function merged(one: readonly ChangeEntry[], other: readonly ChangeEntry[]): ChangeEntry[] {
  return [...new Map([...one, ...other].map((each) => [each.cursor, each])).values()]
}
