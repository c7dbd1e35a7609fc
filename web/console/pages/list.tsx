import { Download, Inbox, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState, type ReactElement } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Link, useLocation } from 'wouter'
import { supportServiceLabel } from '../../../schema/own-labels.ts'
import type { AnyObject, ManifestPhase, ObjectFilter } from '../../../client-sdk/index.ts'
import { errorOf } from '../data/error-of.ts'
import type { KindInfo } from '../data/kind-info.ts'
import { findKind, pluralTitleOf, pluralWordsOf, summaryOf } from '../data/kinds.ts'
import { useLive } from '../data/live.ts'
import { useParameters } from '../data/parameters.ts'
import { newPath, objectPath } from '../data/paths.ts'
import { client } from '../data/session.ts'
import { textOf, valueAt } from '../data/values.ts'
import { containsWords } from '../data/words.ts'
import { Age } from '../parts/age.tsx'
import { Empty, Failed, ObjectLink, PageHead, Skeleton } from '../parts/basics.tsx'
import { Choice } from '../parts/choice.tsx'
import { deferred } from '../parts/deferred.tsx'
import { downloadCsv, downloadJson } from '../parts/download.ts'
import { Grid, type GridColumn, type GridSort } from '../parts/grid.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { Status, phases } from '../parts/status.tsx'
import { notify } from '../parts/toasts.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { text } from '../text.ts'
import { SavedViews } from './saved-views.tsx'

// A list does not need it until objects are deleted.
const DeletionDialog = deferred(async () => ({
  default: (await import('../parts/deletion.tsx')).DeletionDialog,
}))

/** The list of any kind: its columns come from the registry. Filters and order are in the address. */
export default function ListPage({ plural }: { plural: string }): ReactElement {
  const kind = findKind(plural)
  if (kind === undefined)
    return (
      <Empty icon={Inbox} level="h1" title={text.states.notFound}>
        {text.states.notFoundText}
      </Empty>
    )
  return <KindList kind={kind} />
}

