import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { withProgress } from './progress.mjs'
import { runQuietly } from './run.mjs'

/** @typedef {import('../bootstrap.mjs').BuildStep} BuildStep */

/**
 * Builds an artefact if it is outdated.
 *
 * @param {BuildStep} step
 */
export async function build(step, { repository, node }) {
  const stamp = stampFile(step, repository)
  // Read before the build, so that inputs that change during the build trigger the next one.
  const start = new Date()
  if (!isBuilt(step, repository)) {
    const hash = hashOf(step, repository)
    await withProgress(`Building ${step.name}`, () =>
      runQuietly(node, step.args, { what: `Building ${step.name}`, cwd: repository }),
    )
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  }
  utimesSync(stamp, start, start)
}

/**
 * Reports whether an artefact is missing, or an input has changed since it was last found up to date. It compares times, which takes
 * a tenth of the time of `isBuilt`, and may be wrong about a file that was moved here with an old time.
 *
 * @param {BuildStep} step
 */
export function mayBeOutdated(step, repository) {
  const stamp = statSync(stampFile(step, repository), { throwIfNoEntry: false })
  if (stamp === undefined || !isComplete(step, repository)) return true
  return inputsOf(step).some((path) => {
    const full = join(repository, path)
    // The time of a folder changes with the names in it.
    const entries = statSync(full).isDirectory() ? readdirSync(full, { recursive: true }) : []
    return ['', ...entries].some((name) => statSync(join(full, name)).mtimeMs > stamp.mtimeMs)
  })
}

/**
 * Reports whether an artefact is up to date.
 *
 * @param {BuildStep} step
 */
export function isBuilt(step, repository) {
  if (!isComplete(step, repository)) return false
  const stamp = stampFile(step, repository)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(step, repository)
}

function isComplete({ outputs }, repository) {
  return outputs.every((output) => existsSync(join(repository, output)))
}

function inputsOf({ inputs }) {
  return [...inputs, 'package-lock.json']
}

function stampFile({ name }, repository) {
  return join(repository, 'dist/.stamps', name.replaceAll(/\W+/g, '-'))
}

function hashOf(step, repository) {
  const hash = createHash('sha256').update(JSON.stringify(step))
  for (const file of inputsOf(step).flatMap((path) => filesIn(repository, path))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(repository, file)))
  }
  return hash.digest('hex')
}

function filesIn(repository, path) {
  const full = join(repository, path)
  if (!statSync(full).isDirectory()) return [path]
  const names = readdirSync(full, { recursive: true }).sort((a, b) => (a < b ? -1 : 1))
  return names.map((name) => join(path, name)).filter((file) => statSync(join(repository, file)).isFile())
}
