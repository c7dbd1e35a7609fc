import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import 'graphiql/setup-workers/vite'
import 'graphiql/style.css'
import { useMemo, useState, type FormEvent, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import './graphiql.css'

/** The token stays in this tab: it is gone with it, and no other page can read it. */
const key = 'qleet-token'

const welcome = `# The book on the left describes every field.
# Ctrl-Space completes, Ctrl-Enter runs.

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
  const [token, setToken] = useState(() => sessionStorage.getItem(key) ?? '')
  const [refused, setRefused] = useState('')
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

  const use = async (given: string): Promise<void> => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${given}` },
      body: '{"query":"{ __typename }"}',
    })
    if (!response.ok) return setRefused('This token is not known here.')
    sessionStorage.setItem(key, given)
    setRefused('')
    setToken(given)
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('token')
    void use(typeof given === 'string' ? given.trim() : '')
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
          placeholder="the content of the admin-token file"
        />
        <button type="submit">Use</button>
        {refused !== '' && <span role="alert">{refused}</span>}
        {token === '' && refused === '' && <span>qleetctl status shows where the token is.</span>}
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
