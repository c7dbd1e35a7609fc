import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeKubeconfig } from '../../schema/clusters/kubeconfig/write.ts'
import { ProviderBlocked, renewalInterval, type RuntimeProvider } from './provider.ts'

/**
 * Provides the cluster that the worker itself runs in, with the permissions of its service account. The token is read on
 * each call, because the kubelet rotates it.
 */
export const inCluster: RuntimeProvider = {
  isTrusted: true,
  ensure: async (_, { serviceAccount }) => {
    if (serviceAccount === undefined) {
      throw new ProviderBlocked(
        'NotInCluster',
        'This worker does not run in a Kubernetes cluster, or its service account must not be used by runtimes: its ' +
          'operator can allow that with QLEET_IN_CLUSTER=true.',
      )
    }
    const { folder, host, port } = serviceAccount
    const [token, ca] = await Promise.all(
      ['token', 'ca.crt'].map((name) => readFile(join(folder, name), 'utf8')),
    ).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new ProviderBlocked(
        'NoServiceAccount',
        `The service account of the worker cannot be read: ${why}`,
      )
    })
    const address = host.includes(':') ? `[${host}]` : host
    return {
      kubeconfig: writeKubeconfig({
        name: 'in-cluster',
        context: { cluster: 'in-cluster', user: 'worker' },
        cluster: {
          server: `https://${address}:${port}`,
          'certificate-authority-data': Buffer.from(ca ?? '').toString('base64'),
        },
        user: { token: (token ?? '').trim() },
      }),
      recheckAfter: renewalInterval,
    }
  },
  remove: async () => 'gone',
}
