import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withProgress } from './progress.mjs'
import { runQuietly } from './run.mjs'

/**
 * @typedef {object} BuildStep
 * @property {string} name the object of "Building"
 * @property {readonly string[]} inputs files and folders; a change in any of them, or in package-lock.json, triggers a
 * build
 * @property {readonly string[]} outputs files; a missing one triggers a build
 * @property {readonly string[]} args the arguments for the pinned Node, run in the repository
 */

/**
 * Builds an artefact if it is outdated.
 *
 * @param {BuildStep} step
 */
export async function build(step, { repository, node }) {
  if (isBuilt(step, repository)) return
  // Computed before the build, so that inputs that change during the build trigger the next one.
  const stamp = hashOf(step, repository)
  await withProgress(`Building ${step.name}`, () =>
    runQuietly(node, step.args, { what: `Building ${step.name}`, cwd: repository }),
  )
  mkdirSync(dirname(stampFile(step, repository)), { recursive: true })
  writeFileSync(stampFile(step, repository), stamp)
}

/**
 * Reports whether an artefact is up to date.
 *
 * @param {BuildStep} step
 */
export function isBuilt(step, repository) {
  if (!step.outputs.every((output) => existsSync(join(repository, output)))) return false
  const stamp = stampFile(step, repository)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(step, repository)
}

function stampFile({ name }, repository) {
  return join(repository, 'dist/.stamps', name.replaceAll(/\W+/g, '-'))
}

function hashOf(step, repository) {
  const hash = createHash('sha256').update(JSON.stringify(step))
  for (const file of [...step.inputs, 'package-lock.json'].flatMap((path) => filesIn(repository, path))) {
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
