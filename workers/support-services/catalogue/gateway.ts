import { gatewayClass } from '../../resources/gateway-manifests.ts'
import type { SupportServiceData } from './support-service-data.ts'

const namespace = 'envoy-gateway-system'

/**
 * Envoy Gateway: https://gateway.envoyproxy.io/docs/. A cluster that has any controller of the Gateway API uses that: an accepted
 * GatewayClass proves it.
 */
export const gateway: SupportServiceData = {
  software: 'Envoy Gateway',
  // Its publisher states the digest in its registry only.
  chart: { repo: 'oci://docker.io/envoyproxy', name: 'gateway-helm', version: 'v1.9.0' },
  namespace,
  values: {},
  recognition: {
    definitions: {
      'gatewayclasses.gateway.networking.k8s.io': ['v1'],
      'gateways.gateway.networking.k8s.io': ['v1'],
      'httproutes.gateway.networking.k8s.io': ['v1'],
    },
    proofs: [{ apiVersion: 'gateway.networking.k8s.io/v1', kind: 'GatewayClass', condition: 'Accepted' }],
  },
  preflight: [
    {
      kubernetes: '>=1.33',
      remedy: 'Upgrade the cluster, or install an older controller of the Gateway API in it.',
    },
  ],
  proofs: [],
  // All Gateways of the class share one fleet of proxies, one Service and one address.
  extras: [
    {
      apiVersion: 'gateway.envoyproxy.io/v1alpha1',
      kind: 'EnvoyProxy',
      metadata: { name: gatewayClass, namespace },
      spec: { mergeGateways: true },
    },
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'GatewayClass',
      metadata: { name: gatewayClass },
      spec: {
        controllerName: 'gateway.envoyproxy.io/gatewayclass-controller',
        parametersRef: {
          group: 'gateway.envoyproxy.io',
          kind: 'EnvoyProxy',
          name: gatewayClass,
          namespace,
        },
      },
    },
  ],
  upgradeNote:
    'Definitions are upgraded before the controller. Version 1.9 requires the Gateway API 1.6: it ignores TCPRoutes and ' +
    'UDPRoutes in clusters whose definitions are older.',
}
