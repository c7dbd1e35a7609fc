import { createClient, type Client } from '../../../client-sdk/index.ts'

/** Who is logged in. The session is a cookie that scripts cannot read. */
export interface Session {
  actor: { name: string; role: string }
  /** The time at which it ends, in RFC 3339. */
  expiresAt: string
}

/** Returns the session of the browser; undefined if there is none. Throws if the server does not respond. */
export async function readSession(): Promise<Session | undefined> {
  const response = await fetch('/session?optional', { headers: { accept: 'application/json' } })
  // While servers are upgraded, an earlier one may respond, with 401.
  if (response.status === 204 || response.status === 401) return undefined
  if (!response.ok) throw new Error(`the server responded with status ${response.status}`)
  return (await response.json()) as Session
}

/** Starts a session. Returns why that is not possible, or undefined. */
export async function logIn(credentials: { token: string } | { code: string }): Promise<string | undefined> {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(credentials),
  }).catch(() => undefined)
  if (response === undefined) return 'The server does not respond. Check with: qleetctl status'
  if (response.ok) return undefined
  return messageIn(await response.text()) ?? `The server refused it with status ${response.status}.`
}

function messageIn(text: string): string | undefined {
  try {
    const { errors } = JSON.parse(text) as { errors?: { message?: string }[] }
    return errors?.[0]?.message
  } catch {
    return undefined
  }
}

export async function logOut(): Promise<void> {
  await fetch('/session', { method: 'DELETE' })
}

/**
 * Returns the one-time code of a link that `qleetctl console` prints, and removes it from the address. It is in the fragment, which
 * browsers do not send.
 */
export function takeLoginCode(): string | undefined {
  const code = new URLSearchParams(window.location.hash.slice(1)).get('login')
  if (code === null) return undefined
  const { pathname, search } = window.location
  window.history.replaceState(null, '', `${pathname}${search}`)
  return code
}

/** The event of the window after which the session has to be read again: the server has refused a request without one. */
export const sessionRefused = 'qleet-session-refused'

/** The client of all pages. */
export const client: Client = createClient({
  url: window.location.origin,
  session: true,
  program: 'the console',
  retryFor: 5000,
  fetch: async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 401) window.dispatchEvent(new Event(sessionRefused))
    return response
  },
})
