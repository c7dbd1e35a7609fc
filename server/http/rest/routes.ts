import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allKinds } from '../../../schema/kinds/index.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { release } from '../../../schema/release.ts'
import type { Log } from '../../../telemetry/log.ts'
import type { Services } from '../context.ts'
import type { JsonParser } from '../edge/bodies.ts'
import { confirmRemovals } from './confirmations.ts'
import type { Collection } from './collections/collection.ts'
import { events } from './collections/events.ts'
import { collectionHandlers } from './collections/handlers.ts'
import { collections } from './collections/index.ts'
import { eventsOfObject, resourcesOfObject } from './entries.ts'
import { addRoute, type RestServices, type Route } from './handler.ts'
import { restPaths, spellings } from './names.ts'
import { ObjectTexts } from '../object-texts.ts'
import { objectHandlers } from './objects.ts'
import { openApi } from './openapi.ts'
import { addPages } from './pages.ts'

export interface RestOptions {
  services: Services
  log: Log
  /** Parses JSON bodies: see `addBodies`. */
  parseJson: JsonParser
}

/**
 * Adds the legacy REST API (v0), derived from the registry of kinds: the same operations as GraphQL, in the legacy envelope
 * and with both spellings of the paths. Its description is at `/openapi.json` and, as HTML, at `/rest`.
 */
export function addRest(app: FastifyInstance, { parseJson, ...options }: RestOptions): void {
  void app.register(async (own) => {
    own.addContentTypeParser(
      'application/merge-patch+json',
      async (request: FastifyRequest, payload: IncomingMessage) => {
        if (request.method !== 'PATCH') throw Object.assign(new Error('not a patch'), { statusCode: 415 })
        return parseJson(request, payload)
      },
    )
    const rest = { ...options, app: own }
    const texts = new ObjectTexts()
    for (const kind of allKinds) addKind(rest, kind, texts)
    for (const collection of collections) addCollection(rest, collection)
    addDescriptions(own)
  })
}

function addKind(rest: RestServices, kind: Kind, texts: ObjectTexts): void {
  const routes = routesOf(kind, texts)
  for (const path of restPaths(kind)) {
    addVersions(rest.app, kind.kind, path)
    for (const { below, ...route } of routes) addRoute(rest, { ...route, url: `/v0/${path}${below}` })
  }
}

function addCollection(rest: RestServices, collection: Collection): void {
  const { path, type, routes = [] } = collection
  const own = collectionRoutes(collection)
  for (const spelling of spellings(path)) {
    addVersions(rest.app, type, spelling)
    for (const { below, ...route } of own) addRoute(rest, { ...route, url: `/v0/${spelling}${below}` })
  }
  for (const { method, path: further, verb, handler, body } of routes)
    for (const spelling of spellings(further))
      addRoute(rest, {
        method,
        url: `/v0/${spelling}`,
        type,
        verb,
        handler,
        takesList: body?.['type'] === 'array',
      })
}

const one = '/:id'

/** A route below the path of a kind or a collection, which has two spellings. */
interface RouteBelow extends Omit<Route, 'url'> {
  below: string
}

function collectionRoutes(collection: Collection): RouteBelow[] {
  const { list, get, create, patch, put, delete: remove } = collectionHandlers(collection)
  const { type, verbs = { write: 'write', delete: 'delete' } } = collection
  return [
    { type, method: 'GET', below: '', verb: 'read', handler: list },
    { type, method: 'POST', below: '', verb: verbs.write, handler: create },
    { type, method: 'GET', below: one, verb: 'read', handler: get },
    { type, method: 'PATCH', below: one, verb: verbs.write, handler: patch },
    { type, method: 'PUT', below: one, verb: verbs.write, handler: put },
    { type, method: 'DELETE', below: one, verb: verbs.delete, handler: remove },
  ]
}

function routesOf(kind: Kind, texts: ObjectTexts): RouteBelow[] {
  const { list, get, create, patch, put, delete: remove } = objectHandlers(kind, texts)
  const type = kind.kind
  return [
    { type, method: 'GET', below: '', verb: 'read', handler: list },
    { type, method: 'POST', below: '', verb: 'write', handler: create },
    { type, method: 'GET', below: one, verb: 'read', handler: get },
    { type, method: 'PATCH', below: one, verb: 'write', handler: patch },
    { type, method: 'PUT', below: one, verb: 'write', handler: put },
    { type, method: 'DELETE', below: one, verb: 'delete', handler: remove },
    {
      method: 'GET',
      below: `${one}/events`,
      verb: 'read',
      type: events.type,
      handler: eventsOfObject(kind),
    },
    {
      method: 'GET',
      below: `${one}/resources`,
      verb: 'read',
      type: kind.rest.resources?.type ?? 'Resource',
      handler: resourcesOfObject(kind),
    },
    {
      type,
      method: 'POST',
      below: `${one}/confirmations`,
      verb: 'operate',
      handler: confirmRemovals(kind),
    },
  ]
}

/** Adds the list of API versions of a type of objects, which has no envelope. */
function addVersions(app: FastifyInstance, type: string, path: string): void {
  app.get(`/${path}/versions`, { config: { open: true } }, async () => ({ API: type, Versions: ['v0'] }))
}

/** Adds what describes the API: its release, its index, its OpenAPI document and its pages. */
function addDescriptions(app: FastifyInstance): void {
  const open = { config: { open: true } }
  app.get('/version', open, async () => ({ Version: release }))
  app.get('/v0', open, async () => ({
    Version: release,
    Paths: [
      ...allKinds.map(({ kind, description, rest }) => ({
        Type: kind,
        Path: `/v0/${rest.path}`,
        Description: description,
      })),
      ...collections.map(({ type, path, description }) => ({
        Type: type,
        Path: `/v0/${path}`,
        Description: description,
      })),
    ],
    OpenAPI: '/openapi.json',
    Documentation: '/rest',
  }))
  app.get('/openapi.json', open, async (_, reply) =>
    reply.header('cache-control', 'no-cache').send(openApi()),
  )
  app.get('/swagger/*', open, async (_, reply) => reply.redirect('/rest'))
  addPages(app)
}
