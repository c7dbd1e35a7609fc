import { useEffect, useState, type KeyboardEvent, type ReactElement } from 'react'
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { useLocation } from 'wouter'
import type { AnyObject } from '../../../client-sdk/index.ts'
import { allKinds, kindOf, pluralTitleOf, titleOf } from '../data/kinds.ts'
import { listPath, objectPath } from '../data/paths.ts'
import { client } from '../data/session.ts'
import { text } from '../text.ts'
import { allPages } from './pages.ts'

interface Entry {
  id: string
  title: string
  note?: string
}

interface Section {
  id: string
  title: string
  entries: readonly Entry[]
}

/** The milliseconds without a key after which objects are searched. */
const settleTime = 120

/** The most objects that are listed. */
const maxFound = 12

/** Finds any object, kind or page, by the keyboard alone. */
export function Palette({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}): ReactElement {
  return (
    <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
      <Modal className="dialog">
        <Dialog className="palette" aria-label={text.search.label}>
          <Finder onDone={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Finder({ onDone }: { onDone: () => void }): ReactElement {
  const [query, setQuery] = useState('')
  const [, navigate] = useLocation()
  const found = useFound(query)
  const sections = [
    { id: 'objects', title: text.search.objects, entries: found.map(entryOf) },
    ...staticSections(query),
  ].filter(({ entries }) => entries.length > 0)
  const open = (path: string): void => {
    navigate(path)
    onDone()
  }
  // Without a choice, Enter means the first entry, also if objects were found only after the last key.
  const openChosen = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const id = event.currentTarget.getAttribute('aria-activedescendant') ?? ''
    const chosen = document.getElementById(id)?.dataset['key'] ?? sections[0]?.entries[0]?.id
    if (chosen === undefined) return
    event.stopPropagation()
    open(chosen)
  }
  return (
    <Autocomplete inputValue={query} onInputChange={setQuery} disableAutoFocusFirst>
      <SearchField aria-label={text.search.label} autoFocus>
        <Input placeholder={text.search.placeholder} onKeyDownCapture={openChosen} />
      </SearchField>
      <Menu
        className="menu"
        items={sections}
        aria-label={text.search.label}
        onAction={(key) => open(String(key))}
        renderEmptyState={() => <p className="empty small">{text.search.none}</p>}
      >
        {(section: Section) => (
          <MenuSection id={section.id}>
            <Header className="section-title">{section.title}</Header>
            <Collection items={section.entries}>
              {({ id, title, note }: Entry) => (
                <MenuItem id={id} className="menu-item" textValue={title}>
                  <span className="grow truncate">{title}</span>
                  {note !== undefined && <span className="soft small">{note}</span>}
                </MenuItem>
              )}
            </Collection>
          </MenuSection>
        )}
      </Menu>
    </Autocomplete>
  )
}

function entryOf(object: AnyObject): Entry {
  const { kind, name, projectName, status } = object
  const where = projectName === null || projectName === 'default' ? '' : `${projectName} · `
  return { id: objectPath(object), title: name, note: `${where}${titleOf(kindOf(kind))} · ${status.phase}` }
}

/** Returns the pages and kinds with words that start as those of the query. */
function staticSections(query: string): Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (...names: readonly string[]): boolean =>
    words.every((word) => names.some((name) => name.toLowerCase().includes(word)))
  const pages = allPages.filter(({ title }) => matches(title))
  const kinds =
    words.length === 0 ? [] : allKinds.filter((kind) => matches(pluralTitleOf(kind), ...kind.aliases))
  return [
    { id: 'pages', title: text.search.pages, entries: pages.map(({ title, path }) => ({ id: path, title })) },
    {
      id: 'kinds',
      title: text.search.kinds,
      entries: kinds
        .slice(0, 8)
        .filter((kind) => !pages.some(({ path }) => path === listPath(kind)))
        .map((kind) => ({ id: listPath(kind), title: pluralTitleOf(kind) })),
    },
  ]
}

/** Orders objects of exactly that name first, and what runs before what defines it. */
function byLikelihood(wanted: string) {
  const rank = ({ name, kind }: AnyObject): number =>
    (name === wanted ? 0 : 2) + (kind.endsWith('Definition') ? 1 : 0)
  return (one: AnyObject, other: AnyObject): number => rank(one) - rank(other)
}

/** Returns the objects that a query finds: those whose names contain it first. */
function useFound(query: string): readonly AnyObject[] {
  const [found, setFound] = useState<readonly AnyObject[]>([])
  useEffect(() => {
    const wanted = query.trim()
    if (wanted === '') {
      setFound([])
      return undefined
    }
    const abort = new AbortController()
    const search = async (): Promise<void> => {
      const searching = client.with({ signal: abort.signal })
      const page = (filter: object) => searching.objects.page({ filter, first: maxFound })
      const pages = await Promise.all([page({ search: wanted }), page({ text: wanted })])
      const byId = new Map(pages.flatMap(({ objects }) => objects).map((each) => [each.id, each]))
      setFound([...byId.values()].slice(0, maxFound).toSorted(byLikelihood(wanted)))
    }
    // After a failure, what is shown stays; the next key searches again.
    const timer = setTimeout(() => void search().catch(() => undefined), settleTime)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])
  return found
}
