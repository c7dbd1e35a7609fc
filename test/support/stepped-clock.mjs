import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Loaded before a server or a worker (and each of its threads) by `--import`: steps the wall clock of this process by
 * the milliseconds in the file of its pid, as soon as that exists.
 */

const folder = process.env['QLEET_TEST_CLOCKS']
const RealDate = Date
let offset = 0

if (folder !== undefined) {
  setInterval(() => {
    try {
      offset = Number(readFileSync(join(folder, String(process.pid)), 'utf8')) || 0
    } catch {
      // This clock is not stepped.
    }
  }, 100).unref()
  const now = () => RealDate.now() + offset
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
}