function KindList({ kind }: { kind: KindInfo }): ReactElement {
  const { search, set, clear } = useParameters()
  const filters = {
    words: search.get('q') ?? '',
    project: search.get('project') ?? '',
    status: search.get('status') ?? '',
    sort: search.get('sort') ?? 'name',
    services: search.get('services') === 'true',
  }
  const words = useDeferredValue(filters.words)
  const { objects, isComplete, error } = useLive(filterOf(kind))
  const withServices = useMemo(() => [...objects.values()], [objects])
  const all = useMemo(
    () => withServices.filter((each) => filters.services || !isOfSupportService(each)),
    [withServices, filters.services],
  )
  const shown = useMemo(
    () =>
      sorted(
        all.filter((each) => isShown(each, { ...filters, words })),
        kind,
        filters.sort,
      ),
    [all, kind, words, filters.project, filters.status, filters.sort],
  )
  const projects = useMemo(
    () => [...new Set(all.map(({ projectName }) => projectName ?? ''))].filter(Boolean).toSorted(),
    [all],
  )
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [deleted, setDeleted] = useState<readonly AnyObject[]>()
  const [, navigate] = useLocation()
  const columns = useMemo(() => columnsOf(kind, projects.length > 1), [kind, projects.length > 1])
  const chosen = shown.filter(({ id }) => selection.has(id))
  const isFiltered = filters.words !== '' || filters.project !== '' || filters.status !== ''
  const title = pluralTitleOf(kind)
  return (
    <div className="page full list-page">
      <PageHead
        title={
          <>
            {title}{' '}
            <span className="soft count">{isComplete ? text.list.count(shown.length, all.length) : '…'}</span>
          </>
        }
        note={summaryOf(kind)}
      >
        <SavedViews kind={kind} />
        <ExportMenu kind={kind} objects={shown} />
        {!kind.ownedOnly && (
          <Link className="button primary" href={newPath(kind)}>
            <Plus size={15} aria-hidden />
            {text.list.new}
          </Link>
        )}
      </PageHead>
      <div className="row wrap" role="search">
        <div className="filter">
          <SearchField
            label={text.list.filter}
            placeholder={text.list.filterHelp}
            value={filters.words}
            onChange={(value) => set('q', value)}
          />
        </div>
        {projects.length > 1 && (
          <Choice
            label={text.list.project}
            value={filters.project}
            options={optionsOf(text.list.allProjects, projects)}
            onChange={(value) => set('project', value)}
          />
        )}
        {kind.reconciled && (
          <Choice
            label={text.list.status}
            value={filters.status}
            options={optionsOf(text.list.anyStatus, phases)}
            onChange={(value) => set('status', value)}
          />
        )}
        {withServices.some(isOfSupportService) && (
          <Toggle isOn={filters.services} onChange={(isOn) => set('services', isOn ? 'true' : '')}>
            {text.list.services}
          </Toggle>
        )}
        {chosen.length > 0 && (
          <div className="row" role="toolbar" aria-label={text.list.selected(chosen.length)}>
            <span className="soft">{text.list.selected(chosen.length)}</span>
            {kind.reconciled && (
              <Button className="button" onPress={() => void reconcileAll(chosen)}>
                <RefreshCw size={14} aria-hidden />
                {text.list.reconcile}
              </Button>
            )}
            {!kind.ownedOnly && (
              <Button
                className="button danger"
                isDisabled={chosen.every(({ deletionRequestedAt }) => deletionRequestedAt !== null)}
                onPress={() => setDeleted(chosen)}
              >
                <Trash2 size={14} aria-hidden />
                {text.list.delete}
              </Button>
            )}
            <Button className="button quiet" onPress={() => setSelection(new Set())}>
              {text.list.clear}
            </Button>
          </div>
        )}
      </div>
      {error !== undefined && <Failed error={error} onRetry={() => window.location.reload()} />}
      {isComplete || all.length > 0 ? (
        <Grid
          label={title}
          columns={columns}
          items={shown}
          sort={orderOf(filters.sort)}
          onSort={({ column, isDescending }) => set('sort', `${isDescending ? '-' : ''}${column}`)}
          selection={selection}
          onSelection={setSelection}
          onOpen={(id) => {
            const object = objects.get(id)
            if (object !== undefined) navigate(objectPath(object))
          }}
          empty={
            isFiltered ? (
              <Empty
                title={text.list.nothingMatches}
                actions={
                  <Button className="button" onPress={clear}>
                    {text.list.clearFilters}
                  </Button>
                }
              />
            ) : (
              <Empty
                icon={Inbox}
                title={text.list.nothing(pluralWordsOf(kind))}
                actions={
                  kind.ownedOnly ? undefined : (
                    <Link className="button primary" href={newPath(kind)}>
                      {text.list.new}
                    </Link>
                  )
                }
              >
                {kind.description}
              </Empty>
            )
          }
        />
      ) : (
        error === undefined && (
          <div className="grid-frame skeleton-frame">
            <Skeleton lines={10} />
          </div>
        )
      )}
      {deleted !== undefined && <DeletionDialog objects={deleted} onClose={() => setDeleted(undefined)} />}
    </div>
  )
}

/** Reports whether an object is a part of a support service: no user has declared it. */
function isOfSupportService({ kind, labels }: AnyObject): boolean {
  return kind !== 'SupportServiceInstance' && labels[supportServiceLabel] !== undefined
}

function filterOf({ kind }: KindInfo): ObjectFilter {
  // The names of kinds are the values of the enum of the API.
  return { kinds: [kind as NonNullable<ObjectFilter['kinds']>[number]] }
}

interface Filters {
  words: string
  project: string
  status: string
}

function isShown(object: AnyObject, { words, project, status }: Filters): boolean {
  if (project !== '' && object.projectName !== project) return false
  if (status !== '' && object.status.phase !== (status as ManifestPhase)) return false
  if (words.trim() === '') return true
  const { name, labels, manifestSpec } = object
  return containsWords(`${name} ${JSON.stringify(labels)} ${JSON.stringify(manifestSpec)}`, words)
}

