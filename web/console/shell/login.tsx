import { useEffect, useState, type FormEvent, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { logIn, takeLoginCode } from '../data/session.ts'
import { text } from '../text.ts'

/** Signs a user in, by a link with a one-time code or by a token. */
export function Login({
  onLoggedIn,
  isExpired,
}: {
  onLoggedIn: () => void
  isExpired: boolean
}): ReactElement {
  const [code] = useState(takeLoginCode)
  const [isChecking, setChecking] = useState(code !== undefined)
  const [error, setError] = useState<string>()
  const attempt = async (credentials: Parameters<typeof logIn>[0]): Promise<void> => {
    setChecking(true)
    setError(undefined)
    const problem = await logIn(credentials)
    if (problem === undefined) return onLoggedIn()
    setChecking(false)
    setError(problem)
  }
  useEffect(() => {
    if (code !== undefined) void attempt({ code })
    // The link is used once.
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const token = new FormData(event.currentTarget).get('token')
    if (typeof token === 'string') void attempt({ token: token.trim() })
  }
  return (
    <main className="login">
      <section className="card">
        <div className="body stack">
          <h1>{text.login.title}</h1>
          {isExpired && <p role="status">{text.login.expired}</p>}
          <form className="stack" onSubmit={submit}>
            <div className="field">
              <label htmlFor="token">{text.login.token}</label>
              <input
                id="token"
                name="token"
                type="password"
                autoComplete="off"
                autoFocus
                required
                aria-describedby="where"
                aria-invalid={error !== undefined}
              />
              {error !== undefined && (
                <p className="error" role="alert">
                  {error}
                </p>
              )}
            </div>
            <Button type="submit" className="button primary" isDisabled={isChecking}>
              {isChecking && code !== undefined ? text.login.code : text.login.submit}
            </Button>
          </form>
          <div id="where" className="stack small soft">
            <h2>{text.login.where}</h2>
            <p>{text.login.link}</p>
            <pre className="code">qleetctl console</pre>
            <p>{text.login.file}</p>
            <p>{text.login.stays}</p>
          </div>
        </div>
      </section>
    </main>
  )
}
