import { CircleAlert, CircleCheck, FileUp } from 'lucide-react'
import { useDeferredValue, useMemo, useState, type ReactElement } from 'react'
import { Button, DropZone, FileTrigger, isFileDropItem, type DropItem } from 'react-aria-components'
import { Link, useLocation } from 'wouter'
import { errorOf } from '../../data/error-of.ts'
import { allKinds, findKind, kindOf, summaryOf, titleOf } from '../../data/kinds.ts'
import { base, newPath, objectPath } from '../../data/paths.ts'
import { Card, PageHead, Prose } from '../../parts/basics.tsx'
import { deferred } from '../../parts/deferred.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { notify } from '../../parts/toasts.tsx'
import { text } from './text.ts'
import { documentOf, planApply, type Planned } from './documents.ts'
import { sentence } from './field.tsx'
import { readDocuments, type Imported } from './import-documents.ts'
import { pathText } from './path.ts'
import { PlanStep } from './plan-step.tsx'
import { problemsOf, type Problem } from './problems.ts'

const CodeEditor = deferred(() => import('./code-editor.tsx'), <div className="code-editor tall" />)

/** Files that were dropped or pasted, and the kinds that can be declared. */
export function ImportPage(): ReactElement {
  const [, navigate] = useLocation()
  const [source, setSource] = useState('')
  const [isPlanning, setPlanning] = useState(false)
  const [error, setError] = useState<Error>()
  const [problems, setProblems] = useState<ReadonlyMap<number, readonly Problem[]>>(new Map())
  const [planned, setPlanned] = useState<Planned>()
  const shown = useDeferredValue(source)
  const { documents, error: syntax } = useMemo(() => readDocuments(shown), [shown])
  const isReady = documents.length > 0 && documents.every(({ problem }) => problem === undefined)
  const change = (next: string): void => {
    setSource(next)
    setError(undefined)
    setProblems(new Map())
  }
  const add = async (files: readonly File[]): Promise<void> => {
    const texts = await Promise.all(files.map((file) => file.text()))
    change([source, ...texts].filter((each) => each.trim() !== '').join('\n---\n'))
  }
  const review = async (): Promise<void> => {
    setPlanning(true)
    setError(undefined)
    setProblems(new Map())
    try {
      setPlanned(await planApply(documents.map(({ value }) => documentOf(value))))
    } catch (problem) {
      setProblems(problemsOf(problem))
      setError(errorOf(problem))
    } finally {
      setPlanning(false)
    }
  }
  if (planned !== undefined)
    return (
      <PlanStep
        planned={planned}
        title={text.importing.title}
        note={text.importing.found(documents.length)}
        onBack={() => setPlanned(undefined)}
        onRenew={() => {
          setPlanned(undefined)
          void review()
        }}
        onApplied={(objects) => {
          notify({ title: text.importing.applied(objects.length) })
          const [only] = objects
          navigate(objects.length === 1 && only !== undefined ? objectPath(only) : base)
        }}
      />
    )
  return (
    <div className="page editor-page">
      <PageHead title={text.importing.title} note={text.importing.note} />
      <div className="editor-columns">
        <section className="card editor-card">
          <DropZone
            className="drop"
            aria-label={text.importing.drop}
            onDrop={({ items }) => void filesOf(items).then(add)}
          >
            <FileUp size={20} aria-hidden />
            <p>{text.importing.drop}</p>
            <FileTrigger
              allowsMultiple
              acceptedFileTypes={['.yaml', '.yml', '.json']}
              onSelect={(files) => files !== null && void add([...files])}
            >
              <Button className="button">{text.importing.choose}</Button>
            </FileTrigger>
          </DropZone>
          <CodeEditor
            label={text.importing.text}
            value={source}
            placeholder={text.importing.paste}
            isTall
            onChange={change}
          />
        </section>
        <aside className="editor-aside">
          <Card title={text.importing.documents}>
            <div className="stack">
              {syntax !== undefined && <pre className="error pre-line small">{syntax}</pre>}
              {documents.length === 0 && syntax === undefined && (
                <p className="soft">{text.importing.nothing}</p>
              )}
              {documents.length > 0 && <Documents documents={documents} problems={problems} />}
              {error !== undefined && problems.size === 0 && (
                <p className="error pre-line" role="alert">
                  {sentence(error.message)}
                </p>
              )}
              <Button
                className="button primary"
                isDisabled={!isReady || isPlanning}
                onPress={() => void review()}
              >
                {isPlanning ? text.form.planning : text.form.review}
              </Button>
            </div>
          </Card>
          <KindChoice />
        </aside>
      </div>
    </div>
  )
}

async function filesOf(items: readonly DropItem[]): Promise<File[]> {
  return Promise.all(items.filter(isFileDropItem).map((item) => item.getFile()))
}

function Documents({
  documents,
  problems,
}: {
  documents: readonly Imported[]
  problems: ReadonlyMap<number, readonly Problem[]>
}): ReactElement {
  return (
    <ul className="documents" aria-live="polite">
      {documents.map(({ kind, name, project, problem }, index) => {
        const found = problems.get(index) ?? []
        const isWrong = problem !== undefined || found.length > 0
        return (
          <li key={index}>
            {isWrong ? (
              <CircleAlert size={15} aria-label={text.importing.wrong} className="bad-icon" />
            ) : (
              <CircleCheck size={15} aria-label={text.importing.right} className="good-icon" />
            )}
            <div className="grow">
              <strong>{name === '' ? text.importing.unnamed(index + 1) : name}</strong>{' '}
              <span className="soft">
                {findKind(kind) === undefined ? kind : titleOf(kindOf(kind))}
                {project !== undefined && ` · ${project}`}
              </span>
              {problem !== undefined && <p className="error small">{sentence(problem)}</p>}
              {found.map(({ path, message, remedy }) => (
                <p key={`${pathText(path)} ${message}`} className="error small">
                  <span className="mono">{pathText(path)}</span>{' '}
                  <Prose>{`${sentence(message)} ${remedy ?? ''}`}</Prose>
                </p>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The kinds that can be declared by a form. */
function KindChoice(): ReactElement {
  const [query, setQuery] = useState('')
  const words = query.toLowerCase()
  const found = allKinds.filter(
    (kind) =>
      !kind.ownedOnly &&
      [titleOf(kind), kind.noun, ...kind.aliases].some((name) => name.toLowerCase().includes(words)),
  )
  return (
    <Card title={text.importing.byForm}>
      <div className="stack">
        <SearchField label={text.importing.searchKinds} value={query} onChange={setQuery} />
        <ul className="kind-choice">
          {found.map((kind) => (
            <li key={kind.kind}>
              <Link href={newPath(kind)}>{titleOf(kind)}</Link>
              <p className="soft small truncate" title={summaryOf(kind).replaceAll('`', '')}>
                <Prose>{summaryOf(kind)}</Prose>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
