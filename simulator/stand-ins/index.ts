import type { Controller } from '../controllers/controller.ts'
import { scaledObjects } from './autoscaling.ts'
import { certificates, issuers } from './certificates.ts'
import { dnsEndpoints } from './dns.ts'
import { gatewayClasses, gateways, routes } from './gateway.ts'
import { metricsServer } from './metrics.ts'
import { externalSecrets, stores } from './secrets.ts'
import { controllerOfStandIn } from './stand-in.ts'

/** The controllers of all stand-ins, which run in every simulated cluster and wait for their Deployments. */
export const standIns: readonly Controller[] = [
  ...[
    gatewayClasses,
    gateways,
    ...routes,
    ...issuers,
    certificates,
    dnsEndpoints,
    ...stores,
    externalSecrets,
    scaledObjects,
  ].map(controllerOfStandIn),
  metricsServer,
]
