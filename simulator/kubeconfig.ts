import { stringify } from 'yaml'
import type { Identity } from './certificates/authority.ts'

/** Returns a kubeconfig of the administrator: by client certificate, with a second user by token if there is one. */
export function kubeconfigOf(cluster: {
  name: string
  url: string
  ca: string
  admin: Identity
  token?: string
}): string {
  const { name, url, ca, admin, token } = cluster
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': base64(ca) } }],
    users: [
      {
        name: 'kubernetes-admin',
        user: {
          'client-certificate-data': base64(admin.certificate),
          'client-key-data': base64(admin.key),
        },
      },
      ...(token === undefined ? [] : [{ name: 'token', user: { token } }]),
    ],
    contexts: [
      { name, context: { cluster: name, user: 'kubernetes-admin' } },
      ...(token === undefined ? [] : [{ name: `${name}-token`, context: { cluster: name, user: 'token' } }]),
    ],
    'current-context': name,
  })
}
