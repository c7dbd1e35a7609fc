import { serveThread } from '../../../workers/engine/serve-thread.ts'
import { done } from '../../../workers/engine/outcome.ts'
import type { Client } from '../../../client-sdk/index.ts'
import type { Reconciler } from '../../../workers/engine/reconciler.ts'
import { pino } from 'pino'
import { poisons } from '../../support/poison/poisons.ts'

/* A thread of a pool in which the id of an object determines the fate of its reconcile. The client has no server. */

const client = {
  execute: async (_: unknown, { id }: { id: string }) => ({
    result: {
      epoch: 1,
      triggers: 0,
      failures: 0,
      holders: [],
      secrets: {},
      confirmed: [],
      inventory: [],
      claims: [],
      owns: false,
      startedAt: new Date().toISOString(),
      labelId: id,
      controlPlane: 'test',
      mayHaveOrphans: false,
      hasAbandoned: false,
      variables: [],
      digestKey: '',
      state: id.startsWith('known') ? { threadLost: true } : {},
      object: {
        id,
        kind: 'Any',
        name: id,
        deletionRequestedAt: null,
        status: { conditions: [], phase: 'Ready' },
      },
    },
  }),
} as unknown as Client

const reconciler: Reconciler<undefined> = {
  ensure: async ({ object: { id } }) => {
    const [poison = ''] = id.split('-').slice(-2)
    await poisons[poison]?.()
    return done('fine')
  },
  remove: async () => done('gone'),
}

export default serveThread({
  reconcilers: new Map([['Any', reconciler]]),
  environment: undefined,
  client,
  log: pino({ level: 'silent' }),
})
