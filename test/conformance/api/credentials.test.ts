import { expect, it } from 'vitest'
import { createKubeClient, type KubeClient } from '../../../workers/kube/client/client.ts'
import { isKubeError } from '../../../workers/kube/client/kube-error.ts'
import { accessTo } from '../../support/access-to.ts'
import { eventually } from '../../support/eventually.ts'
import { apiOf } from '../support/api.ts'
import { onEachTarget } from '../support/target.ts'

const openPaths = ['/version', '/healthz', '/livez', '/readyz']

onEachTarget('credentials', (target) => {
  /** Runs the work with a client that sends this token, or none. */
  const as = async <T>(token: string | undefined, work: (client: KubeClient) => Promise<T>): Promise<T> => {
    const { server, ca, policy } = accessTo(target().kubeconfig)
    const access = {
      server,
      policy,
      ...(ca === undefined ? {} : { ca }),
      ...(token === undefined ? {} : { token }),
    }
    const client = createKubeClient({ access })
    try {
      return await work(client)
    } finally {
      await client.close()
    }
  }

  /** Returns the status of a refusal; undefined if the request succeeds. */
  const refusalOf = async (client: KubeClient, path: string): Promise<number | undefined> => {
    try {
      await client.text({ method: 'GET', path }).next()
      return undefined
    } catch (error) {
      if (isKubeError(error)) return error.status
      throw error
    }
  }

  it.each(openPaths)('are not required for %s, but invalid ones are refused there', async (path) => {
    expect(await as(undefined, (client) => refusalOf(client, path))).toBeUndefined()
    expect(await as('unknown', (client) => refusalOf(client, path))).toBe(401)
  })

  it('of a service account expire with it, on every server', async () => {
    const api = apiOf(target().client)
    const accounts = `/api/v1/namespaces/${await target().namespace()}/serviceaccounts`
    await api.post(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } })
    const made = await api.post(`${accounts}/robot/token`, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: 3600 },
    })
    const { token } = made['status'] as { token: string }
    await as(token, async (client) => {
      expect(await refusalOf(client, '/version')).toBeUndefined()
      await api.delete(`${accounts}/robot`)
      await api.post(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } })
      // A server may accept for some seconds what it has just accepted.
      for (const path of openPaths)
        expect(await eventually(async () => refusalOf(client, path)), path).toBe(401)
    })
  })
})
