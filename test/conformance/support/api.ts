import type { KubeClient, KubeObject } from '../../../workers/kube/client/client.ts'
import { isKubeError } from '../../../workers/kube/client/kube-error.ts'
import { poll } from '../../support/eventually.ts'

type Query = Record<string, string | undefined>

/** Requests of tests in a short form; each rejects with the KubeError of a refusal. */
export interface Api {
  get(path: string, query?: Query, accept?: string): Promise<KubeObject>
  post(path: string, body: object, query?: Query): Promise<KubeObject>
  put(path: string, body: object, query?: Query): Promise<KubeObject>
  /** @default a merge patch */
  patch(path: string, body: unknown, type?: PatchType, query?: Query): Promise<KubeObject>
  apply(
    path: string,
    body: object,
    options: { manager: string; force?: boolean; dryRun?: boolean },
  ): Promise<KubeObject>
  delete(path: string, options?: object): Promise<KubeObject>
  /** Resolves once the object no longer exists. */
  gone(path: string): Promise<void>
  /** Returns the object once the condition holds; throws with its last state after the timeout. */
  until(path: string, condition: (object: KubeObject) => boolean): Promise<KubeObject>
}

export type PatchType = 'merge' | 'json' | 'strategic'

const patchTypes: Record<PatchType, string> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

export function apiOf(client: KubeClient): Api {
  // Every response to these requests is an object, a list or a Status: all have this shape.
  const send = async (request: Parameters<KubeClient['request']>[0]): Promise<KubeObject> =>
    (await client.request(request)) as KubeObject
  const api: Api = {
    get: (path, query = {}, accept = 'application/json') => send({ method: 'GET', path, query, accept }),
    post: (path, body, query = {}) => send({ method: 'POST', path, body, query }),
    put: (path, body, query = {}) => send({ method: 'PUT', path, body, query }),
    patch: (path, body, type = 'merge', query = {}) =>
      send({ method: 'PATCH', path, body, query, contentType: patchTypes[type] }),
    apply: (path, body, { manager, force = false, dryRun = false }) =>
      send({
        method: 'PATCH',
        path,
        body,
        query: { fieldManager: manager, force: String(force), dryRun: dryRun ? 'All' : undefined },
        contentType: 'application/apply-patch+yaml',
      }),
    delete: (path, options) =>
      send({
        method: 'DELETE',
        path,
        ...(options === undefined ? {} : { body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options } }),
      }),
    gone: async (path) => {
      let last: KubeObject | undefined
      const gone = await poll(async () => {
        last = await found(api, path)
        return last === undefined ? true : undefined
      })
      if (gone === undefined) throw new Error(`${path} still exists: ${JSON.stringify(last)}`)
    },
    until: async (path, condition) => {
      let last: KubeObject | undefined
      const object = await poll(async () => {
        last = await found(api, path)
        return last !== undefined && condition(last) ? last : undefined
      })
      if (object === undefined) throw new Error(`${path} is not as expected: ${JSON.stringify(last)}`)
      return object
    },
  }
  return api
}

async function found(api: Api, path: string): Promise<KubeObject | undefined> {
  try {
    return await api.get(path)
  } catch (error) {
    if (isKubeError(error, 'notFound')) return undefined
    throw error
  }
}
