import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import 'graphiql/style.css'
import { useEffect, useMemo, useState, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { logOut, readSession } from './console/data/session.ts'
import './graphiql.css'
import { keepRecentAnswers } from './recent-answers.ts'
import { TokenForm } from './token-form.tsx'
import './workers.ts'

const welcome = `# The documentation explorer (book icon) describes every field.
# Ctrl-Space completes, Ctrl-Enter executes.

query Workloads {
  workloadInstances(first: 20) {
    totalCount
    nodes {
      name
      status {
        phase
        cause { message since retryAt }
      }
      definition { name }
      runtime { name }
    }
  }
}
`

/** Shows the explorer, or the form that starts a session if there is none. */
function Page(): ReactElement {
  const [hasSession, setHasSession] = useState<boolean>()
  useEffect(() => {
    void readSession().then(
      (session) => setHasSession(session !== undefined),
      () => setHasSession(false),
    )
  }, [])
  if (hasSession === undefined) return <main aria-busy />
  if (!hasSession) return <TokenForm onLoggedIn={() => setHasSession(true)} />
  return <Explorer onLeave={() => void logOut().finally(() => setHasSession(false))} />
}

function Explorer({ onLeave }: { onLeave: () => void }): ReactElement {
  const fetcher = useMemo(() => {
    const { origin } = window.location
    // The browser adds the cookie of the session to both.
    return keepRecentAnswers(
      createGraphiQLFetcher({
        url: `${origin}/graphql`,
        subscriptionUrl: `${origin.replace(/^http/, 'ws')}/graphql`,
      }),
    )
  }, [])
  return (
    <>
      <header className="bar">
        <a href="/">QleetOS</a>
        <span>GraphQL explorer</span>
        <span className="note">A subscription shows its newest answer first, and the last 50 below it.</span>
        <button type="button" onClick={onLeave}>
          Log out
        </button>
      </header>
      <div className="explorer">
        <GraphiQL
          fetcher={fetcher}
          defaultQuery={welcome}
          defaultEditorToolsVisibility="variables"
          shouldPersistHeaders={false}
        />
      </div>
    </>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Page />)
