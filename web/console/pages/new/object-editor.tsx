import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { Button, Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useLocation, useSearchParams } from 'wouter'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { isPlatformError } from '../../../../schema/errors.ts'
import { errorOf } from '../../data/error-of.ts'
import type { KindInfo } from '../../data/kind-info.ts'
import { allKinds, summaryOf, titleOf, wordsOfKind } from '../../data/kinds.ts'
import { reverseOfEdit } from '../../data/reverses.ts'
import { base, listPath, newPath, objectPath } from '../../data/paths.ts'
import { Card, PageHead, Prose } from '../../parts/basics.tsx'
import { deferred } from '../../parts/deferred.tsx'
import { notify } from '../../parts/toasts.tsx'
import { notifyWithUndo } from '../../parts/undo.ts'
import { text } from './text.ts'
import { ConflictDialog } from './conflict.tsx'
import { declaredOf, documentOf, planApply, type Planned } from './documents.ts'
import { draftOf, newText, removeEntry, setIn, toText, type Draft } from './draft.ts'
import { sentence } from './field.tsx'
import { Form } from './form.tsx'
import { FormStateProvider, type FormState } from './form-state.tsx'
import { fieldId, isMap, pathText, valueIn, type Path } from './path.ts'
import { PlanStep } from './plan-step.tsx'
import { problemsOf, shownAt, validate, type Problem } from './problems.ts'
import { labelOf, type Schema } from './schema.ts'

const CodeEditor = deferred(() => import('./code-editor.tsx'), <div className="code-editor tall" />)

/** What is being edited, by the address of the page, so that it is still there after a look at another page or a new login. */
const unfinished = new Map<string, Unfinished>()

interface Unfinished {
  text: string
  /** The object as it was when the edit began, so that what others have changed since is noticed. */
  existing: AnyObject | undefined
}

/** Milliseconds without a key after which what is typed is checked. */
const settleTime = 500

/** A problem of the server, with the value that it was found in. It is gone when that changes. */
interface FoundProblem extends Problem {
  value: string
}

