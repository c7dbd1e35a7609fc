import type { ReactElement } from 'react'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { GetQueuePositionDocument } from '../../../../client-sdk/generated/documents.ts'
import { useLoaded } from '../../data/load.ts'
import { client } from '../../data/session.ts'
import { ageOf } from '../../data/units.ts'
import { controlPlaneText } from '../../texts/control-plane.ts'
import { useTick } from './use-tick.ts'

/** The milliseconds after which the position is read again while the object waits. */
const pace = 5000

/** The position of an object in the queue while its newest generation waits for a worker; nothing for any other. */
export function QueueFact({ object }: { object: AnyObject }): ReactElement | null {
  const { id, generation, observedGeneration } = object
  const waits = observedGeneration < generation
  const tick = useTick(pace)
  const { value } = useLoaded(waits ? `${id} ${generation} ${tick}` : '', async () =>
    waits ? (await client.execute(GetQueuePositionDocument, { id })).result?.queue : undefined,
  )
  if (!waits || value == null) return null
  const { position, expectedWait } = value
  const text = controlPlaneText.queue
  return (
    <>
      <dt>{text.title}</dt>
      <dd>
        {text.position(position)}
        {expectedWait !== null && `, ${text.wait(ageOf(expectedWait))}`}
      </dd>
    </>
  )
}
