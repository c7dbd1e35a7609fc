import { findKind, pluralTitleOf, titleOf } from '../data/kinds.ts'
import { base } from '../data/paths.ts'
import { text } from '../text.ts'
import { allPages } from './pages.ts'

/** Returns the title of the page at an address, by which tabs, bookmarks and the history of a browser tell pages apart. */
export function pageTitle(path: string): string {
  const page = nameOf(path)
  return page === undefined ? text.product : `${page} · ${text.product}`
}

function nameOf(path: string): string | undefined {
  const known = allPages.find((each) => each.path === path)
  if (known !== undefined) return known.title
  const [type, noun = '', , name = ''] = path.slice(base.length + 1).split('/')
  const kind = findKind(noun)
  if (type === 'new') return kind === undefined ? text.list.new : `${text.list.new}: ${titleOf(kind)}`
  if (kind === undefined) return undefined
  return type === 'o' ? `${decodeURIComponent(name)} · ${titleOf(kind)}` : pluralTitleOf(kind)
}
