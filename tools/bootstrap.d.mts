/** An artefact that is built from sources, with paths relative to the repository; see `bootstrap/build.mjs`. */
export interface BuildStep {
  name: string
  inputs: readonly string[]
  outputs: readonly string[]
  args: readonly string[]
}

export const programs: BuildStep

export function ensurePrograms(): Promise<void>

export function ensureBuilt(step: BuildStep): Promise<void>
