import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { PlatformError, shownValue } from '../../../schema/errors.ts'

/** The maximum length of a parameter in a path. Whole headers are shorter, so a longer one is found by no route, as any other. */
export const maxParamLength = 16_384

/**
 * Returns the URL by which a request is routed. A path that cannot be decoded is one in which each `%` stands for itself: the router
 * would answer it at once, past all checks of requests, and {@link addPathCheck} refuses it after them.
 */
export function routedUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (!url.includes('%')) return url
  const path = pathOf(url)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

/** Refuses requests whose path cannot be decoded. */
export function addPathCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, originalUrl }) => {
    if (url === originalUrl) return
    const message = `the path ${shownValue(pathOf(originalUrl))} has a "%" that encodes no character in UTF-8; write "%" itself as "%25"`
    throw new PlatformError('INVALID_INPUT', message)
  })
}

function pathOf(url: string): string {
  return /^[^?#]*/.exec(url)?.[0] ?? ''
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}
