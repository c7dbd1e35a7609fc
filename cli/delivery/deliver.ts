import type { AppliedObject, Client, ObjectDocument } from '../../client-sdk/index.ts'
import { isPlatformError, PlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import type { CommandContext } from '../context.ts'
import { nounAndName } from '../kind-names.ts'
import { parseFormat, printValue } from '../objects/formats.ts'
import { recordOf } from '../objects/record.ts'
import { applyBuilt, isWaiting, reportApplied, writeOptions } from '../objects/write.ts'
import type { DryRun, WaitingInput } from '../settings/options.ts'
import { findApplication } from './application.ts'
import { awaitDelivery, endOf } from './await-delivery.ts'
import { parseImages } from './images.ts'
import { deliveryName } from './names.ts'

interface DeliverInput {
  args: { images: readonly string[] }
  options: WaitingInput & {
    application: string
    build: number
    attempt: number | undefined
    source: string | undefined
    commit: string | undefined
    committedAt: string | undefined
    url: string | undefined
    dryRun: DryRun
    project: string | undefined
    output: string
  }
}

/** Delivers the images of a build, and waits until it is decided what becomes of it. */
export async function deliver({ args, options }: DeliverInput, context: CommandContext): Promise<void> {
  const format = parseFormat(options.output)
  const { application, build, attempt, source, commit, committedAt, url, project, dryRun } = options
  const images = parseImages(args.images)
  const document = {
    kind: 'Delivery',
    name: deliveryName({ application, build, attempt, source }),
    ...defined({ project }),
    spec: { application, images, build, ...defined({ attempt, source, commit, committedAt, url }) },
  }
  const { client } = await context.connect()
  const { object } = await findApplication(client, { name: application, project })
  const applied = await applyDelivery(client, document, dryRun)
  const waits = isWaiting(options)
  const report = { ...options, reason: undefined, wait: false }
  if (!waits || format.as === 'table') await reportApplied(context, client, { applied, options: report })
  if (!waits) return
  const [delivery] = applied
  if (delivery === undefined) throw new Error('the server has not returned the delivery')
  const ended = await awaitDelivery(context, {
    client,
    delivery: delivery.object,
    application: object,
    timeout: options.timeout,
  })
  const noun = nounAndName({ kind: 'delivery', name: ended.name })
  if (format.as === 'name') context.io.stdout.write(`${noun}\n`)
  else if (format.as !== 'table' && format.as !== 'wide')
    await printValue(context.io, format, recordOf(ended))
  const { failure, text } = endOf(ended)
  if (failure !== undefined) throw failure
  if (format.as === 'table' || format.as === 'wide') context.io.stdout.write(`${text}\n`)
}

/** Creates a delivery, or finds it. A build is delivered once: other contents under its number are a conflict. */
async function applyDelivery(
  client: Client,
  document: ObjectDocument,
  dryRun: DryRun,
): Promise<AppliedObject[]> {
  try {
    return await applyBuilt(client, [document], writeOptions({ dryRun, reason: undefined }))
  } catch (error) {
    const { fields = [] } = isPlatformError(error) ? error.details : {}
    const changed = fields
      .filter(({ code }) => code === 'IMMUTABLE')
      .map(({ path }) => path.split('.').at(-1))
    if (changed.length === 0) throw error
    throw new PlatformError(
      'CONFLICT',
      `delivery/${document.name} exists with another value of ${changed.join(', ')}; nothing was changed. A build is delivered ` +
        'once: repeat the command as it was, or give another --build, or another --attempt of the same build.',
    )
  }
}
