import { useState, type FormEvent, type ReactElement } from 'react'

export interface TokenFormProps {
  /** Called with a token that the server has accepted. */
  onToken: (token: string) => void
}

/** The page before a token is known: what the explorer is, where the token is, and the field for it. */
export function TokenForm({ onToken }: TokenFormProps): ReactElement {
  const [error, setError] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const input = new FormData(event.currentTarget).get('token')
    const token = typeof input === 'string' ? input.trim() : ''
    void problemOf(token).then((problem) => (problem === undefined ? onToken(token) : setError(problem)))
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
          The token stays in this tab and is deleted with it. On a remote control plane, ask its operator.
        </p>
      </section>
      <p className="links">
        <a href="/">Home</a> · <a href="/rest">REST reference</a> · <a href="/readyz">Readiness</a>
      </p>
    </main>
  )
}

/** Sends a query with a token. Returns the reason why the explorer cannot use it, or undefined. */
async function problemOf(token: string): Promise<string | undefined> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"query":"{ __typename }"}',
    })
    if (response.ok) return undefined
    return response.status === 401
      ? 'The server does not know this token. Copy the whole content of the token file.'
      : `The server refused the request with status ${response.status}. Try again.`
  } catch {
    return 'The server does not respond. Check with: qleetctl status'
  }
}
