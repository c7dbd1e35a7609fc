import { resolve } from 'node:path'
import { PlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import { mergePatch } from '../../schema/merge-patch.ts'
import { applyOperations, CopyBudget } from '../../schema/overriding/json-patch.ts'
import { readYaml } from '../../schema/yaml.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import type { AppliedShape } from '../documents/applied-shape.ts'
import { readTextFile } from '../documents/text-file.ts'
import { changeObjects, type EditInput } from '../objects/edited.ts'
import { parseFormat } from '../objects/formats.ts'
import { selectObjects } from '../objects/selection.ts'

interface PatchInput {
  args: { objects: readonly string[] }
  options: EditInput & {
    patch: string | undefined
    patchFile: string | undefined
    type: 'merge' | 'json' | 'strategic'
    project: string | undefined
  }
}

type Patch = (shape: AppliedShape) => AppliedShape

/** Changes fields of an object by a JSON merge patch or a JSON patch. */
export async function patch({ args, options }: PatchInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const change = parsePatch(await patchText(context, options), options.type)
  const { client } = await context.connect()
  const objects = await selectObjects(client, { words: args.objects, project: options.project })
  await changeObjects(context, { objects, change, options })
}

async function patchText({ io }: CommandContext, { patch: text, patchFile }: PatchInput['options']) {
  if (text !== undefined && patchFile === undefined) return text
  if (text === undefined && patchFile !== undefined)
    return readTextFile(resolve(io.cwd, patchFile), patchFile)
  throw usageError('give the patch with either -p PATCH or --patch-file FILE')
}

function parsePatch(text: string, type: PatchInput['options']['type']): Patch {
  if (type === 'strategic') {
    throw usageError(
      '--type strategic is not supported, since the lists of QleetOS objects have no merge keys. Use --type merge, which ' +
        'replaces lists as a whole, or --type json, which changes single items.',
    )
  }
  const value = valueOf(text)
  if (type === 'json') {
    if (!Array.isArray(value))
      throw usageError(
        'a JSON patch must be a list of operations, such as [{"op":"replace","path":"/spec/x","value":1}]',
      )
    return (shape) => applied(shape, value)
  }
  if (!isRecord(value))
    throw usageError('a merge patch must be a map, such as {"spec":{"description":"new"}}')
  // The caller checks the result, which may be anything.
  return (shape) => mergePatch(shape, value) as AppliedShape
}

function valueOf(text: string): unknown {
  const [document, another] = [...readYaml(text)]
  const [error] = document?.errors ?? []
  if (error !== undefined)
    throw usageError(
      `the patch is not valid JSON or YAML: ${error.message}, in line ${error.line ?? 1}, column ${error.column ?? 1}`,
    )
  if (another !== undefined) throw usageError('the patch contains more than one document')
  return document?.value
}

function applied(shape: AppliedShape, operations: readonly unknown[]): AppliedShape {
  const result: AppliedShape & Record<string, unknown> = { ...structuredClone(shape) }
  const problem = applyOperations(result, operations, new CopyBudget())
  if (problem === undefined) return result
  const code = problem.hasFailedTest ? 'CONFLICT' : 'INVALID_INPUT'
  throw new PlatformError(code, `the patch cannot be applied: ${problem.message}`)
}
