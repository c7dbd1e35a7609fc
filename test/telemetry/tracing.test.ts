import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FollowResourceTreeDocument, GetResourceTreeDocument } from '../../client-sdk/generated/documents.ts'
import { anyReference, createClient } from '../../client-sdk/index.ts'
import { currentTraceparent, inSpan, isTracing, startTracing } from '../../telemetry/tracing.ts'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { eventually, poll } from '../support/eventually.ts'
import { defaultRuntime, definition } from '../support/store.ts'

/** A span as OTLP/HTTP sends it, with the service that exported it. */
interface CollectedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Record<string, unknown>
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<CollectedSpan, 'service' | 'attributes'> & { attributes: Attribute[] })[] }[]
  }[]
}
interface Attribute {
  key: string
  value: Record<string, unknown>
}

const plain = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

async function startCollector() {
  const spans: CollectedSpan[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as OtlpBody
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = String(plain(resource.attributes)['service.name'])
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service, attributes: plain(span.attributes) })
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let collector: Awaited<ReturnType<typeof startCollector>>
let plane: TestControlPlane
beforeAll(async () => {
  collector = await startCollector()
  plane = await startControlPlane({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
})
afterAll(async () => {
  await plane?.stop()
  await collector?.stop()
})

describe('spans', () => {
  /** Creates an instance in a new trace; returns the spans of that trace by name once all of `names` are there, at most 20 s later. */
  async function traced(api: string, names: readonly string[]) {
    const traceId = randomBytes(16).toString('hex')
    const caller = randomBytes(8).toString('hex')
    const traceparent = `00-${traceId}-${caller}-01`
    const name = `traced-${traceId.slice(0, 8)}`
    await plane.client.apply([definition(name)])
    if (api === 'GraphQL') {
      const client = createClient({ url: plane.url, token: plane.token, headers: () => ({ traceparent }) })
      await client.workloadInstances.create({ input: { name, spec: { definition: name } } })
    } else {
      const found = await plane.client.objects.get({ kind: 'WorkloadDefinition', name })
      const answer = await fetch(`${plane.url}/v0/workload-instances`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${plane.token}`,
          'content-type': 'application/json',
          traceparent,
        },
        body: JSON.stringify({ Name: name, WorkloadDefinitionID: Number(found?.id) }),
      })
      if (!answer.ok) throw new Error(await answer.text())
    }
    await plane.ready('WorkloadInstance', name)
    const spans = () => collector.spans.filter((span) => span.traceId === traceId)
    const named = (text: string): CollectedSpan | undefined => spans().find((span) => span.name === text)
    // Processes export their spans independently, so those of one do not imply those of another.
    await poll(async () => names.every(named), { within: 20_000 })
    return { caller, named, found: spans().map((span) => span.name) }
  }

  it.each(['GraphQL', 'REST'])(
    'lead in one trace from a request over %s to the calls of the cluster',
    async (api) => {
      const request = api === 'GraphQL' ? 'graphql CreateWorkloadInstance' : 'POST /v0/workload-instances'
      const names = [request, 'trigger WorkloadInstance', 'reconcile WorkloadInstance', 'kubernetes PATCH']
      const begin = 'graphql StartReconcile'
      const all = [...names, begin]
      let trace = await traced(api, all)
      // Spans are lost if they cannot be exported, and what another trigger reconciles first is in the trace of that one.
      for (let attempt = 1; attempt < 3 && !all.every(trace.named); attempt += 1)
        trace = await traced(api, all)
      const { caller, named, found } = trace
      expect(found).toEqual(expect.arrayContaining(all))

      const [first, trigger, reconcile, call] = names.map(named)
      expect(first?.parentSpanId).toBe(caller)
      expect(trigger?.parentSpanId).toBe(first?.spanId)
      expect(reconcile?.parentSpanId).toBe(trigger?.spanId)
      expect(call?.parentSpanId).toBe(reconcile?.spanId)
      expect([first, trigger, reconcile, call].map((span) => span?.service)).toEqual([
        'qleetos-server',
        'qleetos-server',
        'qleetos-worker',
        'qleetos-worker',
      ])
      expect(reconcile?.attributes).toMatchObject({
        'qleet.kind': 'WorkloadInstance',
        'qleet.result': expect.any(String),
      })
      expect(call?.attributes).toMatchObject({
        'http.request.method': 'PATCH',
        'url.path': expect.stringContaining('/api/v1/'),
      })
      // The worker's requests to the server belong to the trace as well.
      expect(named(begin)).toMatchObject({
        service: 'qleetos-server',
        parentSpanId: reconcile?.spanId,
      })
    },
  )

  it.each(['a query', 'a subscription'])(
    'lead in one trace from %s to the reads of a worker in the cluster',
    async (how) => {
      const traceId = randomBytes(16).toString('hex')
      const caller = randomBytes(8).toString('hex')
      const headers = () => ({ traceparent: `00-${traceId}-${caller}-01` })
      const client = createClient({ url: plane.url, token: plane.token, headers })
      await plane.client.apply([definition('asked')])
      await plane.client.apply([{ kind: 'WorkloadInstance', name: 'asked', spec: { definition: 'asked' } }])
      await plane.ready('WorkloadInstance', 'asked')
      const target = { by: anyReference({ kind: 'WorkloadInstance', name: 'asked' }) }
      if (how === 'a query') await client.execute(GetResourceTreeDocument, target)
      else for await (const _ of client.subscribe(FollowResourceTreeDocument, target)) break

      const names = ['query tree', 'answer tree', 'kubernetes GET']
      const request = how === 'a query' ? ['graphql GetResourceTree'] : []
      const named = (name: string): CollectedSpan | undefined =>
        collector.spans.find((span) => span.traceId === traceId && span.name === name)
      await eventually(async () => ([...names, ...request].every(named) ? true : undefined))
      const [ask, answer, call] = names.map(named)
      const [above = caller] = request.map((name) => named(name)?.spanId)
      expect(ask).toMatchObject({ service: 'qleetos-server', parentSpanId: above })
      expect(answer).toMatchObject({ service: 'qleetos-worker', parentSpanId: ask?.spanId })
      expect(call).toMatchObject({ service: 'qleetos-worker', parentSpanId: answer?.spanId })
    },
  )

  it('start a new trace for a request without one', async () => {
    await plane.client.apply([definition('own')])
    const { id } = await plane.client.workloadInstances.create({
      input: { name: 'own', spec: { definition: 'own' } },
    })
    const trace = await eventually(async () => {
      const reconcile = collector.spans.find(
        ({ name, attributes }) => name.startsWith('reconcile') && attributes['qleet.id'] === id,
      )
      const root = collector.spans.find(
        (span) => span.traceId === reconcile?.traceId && (span.parentSpanId ?? '') === '',
      )
      return root && { reconcile, root }
    })
    expect(trace?.root.name).toBe('graphql CreateWorkloadInstance')
  })

  it('omit health checks, and contain no secret', async () => {
    await fetch(`${plane.url}/readyz`)
    await fetch(`${plane.url}/metrics`)
    const text = JSON.stringify(collector.spans)
    expect(text).not.toMatch(/readyz|metrics/)
    expect(text).not.toContain(plane.token)
  })
})

describe('startTracing', () => {
  it.each([undefined, ''])('exports nothing when the endpoint is %o', async (endpoint) => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
    vi.stubEnv('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', undefined)
    const end = await startTracing('test')
    expect(isTracing()).toBe(false)
    const recording = await inSpan('nothing', {}, async (span) => [span.isRecording(), currentTraceparent()])
    expect(recording).toEqual([false, undefined])
    await end()
    vi.unstubAllEnvs()
  })
})