/** Edits one object, as a form or as YAML, and shows what follows from it before anything happens. */
export function ObjectEditor({
  kind,
  schema,
  existing: opened,
  project,
  definition,
}: {
  kind: KindInfo
  schema: Schema
  existing?: AnyObject
  /** The project of a new object. */
  project?: string | undefined
  /** The definition of a new instance. */
  definition?: string | undefined
}): ReactElement {
  const [, navigate] = useLocation()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('as') === 'yaml' ? 'yaml' : 'form'
  const key = `${kind.kind} ${search.get('edit') ?? ''}`
  const [existing, setExisting] = useState(() => unfinished.get(key)?.existing ?? opened)
  const original = useMemo(() => {
    if (existing !== undefined) return toText(declaredOf(existing))
    const spec = definition === undefined ? undefined : { definition }
    return newText(kind.kind, { project, spec })
  }, [existing, kind, project, definition])
  const [draft, setDraft] = useState<Draft>(() => draftOf(unfinished.get(key)?.text ?? original))
  const [openFields, setOpenFields] = useState<ReadonlySet<string>>(new Set())
  const [isAttempted, setAttempted] = useState(false)
  const [found, setFound] = useState<readonly Problem[]>([])
  const [refused, setRefused] = useState<readonly FoundProblem[]>([])
  const [error, setError] = useState<Error>()
  const [hasConflict, setConflict] = useState(false)
  const [isPlanning, setPlanning] = useState(false)
  const [planned, setPlanned] = useState<Planned>()
  const summary = useRef<HTMLDivElement>(null)
  const isChanged = draft.text !== original

  const change = (next: Draft, of = existing): void => {
    setDraft(next)
    setError(undefined)
    if (next.text === original) unfinished.delete(key)
    else unfinished.set(key, { text: next.text, existing: of })
  }
  useWarning(isChanged && planned === undefined)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      void validate(schema, draft.value).then((problems) => isCurrent && setFound(problems))
    }, settleTime)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [schema, draft.value])

  const problems = useMemo(() => {
    // What is missing is named once the user believes to be done.
    const own = found.filter(({ message }) => isAttempted || message !== 'is required')
    const stillThere = refused.filter(({ path, value }) => textAt(draft, path) === value)
    const isNew = (each: Problem): boolean => !own.some(({ path }) => pathText(path) === pathText(each.path))
    return [
      ...own.filter((each) => isAttempted || !isEmpty(valueIn(draft.value, each.path))),
      ...stillThere.filter(isNew),
    ]
  }, [found, refused, isAttempted, draft])
  const byField = useMemo(() => {
    const map = new Map<string, Problem[]>()
    for (const problem of problems) {
      const place = pathText(shownAt(schema, problem))
      map.set(place, [...(map.get(place) ?? []), problem])
    }
    return map
  }, [schema, problems])

  const review = async (): Promise<void> => {
    setAttempted(true)
    setError(undefined)
    const own = draft.error === undefined ? await validate(schema, draft.value) : []
    setFound(own)
    if (own.length > 0 || draft.error !== undefined) return showProblems()
    setPlanning(true)
    try {
      setPlanned(await planApply([documentOf(draft.value, existing)]))
      setRefused([])
    } catch (problem) {
      const fields = problemsOf(problem).get(0) ?? []
      setRefused(fields.map((each) => ({ ...each, value: textAt(draft, each.path) })))
      if (isPlatformError(problem) && problem.code === 'VERSION_CONFLICT') setConflict(true)
      else {
        setError(errorOf(problem))
        showProblems()
      }
    } finally {
      setPlanning(false)
    }
  }
  const showProblems = (): void => {
    requestAnimationFrame(() => {
      summary.current?.focus({ preventScroll: true })
      summary.current?.scrollIntoView({ block: 'nearest' })
    })
  }

  const metadata = draft.value['metadata']
  const ownProject = isMap(metadata) ? metadata['project'] : undefined
  const state: FormState = {
    draft,
    set: (path, value) => change(setIn(draft, path, value)),
    removeEntry: (path) => change(removeEntry(draft, path)),
    problems: byField,
    opened: openFields,
    open: (path, isOpen) =>
      setOpenFields((before) => {
        const next = new Set(before)
        if (isOpen) next.add(pathText(path))
        else next.delete(pathText(path))
        return next
      }),
    project: typeof ownProject === 'string' && ownProject !== '' ? ownProject : 'default',
    isExisting: existing !== undefined,
  }
  const goTo = (path: Path): void => {
    setSearch((before) => withTab(before, 'form'), { replace: true })
    requestAnimationFrame(() => {
      const target = document.querySelector<HTMLElement>(`#${fieldId(path)}`)
      target?.scrollIntoView({ block: 'center' })
      target?.focus({ preventScroll: true })
    })
  }
  const title =
    existing === undefined ? text.form.newTitle(wordsOfKind(kind)) : text.form.editTitle(existing.name)
  // The message of the server says why.
  const isForbidden = isPlatformError(error) && error.code === 'FORBIDDEN'
  const leave = existing === undefined ? listPath(kind) : objectPath(existing)

  if (planned !== undefined)
    return (
      <PlanStep
        planned={planned}
        title={title}
        note={titleOf(kind)}
        onBack={() => setPlanned(undefined)}
        onRenew={() => {
          setPlanned(undefined)
          void review()
        }}
        onApplied={(objects) => {
          unfinished.delete(key)
          const [object] = objects
          if (existing === undefined) notify(declared(kind, object, navigate))
          else notifyWithUndo(text.form.saved(existing.name), reverseOfEdit(existing, object))
          navigate(object === undefined ? base : objectPath(object))
        }}
      />
    )
  return (
    <div className="page editor-page">
      <PageHead title={title} note={existing === undefined ? summaryOf(kind) : titleOf(kind)} />
      <div className="editor-columns">
        <section className="card editor-card">
          <Tabs
            selectedKey={tab}
            onSelectionChange={(next) =>
              setSearch((before) => withTab(before, String(next)), { replace: true })
            }
          >
            <TabList className="tabs" aria-label={text.form.views}>
              <Tab id="form" className="tab">
                {text.form.form}
              </Tab>
              <Tab id="yaml" className="tab">
                {text.form.yaml}
              </Tab>
            </TabList>
            <TabPanel id="form" className="editor-panel">
              {draft.error === undefined ? (
                <FormStateProvider value={state}>
                  <Form schema={schema} />
                </FormStateProvider>
              ) : (
                <div className="notice bad">
                  <CircleAlert size={16} aria-hidden />
                  <div>
                    <strong>{text.form.invalidYaml}</strong>
                    <pre className="code">{draft.error}</pre>
                  </div>
                </div>
              )}
            </TabPanel>
            <TabPanel id="yaml" className="editor-panel flush">
              <CodeEditor
                label={text.form.yaml}
                value={draft.text}
                schema={schema}
                problems={refused}
                isTall
                onChange={(next) => change(draftOf(next, draft))}
              />
            </TabPanel>
          </Tabs>
        </section>
        <aside className="editor-aside">
          <Card title={text.form.next}>
            <div className="stack">
              <div ref={summary} tabIndex={-1} className="problem-summary" aria-live="polite">
                <ProblemSummary
                  problems={isAttempted ? problems : []}
                  error={error}
                  syntax={isAttempted ? draft.error : undefined}
                  schema={schema}
                  onGo={goTo}
                />
              </div>
              <p className="soft">{text.form.nextText}</p>
              <div className="row wrap editor-actions">
                <Button
                  className="button primary grow"
                  isDisabled={isPlanning || isForbidden || (existing !== undefined && !isChanged)}
                  onPress={() => void review()}
                >
                  {isPlanning ? text.form.planning : text.form.review}
                </Button>
                <Button
                  className="button"
                  onPress={() => {
                    unfinished.delete(key)
                    navigate(leave)
                  }}
                >
                  {isChanged ? text.form.discard : text.plan.cancel}
                </Button>
              </div>
              {existing !== undefined && !isChanged && <p className="soft small">{text.form.unchanged}</p>}
              {unfinished.has(key) && <p className="soft small">{text.form.kept}</p>}
            </div>
          </Card>
          <details className="about">
            <summary>{text.form.about(wordsOfKind(kind))}</summary>
            <p className="soft">
              <Prose>{kind.description}</Prose>
            </p>
          </details>
        </aside>
      </div>
      {hasConflict && existing !== undefined && (
        <ConflictDialog
          existing={existing}
          draft={draft}
          onClose={() => setConflict(false)}
          onResolved={(current, next) => {
            setExisting(current)
            change(next, current)
            setConflict(false)
          }}
        />
      )}
    </div>
  )
}

