import type { Controller } from '../controllers/controller.ts'
import { databases } from './databases.ts'
import { mysql } from './mysql.ts'
import { scaledObjects } from './autoscaling.ts'
import { metricsServer } from './metrics.ts'
import { externalSecrets, stores } from './secrets.ts'
import { controllerOfStandIn } from './stand-in.ts'

/** The controllers of all stand-ins, which run in every simulated cluster and wait for their Deployments. */
export const standIns: readonly Controller[] = [
  ...[databases, ...mysql, ...stores, externalSecrets, scaledObjects].map(controllerOfStandIn),
  metricsServer,
]
