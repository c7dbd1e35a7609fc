import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { z } from 'zod'
import type { Identify } from './callers.ts'
import { description, Site, sitesPath } from './kinds.ts'
import type { Entry, Store } from './store.ts'

/* The API of the module, in the form of the REST API of the control plane. Permissions are checked there. */

interface Answer {
  code: number
  data?: readonly Entry[]
  error?: string
}

export interface ApiOptions {
  store: Store
  identify: Identify
  log: (message: string) => void
}

export function createApi(options: ApiOptions): Server {
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://module')
    if (pathname === '/healthz') return void response.end('ok')
    if (pathname === '/.well-known/qleetos-module') return sendJson(response, 200, description)
    void answer(options, request, { pathname, name: searchParams.get('name') }).then(
      (found) => sendAnswer(response, found),
      (error: unknown) => {
        options.log(`a request failed: ${String(error)}`)
        sendAnswer(response, { code: 500, error: 'a bug in the module' })
      },
    )
  })
}

async function answer(
  { store, identify, log }: ApiOptions,
  request: IncomingMessage,
  { pathname, name }: { pathname: string; name: string | null },
): Promise<Answer> {
  const caller = await identify(request)
  if (caller === undefined) return { code: 401, error: 'only the control plane may send requests' }
  const [, id] = /^\/(\d+)$/.exec(pathname.slice(sitesPath.length)) ?? []
  if (!pathname.startsWith(sitesPath) || (pathname !== sitesPath && id === undefined)) return notFound
  if (request.method !== 'GET') log(`${caller.name}: ${request.method} ${pathname}`)
  return id === undefined ? onList(store, request, name) : onEntry(store, request, store.get(Number(id)))
}

async function onList(store: Store, request: IncomingMessage, name: string | null): Promise<Answer> {
  if (request.method === 'GET')
    return { code: 200, data: store.list().filter(({ Name }) => name === null || Name === name) }
  if (request.method !== 'POST') return wrongMethod
  const { data, error } = Site.safeParse(await bodyOf(request))
  if (error !== undefined) return invalid(error)
  if (store.named(data.Name) !== undefined)
    return { code: 409, error: 'object with provided name already exists' }
  return { code: 201, data: [store.create(data)] }
}

async function onEntry(store: Store, request: IncomingMessage, entry: Entry | undefined): Promise<Answer> {
  if (entry === undefined) return notFound
  if (request.method === 'GET') return { code: 200, data: [entry] }
  if (entry.DeletionScheduled !== undefined) return { code: 409, error: 'the site is being deleted' }
  if (request.method === 'DELETE')
    return { code: 200, data: [store.change(entry, { DeletionScheduled: new Date().toISOString() })] }
  if (request.method !== 'PATCH' && request.method !== 'PUT') return wrongMethod
  const body = await bodyOf(request)
  const kept = request.method === 'PATCH' ? Site.strip().parse(entry) : { Name: entry.Name }
  const { data, error } = Site.safeParse(isObject(body) ? { ...kept, ...body } : body)
  if (error !== undefined) return invalid(error)
  if (data.Name !== entry.Name) return { code: 400, error: `Name: cannot change; it is "${entry.Name}"` }
  return { code: 200, data: [store.change(entry, data)] }
}

const notFound: Answer = { code: 404, error: 'record not found' }
const wrongMethod: Answer = { code: 405, error: 'the path has no such method' }

function invalid({ issues }: z.ZodError): Answer {
  return {
    code: 400,
    error: issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('\n'),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the body of a request; undefined if it is not JSON. The control plane limits its size. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

function sendAnswer(response: ServerResponse, { code, data, error }: Answer): void {
  const Status = { code, message: code < 400 ? 'OK' : 'Error', error: error ?? '' }
  const Meta = { Page: 1, Size: data?.length ?? 0, TotalCount: data?.length ?? 0 }
  sendJson(response, code, { Meta, Type: 'WordpressSite', Data: data ?? null, Status })
}

// oxlint-disable-next-line max-params -- the parts of a response
function sendJson(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