/** Says that an object is declared, and offers the instance that a definition needs to have an effect. */
function declared(
  kind: KindInfo,
  object: AnyObject | undefined,
  navigate: (path: string) => void,
): Parameters<typeof notify>[0] {
  const title = text.form.created(object?.name ?? '')
  const instance = allKinds.find(({ definition, ownedOnly }) => definition === kind.kind && !ownedOnly)
  if (object === undefined || instance === undefined) return { title }
  const { name, projectName } = object
  const search = new URLSearchParams({
    definition: name,
    ...(projectName === null || projectName === 'default' ? {} : { project: projectName }),
  })
  const path = `${newPath(instance)}?${search.toString()}`
  return {
    title,
    next: { label: text.form.newTitle(wordsOfKind(instance)), run: () => navigate(path) },
  }
}

function withTab(search: URLSearchParams, tab: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (tab === 'yaml') next.set('as', 'yaml')
  else next.delete('as')
  return next
}

function textAt({ value }: Draft, path: Path): string {
  return JSON.stringify(valueIn(value, path)) ?? ''
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Lets the browser ask before a page with unfinished text is closed. */
function useWarning(isUnfinished: boolean): void {
  useEffect(() => {
    if (!isUnfinished) return undefined
    const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [isUnfinished])
}

/** All that is wrong, each a link to its field. */
function ProblemSummary({
  problems,
  error,
  syntax,
  schema,
  onGo,
}: {
  problems: readonly Problem[]
  error: Error | undefined
  syntax: string | undefined
  schema: Schema
  onGo: (path: Path) => void
}): ReactElement | null {
  if (syntax !== undefined)
    return (
      <div className="notice bad" role="alert">
        <CircleAlert size={16} aria-hidden />
        <div>
          <strong>{text.form.invalid}</strong>
          <p>{sentence(syntax.split('\n')[0]?.replace(/:$/, '') ?? '')}</p>
        </div>
      </div>
    )
  if (problems.length === 0 && error === undefined) return null
  return (
    <div className="notice bad" role="alert">
      <CircleAlert size={16} aria-hidden />
      <div className="stack tight">
        <strong>{problems.length > 0 ? text.form.problems(problems.length) : text.form.refused}</strong>
        {problems.length > 0 ? (
          <ul className="stack tight">
            {problems.map((problem) => {
              const place = shownAt(schema, problem)
              return (
                <li key={`${pathText(problem.path)} ${problem.message}`}>
                  <a
                    href={`#${fieldId(place)}`}
                    onClick={(event) => {
                      event.preventDefault()
                      onGo(place)
                    }}
                  >
                    {placeName(problem.path)}
                  </a>{' '}
                  <Prose>
                    {problem.remedy ? `${problem.message}. ${sentence(problem.remedy)}` : problem.message}
                  </Prose>
                </li>
              )
            })}
          </ul>
        ) : (
          <p className="pre-line">{sentence(error?.message ?? '')}</p>
        )}
      </div>
    </div>
  )
}

/** Returns the words of a place: `Environments 1, weight`. */
function placeName(path: Path): string {
  const [first, ...rest] = path
  const steps = first === 'spec' || first === 'metadata' ? rest : path
  if (steps.length === 0) return text.form.document
  return steps
    .map((step) => (typeof step === 'number' ? ` ${step + 1}` : `, ${labelOf(step)}`))
    .join('')
    .replace(/^, /, '')
}
