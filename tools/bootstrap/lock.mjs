import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const heartbeatMs = 2_000
/** One who has not been heard of for so long is gone, also where its pid cannot be seen from here. */
const silenceMs = 15_000

/**
 * Runs the work while nobody else does, in this or another process; waits for its turn.
 *
 * Everybody puts a file of their own into the folder, then looks, and enters only when alone there. Nobody ever
 * takes over a file of the dead, so two can never believe that they did.
 */
export async function withLock(folder, work) {
  const name = `${Date.now()}-${randomBytes(4).toString('hex')}`
  const mine = join(folder, name)
  const withdraw = () => rmSync(mine, { force: true })
  const interrupted = () => process.exit(130)
  process.once('exit', withdraw)
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  const heartbeat = setInterval(() => utimesIfThere(mine), heartbeatMs)
  try {
    await enter(folder, name)
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', withdraw)
    process.off('SIGINT', interrupted)
    process.off('SIGTERM', interrupted)
    withdraw()
  }
}

async function enter(folder, name) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let said = false
  for (;;) {
    writeFileSync(join(folder, name), `${process.pid} ${hostname()}`)
    for (;;) {
      const others = livingIn(folder).filter((other) => other !== name)
      if (others.length === 0) return
      if (!said) process.stderr.write('Waiting for another installation in this folder …\n')
      said = true
      await delay(100)
      // Of several who wait the first stays; the others make room and only look.
      if (others.some((other) => other < name)) break
    }
    rmSync(join(folder, name), { force: true })
    while (livingIn(folder).length > 0) await delay(100)
  }
}

function livingIn(folder) {
  return readdirSync(folder).filter((name) => {
    const file = join(folder, name)
    if (isLiving(file)) return true
    rmSync(file, { force: true })
    return false
  })
}

function isLiving(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > silenceMs) return false
    const [pid, host] = readFileSync(file, 'utf8').split(' ')
    // Empty for a moment, until its owner has written it.
    return host === undefined || host !== hostname() || isAlive(Number(pid))
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function utimesIfThere(file) {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
