import { accessTo } from './access-to.ts'
import { proxyTo } from './cluster-proxy.ts'
import { startHttpRepository } from './chart-repository.ts'
import { chartOf } from './charts.ts'
import { helmBinary } from './helm.ts'
import { startControlPlane, type TestControlPlane } from './control-plane.ts'
import { startEksStandIn, type EksStandIn } from './eks-stand-in.ts'
import { clientSettings, loadServices, startMoto, type ClientSettings } from './moto.ts'
import { startPlaneWithRuntime } from './plane-with-runtime.ts'

export interface PlaneWithEks {
  plane: TestControlPlane
  eks: EksStandIn
  /** The tokens with which the Kubernetes API was called. */
  tokens: Set<string>
  /** The settings of clients of the SDK, which act beside the control plane. */
  settings: ClientSettings
  stop(): Promise<void>
}

/** A chart that shows what it is given. */
const valuesTemplate = `apiVersion: v1
kind: ConfigMap
metadata: { name: cluster-autoscaler, namespace: {{ .Release.Namespace }} }
data: { values: {{ toJson .Values | quote }} }
`

/** Starts a control plane whose AWS creates clusters. Their Kubernetes API is that of a simulated cluster of another control plane. */
export async function startPlaneWithEks(): Promise<PlaneWithEks> {
  const host = await startPlaneWithRuntime()
  const tokens = new Set<string>()
  const kubeconfig = (await host.plane.client.kubeconfig({ name: 'space' })) ?? ''
  const proxy = await proxyTo(accessTo(kubeconfig), ({ authorization = '' }) => {
    tokens.add(authorization.replace('Bearer ', ''))
  })
  const moto = await startMoto()
  await loadServices(clientSettings(moto.url))
  const eks = await startEksStandIn(moto.url, proxy.url)
  const charts = await startHttpRepository()
  await charts.add(chartOf('cluster-autoscaler', '9.59.0', { 'templates/values.yaml': valuesTemplate }))
  const env = {
    QLEET_AWS_ENDPOINT: eks.url,
    QLEET_CHART_MIRRORS: `https://kubernetes.github.io/autoscaler=${charts.url}`,
    ...(helmBinary === undefined ? {} : { QLEET_HELM: helmBinary }),
  }
  const plane = await startControlPlane({ workerEnv: env })
  return {
    plane,
    eks,
    tokens,
    settings: clientSettings(eks.url),
    stop: async () => {
      await plane.stop()
      await eks.stop()
      await moto.stop()
      await charts.close()
      await proxy.close()
      await host.stop()
    },
  }
}
