import { describe, expect, it } from 'vitest'
import { createBreaker, type BreakerUpdate } from '../../../process/upstream/breaker.ts'
import { KubeError } from '../../../workers/kube/client/kube-error.ts'
import { kubeFailures } from '../../../workers/kube/client/kube-failures.ts'

const away = new KubeError('unreachable', 'does not answer', { reason: 'ConnectionRefused' })

function opened() {
  const news: BreakerUpdate[] = []
  let time = 0
  const breaker = createBreaker({
    failures: kubeFailures,
    onChange: (each) => news.push(each),
    now: () => time,
  })
  for (let failure = 0; failure < 3; failure++) {
    breaker.enter()
    breaker.failed(away)
  }
  return { breaker, news, pass: (milliseconds: number) => (time += milliseconds) }
}

describe('createBreaker', () => {
  it('opens after consecutive failures, and reports the last one at once from then on', () => {
    const { breaker, news } = opened()
    expect(breaker.state).toBe('open')
    expect(() => breaker.enter()).toThrow(away.message)
    expect(news).toMatchObject([
      { state: 'open', failure: { kind: 'unreachable', reason: 'ConnectionRefused' } },
    ])
  })

  it('lets one request probe after a while, and waits longer after each failure', () => {
    const { breaker, pass } = opened()
    pass(2000)
    breaker.enter()
    expect(breaker.state).toBe('halfOpen')
    expect(() => breaker.enter()).toThrow(away.message)
    breaker.failed(away)
    pass(1900)
    expect(() => breaker.enter()).toThrow(away.message)
    pass(2100)
    breaker.enter()
    breaker.succeeded()
    expect(breaker.state).toBe('closed')
    breaker.enter()
  })

  it('lets one request probe at least every eight seconds, however long the upstream is away', () => {
    const { breaker, pass } = opened()
    for (let failure = 0; failure < 20; failure++) {
      pass(8000)
      breaker.enter()
      breaker.failed(away)
    }
    expect(() => breaker.enter()).toThrow(away.message)
    expect(breaker.opened?.retryAt).toBeGreaterThan(20 * 8000)
  })

  it('lets others wait for the result of the probe', async () => {
    const { breaker, pass } = opened()
    await breaker.probed()
    pass(2000)
    breaker.enter()
    const waiting = [breaker.probed(), breaker.probed(new AbortController().signal)]
    breaker.succeeded()
    await Promise.all(waiting)
    breaker.enter()

    const other = opened()
    other.pass(2000)
    other.breaker.enter()
    const refused = other.breaker.probed()
    other.breaker.failed(away)
    await refused
    expect(() => other.breaker.enter()).toThrow(away.message)
  })

  it('lets others wait until they are aborted', async () => {
    const { breaker, pass } = opened()
    pass(2000)
    breaker.enter()
    const aborted = AbortSignal.abort()
    await breaker.probed(aborted)
    expect(breaker.state).toBe('halfOpen')
  })

  it('counts concurrent failures once', () => {
    const { breaker, pass } = opened()
    for (let failure = 0; failure < 20; failure++) breaker.failed(away)
    pass(2000)
    breaker.enter()
    expect(breaker.state).toBe('halfOpen')
  })

  it('opens at once if the failure is certain', () => {
    const breaker = createBreaker({ failures: kubeFailures })
    breaker.open(away)
    expect(() => breaker.enter()).toThrow(away.message)
  })

  it('resets the failures after a success', () => {
    const breaker = createBreaker({ failures: kubeFailures })
    for (let time = 0; time < 10; time++) {
      breaker.failed(away)
      breaker.failed(away)
      breaker.succeeded()
    }
    expect(breaker.state).toBe('closed')
  })

  it('does not count responses of the cluster', () => {
    const breaker = createBreaker({ failures: kubeFailures })
    for (let time = 0; time < 10; time++) breaker.failed(new KubeError('serverError', 'oops'))
    expect(breaker.state).toBe('closed')
  })

  it('adopts the result of another thread', () => {
    const { news } = opened()
    const other = createBreaker({ failures: kubeFailures, now: () => 0 })
    for (const each of news) other.adopt(each)
    expect(() => other.enter()).toThrow(away.message)
    other.adopt({ state: 'closed' })
    other.enter()
    expect(other.state).toBe('closed')
  })
})
