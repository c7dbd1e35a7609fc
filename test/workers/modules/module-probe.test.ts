import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAddressRules } from '../../../schema/clusters/addresses.ts'
import { descriptionPath } from '../../../schema/modules/description.ts'
import { createModuleProbe, ModuleFailure, type ModuleCheck } from '../../../workers/modules/module-probe.ts'
import { startModuleServer, type ModuleServer } from '../../support/module-server.ts'

let shop: ModuleServer
beforeAll(async () => {
  shop = await startModuleServer()
})
afterAll(() => shop?.stop())

const probe = createModuleProbe(createAddressRules({ allow: ['127.0.0.0/8'], deny: [] }))

function check(endpoint = shop.endpoint): Promise<ModuleCheck> {
  return probe.check({ endpoint, timeoutSeconds: 30 }, new AbortController().signal)
}

/** Answers with a description, and with a status at other paths. */
function describing(description: unknown, others = 200): RequestListener {
  return ({ url }, response) => {
    const isDescription = url === descriptionPath
    response.writeHead(isDescription ? 200 : others)
    response.end(
      isDescription && typeof description !== 'string' ? JSON.stringify(description) : String(description),
    )
  }
}

describe('a check of a module', () => {
  it('reads what the module says of itself, without fields of later releases', async () => {
    const kind = { kind: 'Shop', plural: 'shops', description: 'A shop.', path: '/example-com/v0/shops' }
    shop.answer(describing({ version: '2', health: '/healthz', kinds: [kind], later: 1 }))
    const { description, latency } = await check()
    expect(description).toEqual({
      version: '2',
      health: '/healthz',
      kinds: [{ ...kind, columns: [], schema: {} }],
    })
    expect(latency).toBeGreaterThan(0)
  })

  it('succeeds without a description, as modules of the legacy system have none', async () => {
    shop.answer((_, response) => response.writeHead(404).end())
    expect(await check()).toEqual({ latency: expect.any(Number) })
  })

  it.each<[string, RequestListener, string]>([
    [
      'Unhealthy',
      (_, response) => response.writeHead(500).end(),
      'responds to GET /.well-known/qleetos-module with status 500.',
    ],
    ['Unhealthy', describing({ health: '/healthz' }, 503), 'responds to GET /healthz with status 503.'],
    ['InvalidDescription', describing('<html>'), 'is not JSON.'],
    ['InvalidDescription', describing({ kinds: [{ kind: 'shop' }] }), 'has an invalid value kinds.0.kind: '],
    ['InvalidDescription', describing('a'.repeat(300_000)), 'is longer than 256 kB.'],
    ['Unreachable', (_, response) => response.destroy(), 'does not respond: it closed the connection.'],
  ])('fails with %s and says why', async (reason, answer, message) => {
    shop.answer(answer)
    const failure = await check().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(ModuleFailure)
    expect(failure).toMatchObject({ reason, message: expect.stringContaining(message) })
  })

  it('applies the rules for addresses', async () => {
    const strict = createModuleProbe(createAddressRules({ allow: [], deny: [] }))
    const given = { endpoint: shop.endpoint, timeoutSeconds: 30 }
    await expect(strict.check(given, new AbortController().signal)).rejects.toMatchObject({
      isUnreachable: true,
      message: expect.stringContaining('QLEET_CLUSTER_ALLOW'),
    })
  })
})
