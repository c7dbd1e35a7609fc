import { useState, type ReactElement } from 'react'
import { Link } from 'wouter'
import { allKinds, pluralTitleOf, summaryOf } from '../data/kinds.ts'
import { listPath } from '../data/paths.ts'
import { Card, Empty, PageHead, Prose } from '../parts/basics.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { text } from '../text.ts'

/** Everything that can be declared. */
export default function KindsPage(): ReactElement {
  const [words, setWords] = useState('')
  const found = allKinds.filter((kind) =>
    `${pluralTitleOf(kind)} ${kind.aliases.join(' ')} ${kind.description}`
      .toLowerCase()
      .includes(words.toLowerCase().trim()),
  )
  return (
    <div className="page">
      <PageHead title={text.kinds.title} note={text.kinds.note} />
      <SearchField label={text.list.filter} value={words} onChange={setWords} />
      <Card flush>
        {found.length === 0 ? (
          <Empty title={text.list.nothingMatches} />
        ) : (
          <ul className="rows">
            {found.map((kind) => (
              <li key={kind.kind}>
                <div className="grow">
                  <Link href={listPath(kind)}>{pluralTitleOf(kind)}</Link>
                  <p className="soft small">
                    <Prose>{summaryOf(kind)}</Prose>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
