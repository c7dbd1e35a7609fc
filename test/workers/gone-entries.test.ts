import { describe, expect, it } from 'vitest'
import { PlatformError } from '../../schema/errors.ts'
import type { Client } from '../../workers/api-client.ts'
import { sendWithGone } from '../../workers/gone-entries.ts'

const holder = { id: '7', epoch: 3 }

/** A client that records which entries are dropped by requests of their own. */
function recordingClient() {
  const dropped: string[][] = []
  const execute = async (_: unknown, { entries }: { entries: string[] }): Promise<unknown> => {
    dropped.push(entries)
    return { result: true }
  }
  return { dropped, client: { execute } as unknown as Client }
}

const idsUpTo = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index))

describe('entries of what is gone', () => {
  it('are dropped by the request itself', async () => {
    const { client, dropped } = recordingClient()
    const sent: object[] = []
    await sendWithGone(client, { ...holder, gone: new Set(['1', '2']) }, async (it) => sent.push(it))
    await sendWithGone(client, { ...holder, gone: new Set() }, async (it) => sent.push(it))
    expect(sent).toEqual([{ gone: ['1', '2'] }, {}])
    expect(dropped).toEqual([])
  })

  it('are dropped by requests before, if they are too many for one', async () => {
    const { client, dropped } = recordingClient()
    const ids = idsUpTo(1200)
    const sent: { gone?: readonly string[] }[] = []
    await sendWithGone(client, { ...holder, gone: new Set(ids) }, async (it) => sent.push(it))
    expect(dropped.map(({ length }) => length)).toEqual([500, 200])
    expect([...dropped.flat(), ...(sent[0]?.gone ?? [])]).toEqual(ids)
  })

  it('are dropped before, where an earlier server does not know the argument', async () => {
    const { client, dropped } = recordingClient()
    const sent: object[] = []
    await sendWithGone(client, { ...holder, gone: new Set(['1']) }, async (it) => {
      sent.push(it)
      if (it.gone === undefined) return
      const refused = { part: 'argument', name: 'gone', known: false } as const
      throw new PlatformError('UNSUPPORTED', 'the server does not know it', { details: { refused } })
    })
    expect(sent).toEqual([{ gone: ['1'] }, {}])
    expect(dropped).toEqual([['1']])
  })

  it('are sent once, if the request fails otherwise', async () => {
    const { client, dropped } = recordingClient()
    const sending = sendWithGone(client, { ...holder, gone: new Set(['1']) }, async () => {
      throw new PlatformError('STALE_EPOCH', 'a later reconcile has started')
    })
    await expect(sending).rejects.toMatchObject({ code: 'STALE_EPOCH' })
    expect(dropped).toEqual([])
  })
})
