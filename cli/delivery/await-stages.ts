import type { AnyObject, Client } from '../../client-sdk/index.ts'
import type { Stage } from '../../schema/kinds/stage.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { targetOf } from '../objects/deletion.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { typed, type KnownStage } from './application.ts'

interface Awaited {
  client: Client
  stages: readonly KnownStage[]
  revision: number
  /** Rollouts up to that one do not count. @default all count */
  attempt?: number
  /** Milliseconds. */
  timeout: number
}

/** Waits until stages run a revision, and throws if it has failed in one of them. */
export async function awaitStages(
  { io }: CommandContext,
  { client, stages, revision, attempt = 0, timeout }: Awaited,
): Promise<void> {
  const targets = stages.map(({ object }) => ({ ...targetOf(object), id: object.id }))
  const goal = {
    name: `at revision ${revision}`,
    isReached: (object: AnyObject) => isDecided(typed<typeof Stage>(object), { revision, attempt }),
  }
  const found = await waitWithProgress(io, targets, { client, goal, timeout })
  for (const { spec, outputs } of found.map((object) => typed<typeof Stage>(object)))
    if (outputs.state === 'RolledBack' || outputs.state === 'Failed')
      throw new CommandFailure(
        exits.failed,
        `revision ${revision} failed in ${spec.environment} (${outputs.state}): ${outputs.cause ?? 'no cause is known'}`,
        { environment: spec.environment, ...outputs },
      )
}

function isDecided({ outputs }: KnownStage, awaited: Pick<Awaited, 'revision' | 'attempt'>): boolean {
  const { revision, state, attempt = 1 } = outputs
  if (attempt <= (awaited.attempt ?? 0)) return false
  return (
    revision === awaited.revision && (state === 'Healthy' || state === 'RolledBack' || state === 'Failed')
  )
}
