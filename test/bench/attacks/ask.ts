import type { Target } from './attack.ts'

/** Sends a GraphQL request. @returns `done`, or the code of the first error */
export async function ask({ url, token }: Target, query: string, variables: object = {}): Promise<string> {
  return answerOf(
    await fetch(new URL('/graphql', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    }),
  )
}

/** Reads by REST. @returns `done`, or the status */
export async function get({ url, token }: Target, path: string): Promise<string> {
  const response = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } })
  await response.text()
  return response.ok ? 'done' : String(response.status)
}

async function answerOf(response: Response): Promise<string> {
  const { errors = [] } = (await response.json()) as { errors?: { extensions?: { code?: string } }[] }
  return errors[0]?.extensions?.code ?? (errors.length === 0 ? 'done' : `status ${response.status}`)
}

export function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
