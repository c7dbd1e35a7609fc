import { Compass } from 'lucide-react'
import { Component, useEffect, useState, type ComponentType, type ReactElement, type ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { errorOf } from './data/error-of.ts'
import { base } from './data/paths.ts'
import { readSession, sessionRefused, type Session } from './data/session.ts'
import { Empty, Failed, Skeleton } from './parts/basics.tsx'
import { deferred } from './parts/deferred.tsx'
import { Login } from './shell/login.tsx'
import { Shell } from './shell/shell.tsx'
import { text } from './text.ts'

const page = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  deferred(
    load,
    <div className="page">
      <Skeleton lines={6} />
    </div>,
  )

const Overview = page(() => import('./pages/overview.tsx'))
const ListPage = page(() => import('./pages/list.tsx'))
const ObjectPage = page(() => import('./pages/object.tsx'))
const NewPage = page(() => import('./pages/new.tsx'))

/** The pages whose address is a word. */
const pages = {
  activity: page(() => import('./pages/activity.tsx')),
  kinds: page(() => import('./pages/kinds.tsx')),
  'control-plane': page(() => import('./pages/control-plane.tsx')),
  images: page(() => import('./pages/images.tsx')),
  costs: page(() => import('./pages/costs.tsx')),
  orphans: page(() => import('./pages/orphans.tsx')),
}

/** Loads the script of the page of the address, while it is not known yet who is signed in. */
export function preloadPage(): void {
  const [word = ''] = window.location.pathname.slice(base.length + 1).split('/')
  const found = new Map(Object.entries({ ...pages, k: ListPage, o: ObjectPage, new: NewPage, '': Overview }))
  found.get(word)?.preload()
}

/** The console: signs in, then shows the page of the address. */
export function App(): ReactElement {
  const [session, setSession] = useState<Session | 'none' | 'expired'>()
  const [error, setError] = useState<Error>()
  const read = (): void => {
    setError(undefined)
    readSession().then(
      (found) => setSession((before) => found ?? (typeof before === 'object' ? 'expired' : 'none')),
      (problem: unknown) => setError(errorOf(problem)),
    )
  }
  useEffect(read, [])
  useEffect(() => {
    const check = (): void => {
      if (document.visibilityState === 'visible' && typeof session === 'object') read()
    }
    document.addEventListener('visibilitychange', check)
    window.addEventListener(sessionRefused, check)
    return () => {
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener(sessionRefused, check)
    }
  }, [session])
  if (error !== undefined && session === undefined)
    return (
      <main className="login">
        <Failed error={error} onRetry={read} />
      </main>
    )
  if (session === undefined) return <main className="login" aria-busy />
  if (typeof session === 'string') return <Login onLoggedIn={read} isExpired={session === 'expired'} />
  return <Pages session={session} />
}

function Pages({ session }: { session: Session }): ReactElement {
  const [location, navigate] = useLocation()
  return (
    <RouterProvider navigate={(path) => navigate(path)}>
      <Shell session={session}>
        <Boundary key={location}>
          <Switch>
            <Route path="/">
              <Redirect to={base} replace />
            </Route>
            <Route path={base} component={Overview} />
            {Object.entries(pages).map(([word, Page]) => (
              <Route key={word} path={`${base}/${word}`}>
                <Page />
              </Route>
            ))}
            <Route path={`${base}/k/:plural`}>
              {({ plural }) => <ListPage key={plural} plural={plural} />}
            </Route>
            <Route path={`${base}/new/:noun?`}>{({ noun }) => <NewPage noun={noun} />}</Route>
            <Route path={`${base}/o/:noun/:project/:name`}>
              {({ noun, project, name }) => (
                <ObjectPage key={`${noun}/${project}/${name}`} noun={noun} project={project} name={name} />
              )}
            </Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Boundary>
      </Shell>
    </RouterProvider>
  )
}

function NotFound(): ReactElement {
  return (
    <Empty
      icon={Compass}
      level="h1"
      title={text.states.notFound}
      actions={
        <Link className="button" href={base}>
          {text.states.home}
        </Link>
      }
    >
      {text.states.notFoundText}
    </Empty>
  )
}

/** Shows the error of a page in its place, so that the navigation stays. */
class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div className="page">
        <Failed error={error} onRetry={() => window.location.reload()} />
      </div>
    )
  }
}
