import type { NotificationChannel } from '../../schema/kinds/notification-channel.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { typed, type Typed } from '../delivery/application.ts'
import { kindByNoun } from '../kind-names.ts'
import { findTarget } from '../objects/find.ts'
import { poll } from '../waiting/poll.ts'

interface TestInput {
  args: { channel: string }
  options: { project: string | undefined; timeout: number }
}

type Channel = Typed<typeof NotificationChannel>

/** Milliseconds between two looks at the channel. */
const pollEvery = 300

/** Sends a test message, and waits for the answer of the sink. */
export async function testChannel({ args, options }: TestInput, context: CommandContext): Promise<void> {
  const { project, timeout } = options
  const target = { kind: kindByNoun('notification-channel'), name: args.channel, project }
  const { client } = await context.connect()
  const read = async () => typed<typeof NotificationChannel>(await findTarget(client, target))
  const before = await read()
  const test = await client.objects.sendTestNotification({ name: args.channel, project })
  const isAccepted = ({ outputs }: Channel): boolean => outputs.lastTest === test
  const hasFailed = ({ outputs: { lastFailure, lastFailureAt } }: Channel): boolean =>
    lastFailure !== undefined && lastFailureAt !== before.outputs.lastFailureAt
  const found = await poll(context.io, {
    read,
    isEnough: (channel) => isAccepted(channel) || hasFailed(channel),
    every: pollEvery,
    timeout,
  })
  const { lastFailure = '', lastFailureAt, lastAnswer = '' } = found.outputs
  if (isAccepted(found)) {
    context.io.stdout.write(`channel/${args.channel}: accepted (${lastAnswer})\n`)
    return
  }
  if (hasFailed(found)) throw new CommandFailure(exits.failed, lastFailure, { lastFailure, lastFailureAt })
  throw new CommandFailure(
    exits.timeout,
    `the sink of channel/${args.channel} has not answered yet. See: qleetctl why channel/${args.channel}`,
  )
}
