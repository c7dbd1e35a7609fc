import { compositionOn, type Composition } from '../../schema/delivery/composition.ts'
import { revisionOfStage } from '../../schema/delivery/stage-revision.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { KnownApplication, KnownRevision, KnownStage } from './application.ts'

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
  return compositionOn(running.spec, { revision, only })
}
