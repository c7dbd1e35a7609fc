import { Menu as MenuIcon, Search, UserRound } from 'lucide-react'
import { useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { Link, useLocation } from 'wouter'
import { base } from '../data/paths.ts'
import { logOut, type Session } from '../data/session.ts'
import { Toasts } from '../parts/toasts.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { text } from '../text.ts'
import { pageTitle } from './page-title.ts'
import { navigation } from './pages.ts'
import { Palette } from './palette.tsx'
import { applyTheme, readTheme, themes, type Theme } from './theme.ts'

/** The frame around all pages: navigation, search and account. */
export function Shell({ session, children }: { session: Session; children: ReactNode }): ReactElement {
  const [isSearching, setSearching] = useState(false)
  const [isNavOpen, setNavOpen] = useState(false)
  const [location] = useLocation()
  useEffect(() => setNavOpen(false), [location])
  useEffect(() => {
    document.title = pageTitle(location)
  }, [location])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setSearching(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="shell">
      <a className="button primary skip" href="#main">
        {text.skip}
      </a>
      <header className="topbar">
        <Button
          className="button quiet icon nav-toggle"
          aria-label={text.nav.toggle}
          aria-expanded={isNavOpen}
          onPress={() => setNavOpen(!isNavOpen)}
        >
          <MenuIcon size={18} aria-hidden />
        </Button>
        <Link href={base} className="brand" aria-label={text.product}>
          <Mark />
          <span>{text.product}</span>
        </Link>
        <Button className="button search-button" onPress={() => setSearching(true)}>
          <Search size={15} aria-hidden />
          <span className="truncate">{text.search.open}</span>
          <kbd>{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
        </Button>
        <Account session={session} />
      </header>
      <nav className="nav" aria-label={text.nav.label} data-open={isNavOpen || undefined}>
        {navigation.map(({ title, pages }) => (
          <div key={title ?? ''}>
            {title !== undefined && <h2>{title}</h2>}
            <ul>
              {pages.map(({ title: name, path, icon: Icon }) => (
                <li key={path}>
                  <Link href={path} aria-current={location === path ? 'page' : undefined}>
                    <Icon size={16} aria-hidden />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <main id="main" className="main" tabIndex={-1}>
        {children}
      </main>
      <Palette isOpen={isSearching} onOpenChange={setSearching} />
      <Toasts />
      <UndoDialog />
    </div>
  )
}

/** The sign of QleetOS: a fleet that holds together. */
function Mark(): ReactElement {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden>
      <rect width="22" height="22" rx="6" fill="var(--accent-fill)" />
      <path d="M6 14.5 11 5l5 9.5-5-2.6z" fill="#fff" />
    </svg>
  )
}

function Account({ session: { actor } }: { session: Session }): ReactElement {
  const [theme, setTheme] = useState<Theme>(readTheme)
  const onAction = (key: string | number): void => {
    const chosen = themes.find((each) => each === key)
    if (chosen !== undefined) {
      applyTheme(chosen)
      setTheme(chosen)
    } else if (key === 'sign-out') void logOut().then(() => window.location.assign(base))
    else window.location.assign(`/${key}`)
  }
  return (
    <MenuTrigger>
      <Button className="button quiet">
        <UserRound size={16} aria-hidden />
        <span className="visually-hidden">{text.account.label} </span>
        <span className="truncate account-name">{actor.name}</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={text.account.label} onAction={onAction}>
          {themes.map((each) => (
            <MenuItem key={each} id={each} className="menu-item" textValue={text.theme[each]}>
              <span className="grow">
                {text.theme.label}: {text.theme[each]}
              </span>
              {theme === each && <span aria-label="chosen">✓</span>}
            </MenuItem>
          ))}
          <Separator className="separator" />
          <MenuItem id="graphql" className="menu-item">
            {text.account.graphql}
          </MenuItem>
          <MenuItem id="rest" className="menu-item">
            {text.account.rest}
          </MenuItem>
          <Separator className="separator" />
          <MenuItem id="sign-out" className="menu-item">
            {text.account.signOut}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
