import { stringify } from 'yaml'
import type { Certificates } from './certificates/authority.ts'

/** Returns a kubeconfig of the administrator: by client certificate, with a second user by token. */
export function kubeconfigOf(cluster: {
  name: string
  url: string
  token: string
  certificates: Certificates
}): string {
  const { name, url, token, certificates } = cluster
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': base64(certificates.ca) } }],
    users: [
      {
        name: 'kubernetes-admin',
        user: {
          'client-certificate-data': base64(certificates.admin.certificate),
          'client-key-data': base64(certificates.admin.key),
        },
      },
      { name: 'token', user: { token } },
    ],
    contexts: [
      { name, context: { cluster: name, user: 'kubernetes-admin' } },
      { name: `${name}-token`, context: { cluster: name, user: 'token' } },
    ],
    'current-context': name,
  })
}
