import { stringify } from 'yaml'
import type { ClusterContext } from '../context.ts'
import type { JsonObject } from '../json.ts'
import type { ListRequest } from '../operations/read.ts'
import { watchObjects, type WatchEvent } from '../operations/watch.ts'
import type { Call } from './call.ts'
import type { Representation } from './negotiate.ts'
import { representEvent } from './represent.ts'

const minTimeoutSeconds = 1800

/** Sends one JSON line per event until the client disconnects, the timeout passes or the server stops. */
export async function streamWatch(
  context: ClusterContext,
  call: Call,
  { list, representation }: { list: ListRequest; representation: Representation },
): Promise<void> {
  const { response } = call
  let isOpen = false
  let isFirst = true
  // Nothing is sent before the watch is established, so that invalid options are an ordinary error.
  const waiting: string[] = []
  const send = (line: string) => {
    if (isOpen) response.write(line)
    else waiting.push(line)
  }
  let failed = false
  const end = watchObjects(context, list, {
    send(event: WatchEvent) {
      send(
        lineOf(
          representEvent(
            context,
            { resource: list.resource, event, query: list.query, isFirst },
            representation,
          ),
          representation,
        ),
      )
      if (event.type !== 'BOOKMARK') isFirst = false
    },
    fail(status: JsonObject) {
      failed = true
      send(lineOf(JSON.stringify({ type: 'ERROR', object: status }), representation))
    },
  })
  response.writeHead(200, {
    'content-type': representation.format === 'yaml' ? 'application/yaml;stream=watch' : 'application/json',
    'cache-control': 'no-cache, private',
  })
  response.flushHeaders()
  isOpen = true
  for (const line of waiting) response.write(line)
  if (failed) {
    end()
    response.end()
    return
  }
  await untilEnded(
    call,
    Number(list.query.get('timeoutSeconds') ?? 0) || minTimeoutSeconds * (1 + Math.random()),
  )
  end()
  response.end()
}

function lineOf(json: string, { format }: Representation): string {
  return format === 'yaml' ? `---\n${stringify(JSON.parse(json), { sortMapEntries: true })}` : `${json}\n`
}

async function untilEnded(call: Call, seconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(over, seconds * 1000)
    const unregister = call.onStop(over)
    call.response.once('close', over)
    function over(): void {
      clearTimeout(timer)
      unregister()
      resolve()
    }
  })
}
