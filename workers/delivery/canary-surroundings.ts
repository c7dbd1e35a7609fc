import type { z } from 'zod'
import { defined } from '../../schema/defined.ts'
import type { CanaryWorkload } from '../../schema/kinds/canary-workload.ts'
import type { GatewayInstance } from '../../schema/kinds/gateway.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { RelatedObjectsDocument } from '../generated/documents.ts'
import type { Analysed, GatewayState } from './canary.ts'

/** What a stage has to know about what is around its workload. */
export interface CanarySurroundings {
  /** The gateways of the workload. */
  gateways: GatewayState[]
  /** The spec of the canary that exists; undefined if none does. */
  existing: z.infer<(typeof CanaryWorkload)['spec']> | undefined
}

/** Returns the canary of a stage, and the gateways of its workload. */
export async function canarySurroundings({
  client,
  object,
  epoch,
}: ReconcileContext): Promise<CanarySurroundings> {
  const { result } = await client.execute(RelatedObjectsDocument, { id: object.id, epoch })
  const canary = result.find(({ kind }) => kind === 'CanaryWorkload')
  return {
    gateways: result
      .filter(({ kind }) => kind === 'GatewayInstance')
      .map(({ name, generation, observedGeneration, status }) => {
        // The server has validated specs and outputs with the schemas of the kinds.
        const { service, canaryWeight } = status.outputs as Partial<
          z.infer<(typeof GatewayInstance)['outputs']>
        >
        return {
          name,
          ...defined({
            service: service?.split(':')[0],
            // Before that, its routes may be about to get an earlier weight.
            weight: generation === observedGeneration ? canaryWeight : undefined,
            cause: status.cause?.message,
          }),
        }
      }),
    existing: canary?.manifestSpec as CanarySurroundings['existing'],
  }
}

/** Returns what the analysis of a canary has found, from the outputs of its object. */
export function analysedIn(outputs: unknown): Analysed {
  // The server has validated outputs with the schemas of the kinds.
  const { passedAt, failures = 0, message } = outputs as Partial<z.infer<(typeof CanaryWorkload)['outputs']>>
  return {
    failures,
    ...defined({ passedAt: passedAt === undefined ? undefined : Date.parse(passedAt), message }),
  }
}
