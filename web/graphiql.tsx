import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import 'graphiql/setup-workers/vite'
import 'graphiql/style.css'
import { useMemo, useState, type FormEvent, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import './graphiql.css'

/** The key of the token in session storage, which is private to this tab and deleted with it. */
const tokenKey = 'qleet-token'

const welcome = `# The documentation explorer (book icon) describes every field.
# Ctrl-Space completes, Ctrl-Enter executes.

query Workloads {
  workloadInstances(first: 20) {
    totalCount
    edges {
      node {
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
}
`

function Explorer(): ReactElement {
  const [token, setToken] = useState(() => sessionStorage.getItem(tokenKey) ?? '')
  const [error, setError] = useState('')
  const fetcher = useMemo(() => {
    const { origin } = window.location
    const headers = { authorization: `Bearer ${token}` }
    return createGraphiQLFetcher({
      url: `${origin}/graphql`,
      subscriptionUrl: `${origin.replace(/^http/, 'ws')}/graphql`,
      headers,
      wsConnectionParams: headers,
    })
  }, [token])

  const submitToken = async (candidate: string): Promise<void> => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${candidate}` },
      body: '{"query":"{ __typename }"}',
    })
    if (!response.ok) return setError('The server does not accept this token.')
    sessionStorage.setItem(tokenKey, candidate)
    setError('')
    setToken(candidate)
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const input = new FormData(event.currentTarget).get('token')
    void submitToken(typeof input === 'string' ? input.trim() : '')
  }

  return (
    <>
      <form className="token" onSubmit={submit}>
        <label htmlFor="token">Token</label>
        <input
          id="token"
          name="token"
          type="password"
          defaultValue={token}
          autoComplete="off"
          placeholder="content of the admin-token file"
        />
        <button type="submit">Use</button>
        {error !== '' && <span role="alert">{error}</span>}
        {token === '' && error === '' && <span>qleetctl status prints the path of the token file.</span>}
      </form>
      <div className="explorer">
        {token !== '' && (
          <GraphiQL
            key={token}
            fetcher={fetcher}
            defaultQuery={welcome}
            defaultEditorToolsVisibility="variables"
            shouldPersistHeaders={false}
          />
        )}
      </div>
    </>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Explorer />)
