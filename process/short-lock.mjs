import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const heartbeatMs = 2_000
/** Files of this process. */
const announced = new Set()
/** A file that was not touched for so long has no owner any more, also where its pid cannot be seen from here. */
const silenceMs = 15_000

/**
 * Runs the work while nobody else does, in this or another process; waits for its turn.
 *
 * For work of seconds, on any Node from 20 on and before packages are installed: what is held for the life of a process is held by
 * the operating system (embedded/folder-lock.ts).
 *
 * Everybody puts a file of their own into the folder, then looks, and enters only when alone there. Nobody ever
 * takes over a file of the dead, so two can never believe that they did.
 */
export async function withShortLock(folder, work, { every = 100, onWait = () => {} } = {}) {
  const name = `${Date.now()}-${randomBytes(4).toString('hex')}`
  const mine = join(folder, name)
  if (announced.size === 0) process.on('exit', withdrawAll)
  announced.add(mine)
  const heartbeat = setInterval(() => utimesIfThere(mine), heartbeatMs)
  try {
    await enter(folder, { name, every, onWait })
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(mine, { force: true })
    announced.delete(mine)
    if (announced.size === 0) process.off('exit', withdrawAll)
    removeIfEmpty(folder)
  }
}

function withdrawAll() {
  for (const file of announced) rmSync(file, { force: true })
}

async function enter(folder, { name, every, onWait }) {
  let isTold = false
  for (;;) {
    announce(folder, name)
    for (;;) {
      const others = livingIn(folder).filter((other) => other !== name)
      if (others.length === 0) return
      if (!isTold) onWait()
      isTold = true
      await delay(every)
      // Of several who wait the first stays; the others make room and only look.
      if (others.some((other) => other < name)) break
    }
    rmSync(join(folder, name), { force: true })
    while (livingIn(folder).length > 0) await delay(every)
  }
}

function announce(folder, name) {
  for (;;) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      return writeFileSync(join(folder, name), `${process.pid} ${hostname()}`)
    } catch (error) {
      // The last one before us has just removed the folder.
      if (error.code !== 'ENOENT') throw error
    }
  }
}

function removeIfEmpty(folder) {
  try {
    rmdirSync(folder)
  } catch {
    // Others wait in it, or one of them has removed it.
  }
}

function livingIn(folder) {
  return namesIn(folder).filter((name) => {
    const file = join(folder, name)
    if (isLiving(file)) return true
    rmSync(file, { force: true })
    return false
  })
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
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
