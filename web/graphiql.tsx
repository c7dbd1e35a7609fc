import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import 'graphiql/style.css'
import { useMemo, useState, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import './graphiql.css'
import { keepRecentAnswers } from './recent-answers.ts'
import { TokenForm } from './token-form.tsx'
import './workers.ts'

/** The key of the token in session storage, which is private to this tab and deleted with it. */
const tokenKey = 'qleet-token'

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

function Page(): ReactElement {
  const [token, setToken] = useState(() => sessionStorage.getItem(tokenKey) ?? '')
  const use = (next: string): void => {
    if (next === '') sessionStorage.removeItem(tokenKey)
    else sessionStorage.setItem(tokenKey, next)
    setToken(next)
  }
  return token === '' ? <TokenForm onToken={use} /> : <Explorer token={token} onLeave={() => use('')} />
}

function Explorer({ token, onLeave }: { token: string; onLeave: () => void }): ReactElement {
  const fetcher = useMemo(() => {
    const { origin } = window.location
    const headers = { authorization: `Bearer ${token}` }
    return keepRecentAnswers(
      createGraphiQLFetcher({
        url: `${origin}/graphql`,
        subscriptionUrl: `${origin.replace(/^http/, 'ws')}/graphql`,
        headers,
        wsConnectionParams: headers,
      }),
    )
  }, [token])
  return (
    <>
      <header className="bar">
        <a href="/">QleetOS</a>
        <span>GraphQL explorer</span>
        <span className="note">A subscription shows its newest answer first, and the last 50 below it.</span>
        <button type="button" onClick={onLeave}>
          Forget the token
        </button>
      </header>
      <div className="explorer">
        <GraphiQL
          key={token}
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
