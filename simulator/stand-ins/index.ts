import type { ServiceBackend } from '../context.ts'
import type { Controller } from '../controllers/controller.ts'
import { certificates, issuers } from './certificates.ts'
import { dnsEndpoints } from './dns.ts'
import { gatewayClasses, gateways, routes } from './gateway.ts'
import { databases } from './databases.ts'
import { mysql } from './mysql.ts'
import { scaledObjects } from './autoscaling.ts'
import { lokiBackend, lokiRecorder } from './loki.ts'
import { metricsServer } from './metrics.ts'
import { prometheusBackend, prometheusRecorder } from './prometheus.ts'
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
    databases,
    ...mysql,
    ...stores,
    externalSecrets,
    scaledObjects,
  ].map(controllerOfStandIn),
  metricsServer,
  lokiRecorder,
  prometheusRecorder,
]

/** The stand-ins that answer requests to their Services. */
export const backends: readonly ServiceBackend[] = [lokiBackend, prometheusBackend]
