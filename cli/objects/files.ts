import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import type { DesiredObject } from '../documents/desired.ts'
import { readDocuments } from '../documents/read.ts'
import { nameOfId } from './find.ts'

/** The options by which a command that writes objects names its files. */
export interface FilesInput {
  file: readonly string[]
  recursive: boolean
  kustomize: string | undefined
  project: string | undefined
}

/** Reads the objects of the files that a command names. Throws a usage error if it names none. */
export async function readNamedFiles(
  context: CommandContext,
  command: string,
  { file, recursive, kustomize, project }: FilesInput,
): Promise<DesiredObject[]> {
  if (file.length === 0 && kustomize === undefined)
    throw usageError(`name the files: qleetctl ${command} -f FILE, or -k DIR for a kustomization`)
  return readDocuments(context.io, file, { recursive, kustomize, project, nameOfId: nameOfId(context) })
}
