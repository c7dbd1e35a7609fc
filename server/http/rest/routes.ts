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
import { addRoutes, oneOf, type Route } from './handler.ts'
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
    addRoutes(rest, [
      ...allKinds.flatMap((kind) => routesOf(kind, texts)),
      ...collections.flatMap(collectionRoutes),
    ])
    addVersions(own)
    addDescriptions(own)
  })
}

const one = '/:id'

function collectionRoutes(collection: Collection): Route[] {
  const { list, get, create, patch, put, delete: remove } = collectionHandlers(collection)
  const { type, path, verbs = { write: 'write', delete: 'delete' }, routes = [] } = collection
  const common = { type, paths: spellings(path) }
  return [
    { ...common, method: 'GET', below: '', verb: 'read', handler: list },
    { ...common, method: 'POST', below: '', verb: verbs.write, handler: create },
    { ...common, method: 'GET', below: one, verb: 'read', handler: get },
    { ...common, method: 'PATCH', below: one, verb: verbs.write, handler: patch },
    { ...common, method: 'PUT', below: one, verb: verbs.write, handler: put },
    { ...common, method: 'DELETE', below: one, verb: verbs.delete, handler: remove },
    ...routes.map(({ method, path: further, verb, handler, body }): Route => {
      const takesList = body?.['type'] === 'array'
      return { type, paths: spellings(further), below: '', method, verb, handler, takesList }
    }),
  ]
}

function routesOf(kind: Kind, texts: ObjectTexts): Route[] {
  const { list, get, create, patch, put, delete: remove } = objectHandlers(kind, texts)
  const paths = restPaths(kind)
  const common = { type: kind.kind, paths }
  return [
    { ...common, method: 'GET', below: '', verb: 'read', handler: list },
    { ...common, method: 'POST', below: '', verb: 'write', handler: create },
    { ...common, method: 'GET', below: one, verb: 'read', handler: get },
    { ...common, method: 'PATCH', below: one, verb: 'write', handler: patch },
    { ...common, method: 'PUT', below: one, verb: 'write', handler: put },
    { ...common, method: 'DELETE', below: one, verb: 'delete', handler: remove },
    {
      paths,
      method: 'GET',
      below: `${one}/events`,
      verb: 'read',
      type: events.type,
      handler: eventsOfObject(kind),
    },
    {
      paths,
      method: 'GET',
      below: `${one}/resources`,
      verb: 'read',
      type: kind.rest.resources?.type ?? 'Resource',
      handler: resourcesOfObject(kind),
    },
    {
      ...common,
      method: 'POST',
      below: `${one}/confirmations`,
      verb: 'operate',
      handler: confirmRemovals(kind),
    },
  ]
}

/** Adds the lists of API versions of all types of objects, which have no envelope. */
function addVersions(app: FastifyInstance): void {
  const { segment, find } = oneOf([
    ...allKinds.map((kind) => ({ type: kind.kind, paths: restPaths(kind) })),
    ...collections.map(({ type, path }) => ({ type, paths: spellings(path) })),
  ])
  const templateOf = (request: FastifyRequest): string => `/${find(request).paths[0]}/versions`
  app.get(`/${segment}/versions`, { config: { open: true, templateOf } }, async (request) => ({
    API: find(request).type,
    Versions: ['v0'],
  }))
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
