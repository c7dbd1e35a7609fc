import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newAuthority } from '../../simulator/certificates/authority.ts'
import { startCluster } from '../../simulator/cluster.ts'
import { accessTo } from './access-to.ts'
import { startAzure, type AzureStandIn } from './azure/server.ts'
import { proxyTo } from './cluster-proxy.ts'
import { startControlPlane, type TestControlPlane } from './control-plane.ts'
import { eventually } from './eventually.ts'
import { startGoogleCloud, type GoogleCloudStandIn } from './google-cloud/server.ts'

export interface PlaneWithClouds {
  plane: TestControlPlane
  google: GoogleCloudStandIn
  azure: AzureStandIn
  /** The tokens with which the Kubernetes API was called. */
  tokens: Set<string>
  /** Looks at objects of a kind again at once, instead of after the seconds that clouds usually need, until a condition holds. */
  soon(kind: string, condition: () => Promise<boolean>): Promise<boolean>
  stop(): Promise<void>
}

/** The account of the stand-in of Azure. */
export const azureAccount = {
  subscriptionId: '0b1f6471-1bf0-4dda-aec3-cb9272f09590',
  tenantId: '8d3e3b4c-6f0a-4c46-8f3e-1d2b8a5d7c11',
  clientId: '5f0c8a7e-9a1d-4f6c-b3c2-7d3c1f4e2b60',
  clientSecret: 'wJalr~XUtnFEMI.K7MDENG-bPxRfiCY',
}

/** The project of the stand-in of Google Cloud. */
export const projectId = 'example-project'

/** The token that the platform of the worker issues. */
export const workerToken = 'token-of-the-worker'

/** Starts a control plane whose Google Cloud and Azure create clusters. The Kubernetes API of all is that of one simulated cluster. */
export async function startPlaneWithClouds(): Promise<PlaneWithClouds> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qleet-cloud-'))
  const tokenFile = join(dataDir, 'token')
  await writeFile(tokenFile, workerToken)
  const cluster = await startCluster({ name: 'cloud', dataDir })
  const authority = await newAuthority('kubernetes')
  const { certificate: cert, key } = await authority.issueServer('kube-apiserver', [
    { type: 'ip', value: '127.0.0.1' },
  ])
  const tokens = new Set<string>()
  const onRequest = ({ authorization = '' }): void => {
    tokens.add(authorization.replace('Bearer ', ''))
  }
  const proxy = await proxyTo(accessTo(cluster.kubeconfig), onRequest, { cert, key })
  const ca = Buffer.from(authority.ca).toString('base64')
  const google = await startGoogleCloud(projectId, {
    endpointOf: () => ({ endpoint: `127.0.0.1:${proxy.port}`, clusterCaCertificate: ca }),
  })
  const azure = await startAzure({
    ...azureAccount,
    kubeconfigOf: (name) =>
      JSON.stringify({
        clusters: [{ name, cluster: { server: proxy.url, 'certificate-authority-data': ca } }],
        users: [{ name: 'user', user: {} }],
        contexts: [{ name, context: { cluster: name, user: 'user' } }],
        'current-context': name,
      }),
  })
  const plane = await startControlPlane({
    env: {
      QLEET_GCP_ENDPOINT: google.url,
      QLEET_AZURE_ENDPOINT: azure.url,
      QLEET_AZURE_AUTHORITY: azure.url,
      QLEET_GCP_IDENTITY: tokenFile,
      QLEET_AZURE_IDENTITY: tokenFile,
    },
  })
  const { objects } = plane.client
  return {
    plane,
    google,
    azure,
    tokens,
    soon: (kind, condition) =>
      eventually(
        async () => {
          for await (const { name } of objects.list(kind))
            await objects.reconcile({ kind, name }).catch(() => undefined)
          return condition()
        },
        { every: 200, within: 60_000 },
      ),
    stop: async () => {
      await plane.stop()
      await google.stop()
      await azure.stop()
      await proxy.close()
      await cluster.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
