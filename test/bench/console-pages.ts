import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/* What a browser does with pages of the console: when something shows, how smoothly it scrolls, and what it retains. */

/** What one load of a page took. */
export interface PageLoad {
  /** Milliseconds from the start of the navigation until the first useful paint. */
  first: number
  /** Milliseconds until everything is there. */
  complete: number
  /** Bytes of the scripts that the page loaded by itself, as gzip compresses them. */
  scripts: number
  /** The subscriptions that were open in the end. */
  subscriptions: number
}

/** What a load waits for, as expressions that the page evaluates in each frame. */
export interface Milestones {
  first: string
  complete: string
}

/** Loads a page, and measures in the page itself, so that the control of the browser does not count. */
export async function loadPage(page: Page, url: string, { first, complete }: Milestones): Promise<PageLoad> {
  const scripts: Promise<number>[] = []
  const open = new Set<unknown>()
  const onResponse = (response: Awaited<ReturnType<Page['waitForResponse']>>): void => {
    if (!response.headers()['content-type']?.includes('javascript')) return
    const read = response.body().then((body) => gzipSync(body, { level: 9 }).length)
    scripts.push(read.catch(() => 0))
  }
  const onRequest = (request: Awaited<ReturnType<Page['waitForRequest']>>): void => {
    if (request.url().endsWith('/graphql/stream')) open.add(request)
  }
  const onEnd = (request: unknown): void => void open.delete(request)
  page.on('response', onResponse).on('request', onRequest)
  page.on('requestfinished', onEnd).on('requestfailed', onEnd)
  await page.goto(`${url}#measured`, { waitUntil: 'commit' })
  const times = await page.evaluate<{ first: number; complete: number }>(
    `new Promise((resolve) => {
      let first
      const look = () => {
        if (first === undefined && (${first})) first = performance.now()
        if (first !== undefined && (${complete})) resolve({ first, complete: performance.now() })
        else requestAnimationFrame(look)
      }
      look()
    })`,
  )
  const bytes = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0)
  page.off('response', onResponse).off('request', onRequest)
  page.off('requestfinished', onEnd).off('requestfailed', onEnd)
  return { ...times, scripts: bytes, subscriptions: open.size }
}

/** Scrolls the list of a page from its start for some seconds; returns the milliseconds of each frame. */
export function scrollList(page: Page, seconds = 5): Promise<number[]> {
  return page.evaluate<number[]>(
    `new Promise((resolve) => {
      const list = [...document.querySelectorAll('.grid-frame *')].find(
        (each) => each.scrollHeight > each.clientHeight + 1000 && getComputedStyle(each).overflowY !== 'visible',
      )
      const frames = []
      let last = performance.now()
      const end = last + ${seconds * 1000}
      const step = (now) => {
        frames.push(now - last)
        last = now
        list.scrollTop += 120
        if (now < end) requestAnimationFrame(step)
        else resolve(frames.slice(1))
      }
      requestAnimationFrame(step)
    })`,
  )
}

/** Returns the bytes that the scripts of a page retain after a garbage collection. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
