import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const heartbeatMs = 2_000
/** A holder that has not been heard of for so long is gone, also where its pid cannot be seen from here. */
const silenceMs = 15_000

/** Runs the work while nobody else does, in this or another process; waits for its turn. */
export async function withLock(folder, work) {
  await acquire(folder)
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimesSync(folder, now, now)
  }, heartbeatMs)
  const release = () => rmSync(folder, { recursive: true, force: true })
  const interrupted = () => process.exit(130)
  process.once('exit', release)
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    process.off('SIGINT', interrupted)
    process.off('SIGTERM', interrupted)
    release()
  }
}

async function acquire(folder) {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  for (let waits = 0; ; waits++) {
    try {
      mkdirSync(folder)
      writeFileSync(ownerFile(folder), JSON.stringify({ pid: process.pid, host: hostname() }))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned(folder)) setAside(folder)
    else if (waits === 1) process.stderr.write('Waiting for another installation in this folder …\n')
    await delay(waits === 0 ? 0 : 200)
  }
}

function isAbandoned(folder) {
  try {
    if (Date.now() - statSync(folder).mtimeMs > silenceMs) return true
    const { pid, host } = JSON.parse(readFileSync(ownerFile(folder), 'utf8'))
    return host === hostname() && !isAlive(pid)
  } catch {
    // Just being made, or just released: the next look tells.
    return false
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

function setAside(folder) {
  const aside = `${folder}.${process.pid}`
  try {
    // Of several that find it abandoned, one moves it.
    renameSync(folder, aside)
    rmSync(aside, { recursive: true, force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function ownerFile(folder) {
  return join(folder, 'owner.json')
}
