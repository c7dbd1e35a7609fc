import type { AnyObject, AppliedObject, Client, ObjectDocument } from '../../client-sdk/index.ts'
import { isPlatformError, type PlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import type { PreviewState } from '../../schema/delivery/previews.ts'
import { previewName } from '../../schema/short-name.ts'
import type { Preview } from '../../schema/kinds/preview.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { formatTarget, kindByNoun, nounAndName } from '../kind-names.ts'
import { parseFormat, printValue, type Format } from '../objects/formats.ts'
import { recordOf } from '../objects/record.ts'
import { applyBuilt, isWaiting, reportApplied, writeOptions } from '../objects/write.ts'
import type { DryRun, WaitingInput } from '../settings/options.ts'
import { TaskList } from '../terminal/task-list.ts'
import { followCommand, noteInterruption } from '../waiting/interruption.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { waitFor } from '../waiting/wait-for.ts'
import { findApplication, typed, type Typed } from './application.ts'
import { parseImages } from './images.ts'
import { findPreview } from './find-preview.ts'

interface PreviewInput {
  args: { application: string; images: readonly string[] }
  options: WaitingInput & {
    pullRequest: number
    build: number | undefined
    attempt: number | undefined
    commit: string | undefined
    url: string | undefined
    ttl: number | undefined
    runtime: string | undefined
    dryRun: DryRun
    project: string | undefined
    output: string
  }
}

/** The options by which a written preview is reported. */
export type PreviewReport = WaitingInput & { dryRun: DryRun; project: string | undefined; output: string }

type KnownPreview = Typed<typeof Preview>

/** Creates the preview of a pull request, or brings it to another build, and waits until it is ready. */
export async function preview({ args, options }: PreviewInput, context: CommandContext): Promise<void> {
  const format = parseFormat(options.output)
  const { pullRequest, build, attempt, commit, url, runtime, project, dryRun } = options
  const ttl = options.ttl === undefined ? undefined : Math.max(1, Math.round(options.ttl / 1000))
  const images = parseImages(args.images)
  const { client } = await context.connect()
  const application = await findApplication(client, { name: args.application, project })
  const existing = await findPreview(client, application, pullRequest)
  const kept = existing?.spec
  const document = {
    kind: 'Preview',
    name: existing?.object.name ?? previewName(application.object.name, pullRequest),
    ...defined({ project }),
    spec: {
      application: args.application,
      pullRequest,
      images,
      ...defined({
        build,
        attempt,
        commit,
        url: url ?? kept?.url,
        ttl: ttl ?? kept?.ttl,
        wokenAt: kept?.wokenAt,
        runtime: runtime ?? kept?.runtime,
        parameters: kept?.parameters,
        overrides: kept?.overrides,
      }),
    },
  }
  const waits = isWaiting(options)
  const push = { client, document, dryRun, timeout: options.timeout, waits }
  const pushed = await pushPreview(context, push)
  if ('newer' in pushed) return printSuperseded(context, format, pushed.newer)
  await reportPreview(context, client, { applied: pushed.applied, options, format })
}

/** Prints a preview that was written, and waits until it is ready if requested. */
export async function reportPreview(
  context: CommandContext,
  client: Client,
  {
    applied: all,
    options,
    format,
  }: { applied: readonly AppliedObject[]; options: PreviewReport; format: Format },
): Promise<void> {
  const waits = isWaiting(options)
  const report = { ...options, reason: undefined, wait: false }
  if (!waits || format.as === 'table') await reportApplied(context, client, { applied: all, options: report })
  if (!waits) return
  const [applied] = all
  if (applied === undefined) throw new Error('the server has not returned the preview')
  const ended = await awaitPreview(context, { client, object: applied.object, timeout: options.timeout })
  await printEnd(context, format, ended)
}

interface PreviewPush {
  client: Client
  document: ObjectDocument & { spec: { build?: number; attempt?: number } }
  dryRun: DryRun
  timeout: number
  waits: boolean
}

/** Writes a preview. One that is being deleted is awaited first. Returns the stored one if it has a newer build. */
async function pushPreview(
  { io }: CommandContext,
  { client, document, dryRun, timeout, waits }: PreviewPush,
): Promise<{ applied: AppliedObject[] } | { newer: AnyObject }> {
  const write = () => applyBuilt(client, [document], writeOptions({ dryRun, reason: undefined }))
  const { kind, name, project, spec } = document
  try {
    return { applied: await write() }
  } catch (error) {
    if (!isPlatformError(error)) throw error
    if (error.code === 'CONFLICT' && waits && hasConflict(error, /(^|\.)name$/)) {
      const target = { kind: kindByNoun(kind), name, project: project ?? undefined }
      await waitWithProgress(io, [target], { client, goal: 'deleted', timeout })
      return { applied: await write() }
    }
    if (!hasConflict(error, /\.(build|attempt)$/)) throw error
    const stored = await client.objects.get({ kind, name, ...defined({ project: project ?? undefined }) })
    if (stored == null || !isNewer(typed<typeof Preview>(stored), spec)) throw error
    return { newer: stored }
  }
}

function hasConflict({ details: { fields = [] } }: PlatformError, at: RegExp): boolean {
  return fields.some(({ path, code }) => code === 'CONFLICT' && at.test(path))
}

function isNewer({ spec }: KnownPreview, { build, attempt = 1 }: PreviewPush['document']['spec']): boolean {
  if (build === undefined || spec.build === undefined) return false
  return spec.build > build || (spec.build === build && (spec.attempt ?? 1) > attempt)
}

/** Waits until it is decided how the last push of a preview has ended. */
async function awaitPreview(
  { io }: CommandContext,
  { client, object, timeout }: { client: Client; object: AnyObject; timeout: number },
): Promise<AnyObject> {
  const { name, projectName, id, generation } = object
  const target = { kind: kindByNoun('preview'), name, project: projectName ?? undefined, id }
  const tasks = new TaskList(io)
  const noun = formatTarget(target)
  const isReached = (each: AnyObject): boolean => isDecided(each, generation)
  const goal = { name: 'previewed', isReached }
  try {
    const [found] = await waitFor([target], {
      client,
      goal,
      timeout,
      signal: io.signal,
      onChange: (_, changed) => {
        if (changed === undefined) return
        const { state = 'Accepted', message } = typed<typeof Preview>(changed).outputs
        const isOver = isReached(changed)
        const detail = message === undefined || isOver ? state : `${state}: ${message}`
        tasks.set(noun, {
          title: noun,
          state: isOver ? (runsWell(state) ? 'done' : 'failed') : 'running',
          detail,
        })
      },
    })
    return found ?? object
  } catch (error) {
    tasks.end()
    if (io.signal.aborted) noteInterruption(io, followCommand([target], goal))
    throw error
  } finally {
    tasks.end()
  }
}

function isDecided(object: AnyObject, generation: number): boolean {
  const { state } = typed<typeof Preview>(object).outputs
  if (object.observedGeneration < generation) return false
  return runsWell(state) || state === 'Failed' || state === 'Expired'
}

/** Reports whether a preview is as it should be. One that sleeps was ready. */
function runsWell(state: PreviewState | undefined): boolean {
  return state === 'Ready' || state === 'Asleep'
}

async function printEnd({ io }: CommandContext, format: Format, object: AnyObject): Promise<void> {
  const noun = nounAndName({ kind: 'preview', name: object.name })
  const { spec, outputs } = typed<typeof Preview>(object)
  const { state = 'Accepted', message, url, expiresAt } = outputs
  const isTable = format.as === 'table' || format.as === 'wide'
  if (format.as === 'name') io.stdout.write(`${noun}\n`)
  else if (!isTable) await printValue(io, format, recordOf(object))
  if (!runsWell(state))
    throw new CommandFailure(exits.failed, `${noun} ${state}: ${message ?? 'no cause is known'}`, {
      preview: object.name,
      state,
      cause: message,
    })
  if (!isTable) return
  io.stdout.write(`${noun} ${state}, until ${expiresAt ?? 'it is closed'}\n`)
  if (state === 'Asleep')
    io.stderr.write(
      `Wake it with: qleetctl preview wake ${spec.application} --pull-request ${spec.pullRequest}\n`,
    )
  if (url !== undefined) io.stdout.write(`${url}\n`)
}

async function printSuperseded({ io }: CommandContext, format: Format, object: AnyObject): Promise<void> {
  const noun = nounAndName({ kind: 'preview', name: object.name })
  const { spec, outputs } = typed<typeof Preview>(object)
  if (format.as === 'name') io.stdout.write(`${noun}\n`)
  else if (format.as !== 'table' && format.as !== 'wide') await printValue(io, format, recordOf(object))
  else {
    io.stdout.write(`${noun} Superseded: build ${spec.build} is newer\n`)
    if (outputs.url !== undefined) io.stdout.write(`${outputs.url}\n`)
  }
}
