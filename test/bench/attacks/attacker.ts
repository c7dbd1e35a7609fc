import { createClient } from '../../../client-sdk/index.ts'
import { attacks } from './all.ts'
import type { AttackOrder, AttackReport } from './messages.ts'

/* The process that attacks: runs one step of one attack for each message, and reports the responses. */

async function obey({ attack: name, step, url, token }: AttackOrder): Promise<readonly string[]> {
  const attack = attacks.find((each) => each.name === name)
  if (attack === undefined) throw new Error(`there is no attack "${name}"`)
  const client = createClient({ url, token, retryFor: 0 })
  const target = { url, token, client, port: Number(new URL(url).port) }
  if (step === 'run') return attack.run(target)
  await attack.prepare?.(target)
  return []
}

process.on('message', (order: AttackOrder) => {
  obey(order).then(
    (answers) => process.send?.({ answers } satisfies AttackReport),
    (error: unknown) => process.send?.({ answers: [`failed: ${String(error)}`] } satisfies AttackReport),
  )
})
process.on('disconnect', () => process.exit(0))
