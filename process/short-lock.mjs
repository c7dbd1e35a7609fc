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
/** Claim files of this process. */
const claims = new Set()
/** The age from which an untouched claim is stale, even if its process runs on another host and cannot be checked. */
const heartbeatTimeoutMs = 15_000

/**
 * Runs the work under mutual exclusion between calls in all processes; waits until the lock is free.
 *
 * Meant for work of seconds; runs on any Node from 20 on and before packages are installed. Locks for the lifetime of a
 * process are held by the operating system (embedded/folder-lock.ts).
 *
 * Each caller creates a claim file of its own in the folder and enters only if it is the single active claim. Claims of dead
 * processes are deleted and never taken over, so two callers cannot both believe that they took one over. A claim that was
 * withdrawn comes back under another name: whoever has found it gone, and deletes it only then, must not delete the new one.
 */
export async function withShortLock(folder, work, { every = 100, onWait = () => {} } = {}) {
  const caller = new Caller(folder)
  try {
    await enter(caller, { folder, every, onWait })
    return await work()
  } finally {
    caller.leave()
    removeIfEmpty(folder)
  }
}

/** A caller with at most one claim at a time, which it keeps alive. */
class Caller {
  /** The time of the call, with which the names of its claims start: the oldest call goes first. */
  #since = Date.now()
  #folder
  #heartbeat
  #claim = ''

  constructor(folder) {
    this.#folder = folder
    this.#heartbeat = setInterval(() => touchIfPresent(this.#claim), heartbeatMs)
  }

  /** Writes a claim. Returns its name. */
  claim() {
    const name = `${this.#since}-${Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex')}`
    this.#claim = join(this.#folder, name)
    if (claims.size === 0) process.on('exit', withdrawAll)
    claims.add(this.#claim)
    writeClaim(this.#folder, name)
    return name
  }

  withdraw() {
    rmSync(this.#claim, { force: true })
    claims.delete(this.#claim)
    if (claims.size === 0) process.off('exit', withdrawAll)
  }

  leave() {
    clearInterval(this.#heartbeat)
    this.withdraw()
  }
}

function withdrawAll() {
  for (const file of claims) rmSync(file, { force: true })
}

async function enter(caller, { folder, every, onWait }) {
  let isReported = false
  for (;;) {
    const name = caller.claim()
    for (;;) {
      const others = activeClaims(folder).filter((other) => other !== name)
      if (others.length === 0) return
      if (!isReported) onWait()
      isReported = true
      await delay(every)
      // Of several waiting claims the oldest one stays; the others withdraw theirs and poll.
      if (others.some((other) => other < name)) break
    }
    caller.withdraw()
    while (activeClaims(folder).length > 0) await delay(every)
  }
}

function writeClaim(folder, name) {
  for (;;) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      return writeFileSync(join(folder, name), `${process.pid} ${hostname()}`)
    } catch (error) {
      // The previous holder has just removed the folder.
      if (error.code !== 'ENOENT') throw error
    }
  }
}

function removeIfEmpty(folder) {
  try {
    rmdirSync(folder)
  } catch {
    // Other claims are in the folder, or another process has removed it.
  }
}

function activeClaims(folder) {
  return namesIn(folder).filter((name) => {
    const file = join(folder, name)
    if (isActive(file)) return true
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

function isActive(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > heartbeatTimeoutMs) return false
    const [pid, host] = readFileSync(file, 'utf8').split(' ')
    // Claim files are empty for a moment after their creation.
    return host === undefined || host !== hostname() || isRunning(Number(pid))
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function touchIfPresent(file) {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
