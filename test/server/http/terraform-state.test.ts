import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '../../support/fake-worker.ts'
import { head, rawConnection } from '../../support/raw-http.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { write } from '../../support/store.ts'

/** The maximum length of a state. */
const max = 64 * 1024 * 1024

let server: TestServer
beforeAll(async () => {
  server = await createTestServer(undefined, {
    limits: { body: 100_000, bodiesOfToken: 100_000, bodies: 150_000 },
  })
  const spec = { configuration: 'resource "terraform_data" "a" {}' }
  await server.store.apply(
    [
      { kind: 'TerraformDefinition', name: 'place', spec },
      { kind: 'TerraformInstance', name: 'place', spec: { definition: 'place' } },
    ],
    write,
  )
})
afterAll(() => server.stop())

const path = '/v1/terraform/default/place'

async function send(to: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' }
  const answer = await fetch(`${urlOf(server)}${path}${to}`, { method: 'POST', headers, body })
  return { status: answer.status, text: await answer.text() }
}

const stateWith = (extra: string): string => `{"version":4,"serial":1,"lineage":"l","resources":[${extra}]}`

describe('a state of Terraform', () => {
  it('may be longer than the bodies of other requests', async () => {
    expect((await send('/lock', '{"ID":"a"}')).status).toBe(200)
    const { status } = await send('?ID=a', stateWith(`"${'x'.repeat(300_000)}"`))
    expect(status).toBe(200)
  })

  it.each([
    ['too long', () => stateWith(`"${'x'.repeat(max)}"`), 413, 'is longer than 67108864 bytes'],
    ['nested too deeply', () => stateWith('['.repeat(1000)), 400, 'is nested more than 200 levels deep'],
    ['of too many values', () => stateWith('1,'.repeat(1_600_000)), 400, 'has more than 1500000 values'],
  ])('is refused if it is %s', async (_, body, status, message) => {
    const refused = await send('?ID=a', body())
    expect(refused.status).toBe(status)
    expect(refused.text).toContain(message)
  })

  it('shares the memory for states with others of its token, until it has been answered', async () => {
    const length = max - 1000
    const headers = {
      authorization: `Bearer ${server.adminToken}`,
      'content-type': 'application/json',
      'content-length': String(length),
    }
    const first = rawConnection(urlOf(server))
    first.write(head(`POST ${path}?ID=a`, headers))
    first.write('{')
    await expect.poll(() => send('?ID=a', stateWith(`"${'x'.repeat(2000)}"`))).toMatchObject({ status: 429 })
    first.destroy()
    await expect.poll(() => send('?ID=a', stateWith(`"${'x'.repeat(2000)}"`))).toMatchObject({ status: 200 })
  })

  it('has locks of a limited length', async () => {
    const { status, text } = await send('/lock', JSON.stringify({ ID: 'b', Who: 'x'.repeat(70_000) }))
    expect(status).toBe(413)
    expect(text).toContain('is longer than 65536 bytes')
  })
})
