import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { at, isObject, objectsOf, stringOf } from '../../simulator/json.ts'
import { Client, newNamespace, useCluster } from './simulated.ts'

const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }

describe('a simulated cluster', () => {
  const simulated = useCluster()

  function tokenOf(kubeconfig: string): string {
    const config: unknown = parse(kubeconfig)
    const user = isObject(config)
      ? objectsOf(config['users']).find(({ name }) => name === 'token')
      : undefined
    return stringOf(at(user, 'user', 'token'))
  }

  it('authenticates its administrator by certificate', async () => {
    const { body } = await simulated.client.create(
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      review,
    )
    expect(at(body, 'status', 'userInfo')).toMatchObject({
      username: 'kubernetes-admin',
      groups: ['system:masters', 'system:authenticated'],
    })
  })

  it.each([
    ['nothing', undefined, 401],
    ['an invalid token', 'Bearer x', 401],
    ['a forged token', 'Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJzeXN0ZW06bm9kZSJ9.AAAA', 401],
    ['a user name and password', 'Basic YTpi', 401],
  ])('refuses %s', async (_what, authorization, code) => {
    const stranger = new Client(simulated.cluster.kubeconfig, 'nothing')
    const headers = authorization === undefined ? {} : { authorization }
    const response = await stranger.call({ path: '/api/v1/namespaces', headers })
    await stranger.close()
    expect(response).toMatchObject({
      code,
      body: { kind: 'Status', status: 'Failure', reason: 'Unauthorized', code },
    })
  })

  it.each(['/version', '/healthz', '/livez/ping', '/readyz'])(
    'serves %s without credentials, and refuses credentials that are not valid',
    async (path) => {
      const stranger = new Client(simulated.cluster.kubeconfig, 'nothing')
      const codes = []
      for (const authorization of [undefined, 'Basic YTpi', 'Bearer unknown', 'Bearer a.b.c'])
        codes.push(
          (await stranger.call({ path, headers: authorization === undefined ? {} : { authorization } })).code,
        )
      await stranger.close()
      expect(codes).toEqual([200, 200, 401, 401])
    },
  )

  it('accepts the token of its kubeconfig', async () => {
    const client = new Client(simulated.cluster.kubeconfig, 'nothing')
    const headers = { authorization: `Bearer ${tokenOf(simulated.cluster.kubeconfig)}` }
    expect((await client.call({ path: '/api/v1/namespaces', headers })).code).toBe(200)
    await client.close()
  })

  it('accepts the token of a service account until the account is deleted', async () => {
    const namespace = await newNamespace(simulated.client)
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts`
    await simulated.client.create(path, { metadata: { name: 'robot' } })
    const created = await simulated.client.create(`${path}/robot/token`, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: 600 },
    })
    const client = new Client(simulated.cluster.kubeconfig, 'nothing')
    const headers = { authorization: `Bearer ${stringOf(at(created.body, 'status', 'token'))}` }
    const call = {
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      body: review,
      headers,
    }
    expect(at((await client.call(call)).body, 'status', 'userInfo', 'username')).toBe(
      `system:serviceaccount:${namespace}:robot`,
    )
    expect((await client.call({ path: '/version', headers })).code).toBe(200)
    await simulated.client.remove(`${path}/robot`)
    expect((await client.call(call)).code).toBe(401)
    expect((await client.call({ path: '/version', headers })).code).toBe(401)
    // Another account of the same name has another uid.
    await simulated.client.create(path, { metadata: { name: 'robot' } })
    expect((await client.call(call)).code).toBe(401)
    await client.close()
  })
})
