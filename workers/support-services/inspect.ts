import { failed, type Outcome } from '../engine/outcome.ts'
import type { KubeObject } from '../kube/client/client.ts'
import type { PreflightCheck, Recognition } from './catalogue/support-service-data.ts'
import { detect, type Detected } from './detection.ts'
import { failedCheck } from './preflight.ts'
import type { Inspected } from './proofs.ts'

/** The interval in milliseconds at which software is checked that is not ready, or that somebody else installed. */
export const checkInterval = 60_000

/** Software that is about to be installed. */
export interface Installable {
  /** Its name, for messages. */
  software: string
  recognition?: Recognition
  preflight: readonly PreflightCheck[]
}

export interface InspectionOptions {
  /** The version of the API server. */
  kubernetesVersion: string
  /** Reports whether QleetOS itself has installed an object. @default none */
  isOurs?: (object: KubeObject) => boolean
}

type Found = Extract<Detected, { state: 'working' }>

/**
 * Inspects a cluster before software is installed in it. Resolves with an installation that works, with an outcome if it
 * cannot be installed, or with undefined to install it.
 */
export async function inspect(
  inspected: Inspected,
  { software, recognition, preflight }: Installable,
  { kubernetesVersion, isOurs }: InspectionOptions,
): Promise<Found | Outcome | undefined> {
  const found = recognition === undefined ? undefined : await detect(inspected, recognition, isOurs)
  if (found?.state === 'working') return found
  if (found?.state === 'unusable') {
    const message = `The cluster has ${software} already, but ${found.message}. Repair or remove that installation.`
    return failed({ reason: found.reason, message }, { retryAfter: checkInterval })
  }
  const failure = await failedCheck({ ...inspected, kubernetesVersion }, preflight)
  if (failure === undefined) return undefined
  const message = `${software} cannot be installed. ${failure}`
  return failed({ reason: 'PreflightFailed', message, blocked: true }, { retryAfter: checkInterval })
}