/** Returns objects in an order such as `-age`, from the last. */
function sorted(objects: readonly AnyObject[], kind: KindInfo, order: string): readonly AnyObject[] {
  const { column: id, isDescending } = orderOf(order)
  const column = kind.columns.find(({ path }) => path === id)
  const keyOf = (object: AnyObject): string => {
    if (id === 'age') return object.createdAt
    if (id === 'status') return object.status.phase
    if (id === 'project') return object.projectName ?? ''
    return column === undefined ? object.name : textOf(valueAt(object, column.path))
  }
  const collator = new Intl.Collator('en', { numeric: true })
  const keyed = objects.map((object) => ({ object, key: keyOf(object) }))
  keyed.sort(
    (one, other) =>
      collator.compare(one.key, other.key) || collator.compare(one.object.name, other.object.name),
  )
  const result = keyed.map(({ object }) => object)
  // The younger is what the column of ages starts with.
  return (id === 'age') === isDescending ? result : result.reverse()
}

/** Reads an order such as `-age`. */
function orderOf(order: string): GridSort {
  return order.startsWith('-')
    ? { column: order.slice(1), isDescending: true }
    : { column: order, isDescending: false }
}

function columnsOf(kind: KindInfo, hasProjects: boolean): GridColumn<AnyObject>[] {
  return [
    {
      id: 'name',
      title: text.list.name,
      minWidth: 160,
      share: 1.5,
      isSortable: true,
      cell: (object, tabIndex) => <ObjectLink of={object} tabIndex={tabIndex} />,
    },
    ...(hasProjects
      ? [
          {
            id: 'project',
            title: text.list.project,
            width: 140,
            isSortable: true,
            cell: ({ projectName }: AnyObject) => projectName,
          },
        ]
      : []),
    ...(kind.reconciled
      ? [
          {
            id: 'status',
            title: text.list.status,
            width: 140,
            isSortable: true,
            cell: ({ status }: AnyObject) => <Status phase={status.phase} />,
          },
        ]
      : []),
    ...kind.columns
      .filter(({ wide }) => !wide)
      .map(({ header, path }): GridColumn<AnyObject> => ({
        id: path,
        title: sentenceCase(header),
        minWidth: 100,
        isSortable: true,
        cell: (object, tabIndex) => <Value value={valueAt(object, path)} tabIndex={tabIndex} />,
      })),
    {
      id: 'age',
      title: text.list.age,
      width: 84,
      isSortable: true,
      cell: ({ createdAt }) => (
        <span className="soft">
          <Age time={createdAt} />
        </span>
      ),
    },
  ]
}

const urlPattern = /^https?:\/\/\S+$/
const timePattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A value in a cell: a link for an address, and an age for a time. */
function Value({ value, tabIndex }: { value: unknown; tabIndex: number }): ReactElement {
  const shown = textOf(value)
  if (urlPattern.test(shown))
    return (
      <a href={shown} target="_blank" rel="noreferrer" className="truncate" tabIndex={tabIndex}>
        {shown}
      </a>
    )
  if (timePattern.test(shown)) return <Age time={shown} />
  return (
    <span className="truncate" title={shown}>
      {shown}
    </span>
  )
}

function sentenceCase(header: string): string {
  const lower = header.toLowerCase()
  return (lower.charAt(0).toUpperCase() + lower.slice(1)).replaceAll(/\b(url|dns|cpu|ip|id)\b/gi, (word) =>
    word.toUpperCase(),
  )
}

/** Returns the values to which a list can be narrowed, after that of all. */
function optionsOf(all: string, values: readonly string[]): [value: string, shown: string][] {
  return [['', all], ...values.map((each): [string, string] => [each, each])]
}

function ExportMenu({ kind, objects }: { kind: KindInfo; objects: readonly AnyObject[] }): ReactElement {
  return (
    <MenuTrigger>
      <Button className="button" isDisabled={objects.length === 0}>
        <Download size={14} aria-hidden />
        {text.list.export}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label={text.list.export}
          onAction={(key) => (key === 'csv' ? downloadCsv(kind, objects) : downloadJson(kind, objects))}
        >
          <MenuItem id="csv" className="menu-item">
            CSV
          </MenuItem>
          <MenuItem id="json" className="menu-item">
            JSON
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

async function reconcileAll(objects: readonly AnyObject[]): Promise<void> {
  const results = await Promise.allSettled(objects.map(({ id }) => client.objects.reconcile({ id })))
  const failed = results.find((each) => each.status === 'rejected')
  notify({
    title:
      failed === undefined
        ? `${objects.length === 1 ? objects[0]?.name : `${objects.length} objects`} will be reconciled now`
        : errorOf(failed.reason).message,
  })
}
