import { Inbox, Lock } from 'lucide-react'
import type { ReactElement } from 'react'
import { useSearchParams } from 'wouter'
import '../design/editing.css'
import type { KindInfo } from '../data/kind-info.ts'
import { findKind, wordsOfKind } from '../data/kinds.ts'
import { readLock } from '../data/lock.ts'
import { useLoaded } from '../data/load.ts'
import { projectOfPath } from '../data/paths.ts'
import { client } from '../data/session.ts'
import { Empty, Failed, PageHead, Skeleton } from '../parts/basics.tsx'
import { LockText } from '../parts/lock-text.tsx'
import { text } from './new/text.ts'
import { ImportPage } from './new/import.tsx'
import { ObjectEditor } from './new/object-editor.tsx'
import { loadSchema } from './new/load-schema.ts'

/** Declares a new object of a kind, changes one (`?edit=project/name`), or imports files. */
export default function NewPage({ noun }: { noun?: string | undefined }): ReactElement {
  const [search] = useSearchParams()
  const edited = search.get('edit')
  if (noun === undefined || noun === '') return <ImportPage />
  const kind = findKind(noun)
  if (kind === undefined)
    return (
      <Empty icon={Inbox} title={text.states.notFound}>
        {text.states.notFoundText}
      </Empty>
    )
  return edited === null ? (
    <Declared key={noun} kind={kind} />
  ) : (
    <Changed key={edited} kind={kind} edited={edited} />
  )
}

function Declared({ kind }: { kind: KindInfo }): ReactElement {
  const { value: schema, error, isLoading } = useLoaded(kind.kind, () => loadSchema(kind.kind))
  const [search] = useSearchParams()
  if (schema !== undefined)
    return (
      <ObjectEditor
        kind={kind}
        schema={schema}
        project={search.get('project') ?? undefined}
        definition={search.get('definition') ?? undefined}
      />
    )
  return (
    <Unready
      kind={kind}
      title={text.form.newTitle(wordsOfKind(kind))}
      error={isLoading ? undefined : error}
    />
  )
}

function Changed({ kind, edited }: { kind: KindInfo; edited: string }): ReactElement {
  const [first = '', name = ''] = edited.includes('/') ? edited.split('/') : ['-', edited]
  const project = projectOfPath(first)
  const { value, error } = useLoaded(`${kind.kind} ${edited}`, async (signal) => {
    const target = { kind: kind.kind, name, project: project ?? null } as Parameters<
      typeof client.objects.get
    >[0]
    const [schema, object] = await Promise.all([
      loadSchema(kind.kind),
      client.with({ signal }).objects.get(target),
    ])
    const lock = object === undefined ? undefined : await readLock(object, signal).catch(() => undefined)
    return { schema, object, lock }
  })
  const title = text.form.editTitle(name)
  if (value === undefined) return <Unready kind={kind} title={title} error={error} />
  const { schema, object, lock } = value
  if (object === undefined || schema === undefined)
    return (
      <Empty icon={Inbox} title={text.states.gone}>
        {text.states.goneText}
      </Empty>
    )
  if (lock !== undefined)
    return (
      <Empty icon={Lock} level="h1" title={text.lock.notEditable(name)}>
        <LockText lock={lock} />
      </Empty>
    )
  return <ObjectEditor kind={kind} schema={schema} existing={object} />
}

function Unready({
  title,
  error,
}: {
  kind: KindInfo
  title: string
  error: Error | undefined
}): ReactElement {
  return (
    <div className="page">
      <PageHead title={title} />
      {error === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => window.location.reload()} />
      )}
    </div>
  )
}
