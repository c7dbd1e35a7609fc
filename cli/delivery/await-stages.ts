import type { AnyObject, Client } from '../../client-sdk/index.ts'
import type { Stage } from '../../schema/kinds/stage.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { targetOf } from '../objects/deletion.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { typed, type KnownStage } from './application.ts'

/** Waits until stages run a revision, and throws if it has failed in one of them. */
export async function awaitStages(
  { io }: CommandContext,
  {
    client,
    stages,
    revision,
    timeout,
  }: { client: Client; stages: readonly KnownStage[]; revision: number; timeout: number },
): Promise<void> {
  const targets = stages.map(({ object }) => ({ ...targetOf(object), id: object.id }))
  const goal = {
    name: `at revision ${revision}`,
    isReached: (object: AnyObject) => isDecided(typed<typeof Stage>(object), revision),
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

function isDecided({ outputs: { revision, state } }: KnownStage, awaited: number): boolean {
  return revision === awaited && (state === 'Healthy' || state === 'RolledBack' || state === 'Failed')
}
