import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { LinkedAbort } from '../../process/linked-abort.ts'

const reason = new Error('enough')

it('aborts with the first of its sources, and with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const linked = new LinkedAbort([one.signal, other.signal])
  expect(linked.signal.aborted).toBe(false)
  other.abort(reason)
  one.abort(new Error('later'))
  expect(linked.signal.reason).toBe(reason)
})

it('is aborted from the start if a source is', () => {
  const linked = new LinkedAbort([new AbortController().signal, AbortSignal.abort(reason)])
  expect(linked.signal.reason).toBe(reason)
})

it('aborts by itself, without its sources', () => {
  const source = new AbortController()
  const linked = new LinkedAbort([source.signal])
  linked.abort(reason)
  expect(linked.signal.reason).toBe(reason)
  expect(source.signal.aborted).toBe(false)
})

it('leaves nothing at its sources once it is released, and follows them no more', () => {
  const source = new AbortController()
  const linked = new LinkedAbort([source.signal])
  linked.release()
  expect(getEventListeners(source.signal, 'abort')).toEqual([])
  source.abort(reason)
  expect(linked.signal.aborted).toBe(false)
})
