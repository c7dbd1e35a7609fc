import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { promotedRevision, type Composition } from '../../schema/delivery/composition.ts'
import type { Stage } from '../../schema/kinds/stage.ts'
import { inProject } from '../../schema/names.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { targetOf } from '../objects/deletion.ts'
import type { Io } from '../terminal/io.ts'
import { poll } from '../waiting/poll.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { partsOf, typed, type KnownApplication, type KnownStage } from './application.ts'

/** A revision that is made of two others, and may not have been made yet. */
interface Composed {
  application: KnownApplication
  composition: Composition
}

interface Awaited {
  client: Client
  stages: readonly KnownStage[]
  /** Its number, or what it is made of. */
  revision: number | Composed
  /** Rollouts up to that one do not count. @default all count */
  attempt?: number
  /** Milliseconds. */
  timeout: number
}

/** Waits until stages run a revision, and throws if it has failed in one of them. */
export async function awaitStages(
  { io }: CommandContext,
  { client, stages, revision: awaited, attempt = 0, timeout }: Awaited,
): Promise<void> {
  const began = performance.now()
  const isMade = typeof awaited === 'number'
  const revision = isMade ? awaited : await madeRevision(io, client, { ...awaited, timeout })
  const left = isMade ? timeout : Math.max(0, timeout - (performance.now() - began))
  const targets = stages.map(({ object }) => ({ ...targetOf(object), id: object.id }))
  const goal = {
    name: `at revision ${revision}`,
    isReached: (object: AnyObject) => isDecided(typed<typeof Stage>(object), { revision, attempt }),
    failure: (object: AnyObject) => failureOf(typed<typeof Stage>(object)),
  }
  const found = await waitWithProgress(io, targets, {
    client,
    goal,
    timeout: left,
  })
  for (const { spec, outputs } of found.map((object) => typed<typeof Stage>(object)))
    if (failureOf({ outputs }) !== undefined)
      throw new CommandFailure(
        exits.failed,
        `revision ${revision} failed in ${spec.environment} (${outputs.state}): ${outputs.cause ?? 'no cause is known'}`,
        { environment: spec.environment, ...outputs },
      )
}

/** Milliseconds between two lists of revisions while one is being made. */
const pollEvery = 200

/** Waits until a revision has been made of two others, and returns its number. */
async function madeRevision(
  io: Io,
  client: Client,
  { application, composition, timeout }: Composed & { timeout: number },
): Promise<number> {
  const made = await poll(io, {
    follow: `qleetctl get application-revisions --watch${inProject(application.object.projectName)}`,
    read: async () => promotedRevision((await partsOf(client, application)).revisions, composition),
    isEnough: (found) => found !== undefined,
    every: pollEvery,
    timeout,
  })
  if (made !== undefined) return made.spec.number
  throw new CommandFailure(
    exits.timeout,
    `application/${application.object.name} has not made the revision in time; it goes on. See: qleetctl get application-revisions`,
  )
}

function failureOf({ outputs: { state } }: Pick<KnownStage, 'outputs'>): string | undefined {
  return state === 'RolledBack' || state === 'Failed' ? state : undefined
}

function isDecided({ outputs }: KnownStage, awaited: { revision: number; attempt: number }): boolean {
  const { revision, state, attempt = 1 } = outputs
  if (attempt <= awaited.attempt) return false
  return revision === awaited.revision && (state === 'Healthy' || failureOf({ outputs }) !== undefined)
}
