/** An artefact that is built from sources. Paths are relative to the repository; a folder denotes all files in it. */
export interface BuildStep {
  /** The object of "Building". */
  name: string
  /** Files and folders; a change in any of them, or in package-lock.json, triggers a build. */
  inputs: readonly string[]
  /** Files; a missing one triggers a build. */
  outputs: readonly string[]
  /** The arguments for the pinned Node, run in the repository. */
  args: readonly string[]
}

export const programs: BuildStep

export function ensurePrograms(): Promise<void>

export function ensureBuilt(step: BuildStep): Promise<void>
