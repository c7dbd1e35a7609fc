import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import type { AnyObject, ManifestPhase } from '../../../../client-sdk/index.ts'
import { kindOf, titleOf } from '../../data/kinds.ts'
import type { Named } from '../../data/paths.ts'
import { Card, ObjectLink, Prose } from '../../parts/basics.tsx'
import { Status } from '../../parts/status.tsx'
import { text } from './text.ts'

export interface ObjectRow extends Named {
  note?: string
  object?: AnyObject | undefined
  phase?: ManifestPhase
}

const shownRows = 12

/** Objects with their state, each a link. */
export function ObjectsCard({
  title,
  actions,
  none,
  isOfOneKind = false,
  rows,
}: {
  title: string
  actions?: ReactElement
  none: string
  /** Whether the title says the kind of all. */
  isOfOneKind?: boolean
  rows: readonly (ObjectRow | AnyObject)[]
}): ReactElement {
  const [isLong, setLong] = useState(false)
  const shown = isLong ? rows : rows.slice(0, shownRows)
  return (
    <Card
      title={
        <>
          {title} {rows.length > 0 && <span className="soft count">{rows.length}</span>}
        </>
      }
      actions={actions}
      flush
    >
      {rows.length === 0 ? (
        <p className="body soft">{none}</p>
      ) : (
        <ul>
          {shown.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- one object may be used by several fields
            <Row key={`${row.kind}/${row.name}/${index}`} row={row} showKind={!isOfOneKind} />
          ))}
          {rows.length > shown.length && (
            <li className="object-row">
              <Button className="button quiet" onPress={() => setLong(true)}>
                {text.object.more(rows.length - shown.length)}
              </Button>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

function Row({ row, showKind }: { row: ObjectRow | AnyObject; showKind: boolean }): ReactElement {
  const object = 'status' in row ? row : row.object
  const phase = object?.status.phase ?? ('phase' in row ? row.phase : undefined)
  const message = object !== undefined && !object.ready ? object.status.cause?.message : undefined
  return (
    <li className="object-row">
      <span className="name">
        <ObjectLink of={row} />
        {showKind && (
          <span className="soft small truncate">
            {titleOf(kindOf(row.kind))}
            {'note' in row && row.note !== undefined && ` · ${row.note}`}
          </span>
        )}
      </span>
      {phase === undefined ? <span /> : <Status phase={phase} />}
      {message !== undefined && (
        <p className="message">
          <Prose>{message}</Prose>
        </p>
      )}
    </li>
  )
}
