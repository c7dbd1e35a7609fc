/** Uses a link of `qleetctl console` twice, as a page of the server does. Returns the status of each login. */
export async function loginsBy(link: string): Promise<number[]> {
  const { origin, hash } = new URL(link)
  const code = new URLSearchParams(hash.slice(1)).get('login')
  const login = async (): Promise<number> => {
    const response = await fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ code }),
    })
    return response.status
  }
  return [await login(), await login()]
}
