import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../client-sdk/index.ts'
import { compositionOf, promotedRevision, type Composition } from '../../schema/delivery/composition.ts'
import { revisionOfStage } from '../../schema/delivery/stage-revision.ts'
import { PlatformError } from '../../schema/errors.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import { partsOf, type KnownApplication, type KnownRevision, type KnownStage } from './application.ts'

/* Revisions that are made of what runs in an environment and of parts of another one. */

interface ChosenParts {
  environment: string
  revision: number
  only: readonly string[]
  revisions: readonly KnownRevision[]
  stages: readonly KnownStage[]
}

/** Returns what a promotion of parts asks for: on top of what runs, or the same again if that is what runs. */
export function chosenComposition(
  { object }: KnownApplication,
  { environment, revision, only, revisions, stages }: ChosenParts,
): Composition {
  const stage = stages.find(({ spec }) => spec.environment === environment)
  const named = revisions.map((each) => ({ name: each.object.name, ...each }))
  const running = stage && revisionOfStage(stage, named)
  if (running === undefined)
    throw new PlatformError(
      'CONFLICT',
      `nothing of application/${object.name} runs in ${environment} yet; promote a whole revision first, without --only`,
    )
  const { composition, number } = running.spec
  const isRepeated =
    composition !== undefined &&
    promotedRevision([running], { base: composition.base, revision, only }) !== undefined
  const base = isRepeated ? composition.base : number
  const wanted = compositionOf({ base, revision, only })
  if (wanted === undefined) throw new Error('a promotion of parts has a composition')
  return wanted
}

/** How often revisions are listed while one is being made, in milliseconds. */
const pollEvery = 200

/** Waits for the revision that is made for a promotion of parts, and returns its number. */
export async function awaitComposed(
  client: Client,
  application: KnownApplication,
  { composition, timeout, signal }: { composition: Composition; timeout: number; signal: AbortSignal },
): Promise<number> {
  const deadline = performance.now() + timeout
  for (;;) {
    const { revisions } = await partsOf(client, application)
    const found = promotedRevision(revisions, composition)
    if (found !== undefined) return found.spec.number
    if (performance.now() > deadline)
      throw new CommandFailure(
        exits.timeout,
        `application/${application.object.name} has not made the revision in time; it goes on. See: qleetctl get application-revisions`,
      )
    await sleep(pollEvery, undefined, { signal })
  }
}
