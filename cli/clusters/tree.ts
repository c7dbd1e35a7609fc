import { FollowResourceTreeDocument } from '../../client-sdk/generated/documents.ts'
import { pause } from '../../schema/retry.ts'
import { anyReference, type Client } from '../../client-sdk/index.ts'
import { errorTable, isPlatformError } from '../../schema/errors.ts'
import { exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { formatTarget, sdkTarget, workloadTarget, type Target } from '../kind-names.ts'
import { findTarget } from '../objects/find.ts'
import { parseFormat, printNext, printValue, type Format } from '../objects/formats.ts'
import type { Io } from '../terminal/io.ts'
import { Repaint } from '../terminal/repaint.ts'
import { readOwned, readTree } from './read-tree.ts'
import { recordOfTree, type ObjectTree } from './object-tree.ts'
import { renderTree } from './tree-table.ts'

interface TreeInput {
  args: { workload: string }
  options: { watch: boolean; project: string | undefined; output: string }
}

export async function tree({ args, options }: TreeInput, context: CommandContext): Promise<number | void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml'])
  const target = workloadTarget(args.workload, options.project)
  const { client } = await context.connect()
  if (options.watch) return watchTree(client, io, { target, format })
  const object = await findTarget(client, target)
  const objectTree = await readTree(client, object)
  if (format.as === 'table') io.stdout.write(renderTree(io, objectTree))
  else await printValue(io, format, recordOfTree(objectTree))
}

/** Milliseconds before an interrupted subscription is started again. */
const retryDelay = 2000
/** Milliseconds between redraws, which update ages. */
const redrawInterval = 1000

/** Prints the tree whenever it changes, until the object is deleted or Ctrl-C. */
async function watchTree(
  client: Client,
  io: Io,
  { target, format }: { target: Target; format: Format },
): Promise<number> {
  const ended = new AbortController()
  const signal = AbortSignal.any([io.signal, ended.signal])
  const by = anyReference(sdkTarget(target))
  const after = await client.changeCursor()
  let object = await findTarget(client, target)
  let nodes: ObjectTree['nodes'] | undefined
  let owned = await readOwned(client, object)
  const screen = new Repaint(io)
  const show = async (): Promise<void> => {
    if (nodes === undefined) return
    const current = { object, nodes, owned }
    if (format.as === 'table') screen.draw(renderTree(io, current))
    else await printNext(io, format, { value: recordOfTree(current), name: target.name })
  }
  const followObject = async (): Promise<void> => {
    for await (const change of client.follow({ after, objectId: object.id, signal })) {
      if (change.operation === 'DELETE') {
        io.stderr.write(`${formatTarget(target)} deleted\n`)
        ended.abort()
      } else if (change.object !== null && change.object.version > object.version) {
        object = change.object
        owned = await readOwned(client, object)
        await show()
      }
    }
  }
  const followNodes = async (): Promise<void> => {
    let lastError = ''
    while (!signal.aborted) {
      try {
        const trees = client.subscribe(FollowResourceTreeDocument, { by }, { signal })
        for await (const { result } of trees) {
          nodes = result
          owned = await readOwned(client, object)
          lastError = ''
          await show()
        }
      } catch (error) {
        if (signal.aborted) return
        if (!isPlatformError(error) || !errorTable[error.code].retry) throw error
        if (lastError !== error.message) io.stderr.write(`${error.message}; retrying\n`)
        lastError = error.message
      }
      await pause(retryDelay, signal)
    }
  }
  const redrawing = setInterval(() => {
    if (io.stdout.isTTY && format.as === 'table') void show()
  }, redrawInterval)
  try {
    await Promise.all([followObject(), followNodes()].map((each) => each.finally(() => ended.abort())))
  } finally {
    clearInterval(redrawing)
  }
  return io.signal.aborted ? exits.interrupted : 0
}
