import { useState, type FormEvent, type ReactElement } from 'react'
import { logIn } from './console/data/session.ts'

export interface TokenFormProps {
  /** Called once the server has accepted the token, and the browser has the cookie of the session. */
  onLoggedIn: () => void
}

/** The page before a session is started: what the explorer is, where the token is, and the field for it. */
export function TokenForm({ onLoggedIn }: TokenFormProps): ReactElement {
  const [error, setError] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const input = new FormData(event.currentTarget).get('token')
    const token = typeof input === 'string' ? input.trim() : ''
    void logIn({ token }).then((problem) => (problem === undefined ? onLoggedIn() : setError(problem)))
  }
  return (
    <main className="welcome">
      <h1>QleetOS GraphQL explorer</h1>
      <p>
        This page runs queries, mutations and subscriptions against this control plane, and describes every
        type and field. It is meant for exploration; applications use the same endpoint, <code>/graphql</code>
        .
      </p>
      <form onSubmit={submit}>
        <label htmlFor="token">Token</label>
        <input
          id="token"
          name="token"
          type="password"
          autoComplete="off"
          autoFocus
          required
          aria-describedby="where"
        />
        <button type="submit">Open the explorer</button>
        {error !== '' && <p role="alert">{error}</p>}
      </form>
      <section id="where">
        <h2>Where the token is</h2>
        <p>
          On the machine of the control plane, <code>qleetctl status</code> prints the path of the token file,
          such as <code>…/admin-token</code>. Print its content and paste it above:
        </p>
        <pre>cat PATH_OF_THE_TOKEN_FILE</pre>
        <p>
          Or run <code>qleetctl console</code>, which needs no token here. The browser keeps a session of
          twelve hours, not the token. On a remote control plane, ask its operator.
        </p>
      </section>
      <p className="links">
        <a href="/">Console</a> · <a href="/api">API</a> · <a href="/rest">REST reference</a> ·{' '}
        <a href="/readyz">Readiness</a>
      </p>
    </main>
  )
}
