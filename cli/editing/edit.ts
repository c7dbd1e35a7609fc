import { Readable } from 'node:stream'
import type { AnyObject, AppliedObject, Client } from '../../client-sdk/index.ts'
import { errorTable, isPlatformError, type PlatformError } from '../../schema/errors.ts'
import { CommandFailure, describeFileError, exits, usageError, type FileError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { appliedShapeOf } from '../documents/applied-shape.ts'
import { readDocuments } from '../documents/read.ts'
import { nounAndName } from '../kind-names.ts'
import { applyChange, type Change } from '../objects/edited.ts'
import { selectObjects } from '../objects/selection.ts'
import { applyDesired, documentOf, reportWarnings } from '../objects/write.ts'
import { toYaml } from '../objects/yaml.ts'
import { defined } from '../../schema/defined.ts'
import { EditedFile } from './editor.ts'

interface EditorInput {
  args: { objects: readonly string[] }
  options: { project: string | undefined; reason: string | undefined }
}

/** Opens an object in the editor and applies what is saved. */
export async function edit({ args, options }: EditorInput, context: CommandContext): Promise<void> {
  const { io } = context
  const { client } = await context.connect()
  const [object, another] = await selectObjects(client, { words: args.objects, project: options.project })
  if (object === undefined || another !== undefined) throw usageError('name one object to edit: KIND/NAME')
  const target = nounAndName(object)
  await refuseEarly(client, object)
  const file = await EditedFile.create(io, `${object.name.replaceAll(/[^\w.-]/g, '_')}.yaml`)
  const applied = await new Editing(context, client, { object, file, target, reason: options.reason }).run()
  await file.remove()
  if (applied === undefined) {
    io.stderr.write('Nothing was changed.\n')
    return
  }
  reportWarnings(io, [applied])
  io.stdout.write(`${target} ${applied.result.toLowerCase()}\n`)
}

/** Names a label that no object has. */
const probe = 'qleet.io/edit'

/** Throws, before the editor opens, what the server refuses whatever the edit is: a change of an object that belongs to another. */
async function refuseEarly(client: Client, object: AnyObject): Promise<void> {
  const change: Change = (shape) => ({
    ...shape,
    metadata: { ...shape.metadata, labels: { ...shape.metadata.labels, [probe]: '' } },
  })
  try {
    await applyChange(client, {
      objects: [object],
      change,
      options: { dryRun: 'server', reason: undefined },
    })
  } catch (error) {
    // Anything else may be about the label, or what an edit corrects.
    if (isPlatformError(error) && ['OWNED', 'FORBIDDEN'].includes(error.code)) throw error
  }
}

interface Edited {
  object: AnyObject
  file: EditedFile
  target: string
  reason: string | undefined
}

/** One edit: the editor opens again, with the errors above the text, until the text is applied or left unchanged. */
class Editing {
  readonly #context: CommandContext
  readonly #client: Client
  readonly #edited: Edited
  #object: AnyObject

  constructor(context: CommandContext, client: Client, edited: Edited) {
    this.#context = context
    this.#client = client
    this.#edited = edited
    this.#object = edited.object
  }

  /** Returns undefined if nothing was edited. */
  async run(): Promise<AppliedObject | undefined> {
    const original = toYaml(appliedShapeOf(this.#edited.object))
    let before = original
    let notes: string[] = []
    let refusal: unknown
    for (;;) {
      const heading = headingOf(this.#edited.target, notes)
      const body = withoutHeading(await this.#edited.file.edit(heading + before))
      if (body.trim() === '' || body === original) return undefined
      if (notes.length > 0 && body === before) throw this.#unapplied(notes, refusal)
      try {
        return await this.#apply(body)
      } catch (error) {
        if (!isPlatformError(error) || !isMendable(error)) throw this.#unapplied([messageOf(error)], error)
        refusal = error
        notes = await this.#notesOn(error)
        before = body
      }
    }
  }

  async #apply(body: string): Promise<AppliedObject | undefined> {
    const io = { ...this.#context.io, stdin: Readable.from([body]) }
    const desired = await readDocuments(io, ['-'])
    const [only, another] = desired
    const { kind, name, projectName } = this.#object
    const isSame =
      only?.kind.kind === kind &&
      only.name === name &&
      (only.project === undefined || projectName === null || only.project === projectName)
    if (only === undefined || another !== undefined || !isSame)
      throw usageError(
        `the file must describe ${this.#edited.target} alone; its kind, name and project cannot be changed`,
      )
    const document = {
      labels: {},
      ...documentOf({ ...only, project: projectName ?? undefined }),
      expectedVersion: this.#object.version,
    }
    const write = defined({ reason: this.#edited.reason })
    const [applied] = await applyDesired(this.#client, { desired, documents: [document] }, write)
    return applied
  }

  /** Returns the errors, one per line. After a conflict, the next attempt replaces the version that is then stored. */
  async #notesOn(error: PlatformError): Promise<string[]> {
    if (error.code !== 'VERSION_CONFLICT') {
      const fields = (error.details.fields ?? []) as readonly FileError[]
      return fields.length === 0 ? error.message.split('\n') : fields.map((field) => describeInFile(field))
    }
    const read = this.#object
    const current = await this.#client.objects.getById(read.id)
    if (current === undefined) throw this.#unapplied([`${this.#edited.target} was deleted meanwhile`], error)
    this.#object = current
    const stored = toYaml(appliedShapeOf(current)).trimEnd().split('\n')
    return [
      `The object was changed meanwhile: you edit version ${read.version}, and version ${current.version} is stored:`,
      '',
      ...stored.map((line) => `  ${line}`),
      'Merge these changes into the text below. What you save replaces them.',
    ]
  }

  /** Returns the failure of the command, with the exit code of the last refusal. */
  #unapplied(notes: readonly string[], refusal: unknown): CommandFailure {
    const { target, file } = this.#edited
    const message = `${target} was not changed: ${notes.join('\n')}\nYour edit is kept. Apply it: qleetctl apply -f ${file.path}`
    const exit = isPlatformError(refusal) ? errorTable[refusal.code].exit : exits.failed
    return new CommandFailure(exit, message, { file: file.path })
  }
}

/** Reports whether another edit of the text can succeed. */
function isMendable({ code }: PlatformError): boolean {
  return ['INVALID_INPUT', 'VERSION_CONFLICT', 'CONFLICT', 'BLOCKED', 'NOT_FOUND', 'OWNED'].includes(code)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Formats an error with its position below the heading. */
function describeInFile(error: FileError): string {
  return describeFileError({ ...error, file: 'text' })
}

const mark = '#'
const endOfHeading = '# ---- Lines are counted from here. ----'

function headingOf(target: string, notes: readonly string[]): string {
  const lines = [
    `Edit ${target}, save and close. Nothing is changed if the text is unchanged or empty.`,
    'Values of secrets are placeholders, which keep what is stored.',
    ...(notes.length === 0 ? [] : ['', 'This was not applied:', ...notes]),
  ]
  return [...lines.map((line) => `${mark} ${line}`.trimEnd()), endOfHeading, ''].join('\n')
}

/** Returns the text below the heading; the whole text without its first comments if the user deleted the end of it. */
function withoutHeading(text: string): string {
  const end = text.indexOf(`${endOfHeading}\n`)
  if (end >= 0) return text.slice(end + endOfHeading.length + 1)
  return text.replace(/^(#.*\n)+/, '')
}
