import { clientsPath, workersPath } from '../../schema/endpoints.ts'
import { parse, OperationTypeNode } from 'graphql'
import { runLifecycle, type Party } from './lifecycle.ts'
import { operationNamed, type Answer, type Exchange, type ReleaseMessages } from './recording.ts'

export interface RecorderOptions {
  url: string
  /** The tokens by sender. */
  tokens: Record<Party, string>
  /** The texts of the operations of the release, by the name of their document. */
  operations: ReleaseMessages['operations']
}

/** Runs the lifecycle on an empty server of a release, with its own operations, and records the responses. */
export async function recordLifecycle(options: RecorderOptions): Promise<Exchange[]> {
  const { operations } = options
  const exchanges: Exchange[] = []
  await runLifecycle(async (document, variables = {}, party = 'administrator') => {
    // The release does not have it yet, or no longer.
    if (operationNamed(operations, document) === undefined) return {} as never
    const { status, answer } = await ask(options, { document, variables, party })
    const asked = { document, variables: { ...variables }, party }
    exchanges.push(lasting({ ...asked, status, answer }) as Exchange)
    const result = Array.isArray(answer) ? undefined : answer.data?.result
    // The lifecycle knows the requested type.
    return (result ?? {}) as never
  })
  return exchanges
}

async function ask(
  { url, tokens, operations }: RecorderOptions,
  { document, variables, party }: Pick<Exchange, 'document' | 'party'> & { variables: object },
): Promise<Pick<Exchange, 'status' | 'answer'>> {
  const { api = 'clients', text: query = '' } = operationNamed(operations, document) ?? {}
  const subscribes = parse(query).definitions.some(
    (each) => 'operation' in each && each.operation === OperationTypeNode.SUBSCRIPTION,
  )
  const response = await fetch(
    new URL(subscribes ? '/graphql/stream' : api === 'workers' ? workersPath : clientsPath, url),
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[party]}`,
        ...(subscribes ? { accept: 'text/event-stream' } : {}),
      },
      body: JSON.stringify({ query, variables }),
    },
  )
  const { status } = response
  return { status, answer: subscribes ? await firstOf(response) : ((await response.json()) as Answer) }
}

/** The first two responses of a subscription, or as many as there are. */
async function firstOf(response: Response): Promise<Answer[]> {
  const answers: Answer[] = []
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    const events = blocks.filter((block) => block.startsWith('event: next'))
    answers.push(...events.map((block) => JSON.parse(block.slice(block.indexOf('data: ') + 6)) as Answer))
    if (answers.length >= 2) break
  }
  return answers.slice(0, 2)
}

/** Fields that differ each time. */
const chance: Record<string, string> = { requestId: 'request', token: 'token' }

/** Removes the values that another recording of the same code would not have. */
function lasting(value: unknown): unknown {
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? '2026-01-01T00:00:00.000Z' : value
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' ? (chance[key] ?? lasting(each)) : lasting(each),
    ]),
  )
}
