import { setTimeout as sleep } from 'node:timers/promises'
import type { NotificationChannel } from '../../schema/kinds/notification-channel.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { typed } from '../delivery/application.ts'
import { kindByNoun } from '../kind-names.ts'
import { findTarget } from '../objects/find.ts'

interface TestInput {
  args: { channel: string }
  options: { project: string | undefined; timeout: number }
}

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
  const until = performance.now() + timeout
  while (performance.now() < until) {
    context.io.signal.throwIfAborted()
    const { outputs } = await read()
    if (outputs.lastTest === test) {
      context.io.stdout.write(`channel/${args.channel}: accepted (${outputs.lastAnswer ?? ''})\n`)
      return
    }
    const { lastFailure, lastFailureAt } = outputs
    if (lastFailure !== undefined && lastFailureAt !== before.outputs.lastFailureAt)
      throw new CommandFailure(exits.failed, lastFailure, { lastFailure, lastFailureAt })
    await sleep(pollEvery)
  }
  throw new CommandFailure(
    exits.timeout,
    `the sink of channel/${args.channel} has not answered yet. See: qleetctl why channel/${args.channel}`,
  )
}
