import { Compass } from 'lucide-react'
import { Component, lazy, Suspense, useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { errorOf } from './data/error-of.ts'
import { base } from './data/paths.ts'
import { readSession, sessionRefused, type Session } from './data/session.ts'
import { Empty, Failed, Skeleton } from './parts/basics.tsx'
import { Login } from './shell/login.tsx'
import { Shell } from './shell/shell.tsx'
import { text } from './text.ts'

const Overview = lazy(() => import('./pages/overview.tsx'))
const ListPage = lazy(() => import('./pages/list.tsx'))
const ObjectPage = lazy(() => import('./pages/object.tsx'))
const NewPage = lazy(() => import('./pages/new.tsx'))
const KindsPage = lazy(() => import('./pages/kinds.tsx'))
const ActivityPage = lazy(() => import('./pages/activity.tsx'))
const ControlPlanePage = lazy(() => import('./pages/control-plane.tsx'))
const ImagesPage = lazy(() => import('./pages/images.tsx'))
const CostsPage = lazy(() => import('./pages/costs.tsx'))
const LeftoversPage = lazy(() => import('./pages/leftovers.tsx'))

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
          <Suspense
            fallback={
              <div className="page">
                <Skeleton lines={6} />
              </div>
            }
          >
            <Switch>
              <Route path="/">
                <Redirect to={base} replace />
              </Route>
              <Route path={base} component={Overview} />
              <Route path={`${base}/activity`} component={ActivityPage} />
              <Route path={`${base}/kinds`} component={KindsPage} />
              <Route path={`${base}/control-plane`} component={ControlPlanePage} />
              <Route path={`${base}/images`} component={ImagesPage} />
              <Route path={`${base}/costs`} component={CostsPage} />
              <Route path={`${base}/leftovers`} component={LeftoversPage} />
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
          </Suspense>
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
