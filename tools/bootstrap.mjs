// Makes a checkout ready to run: dependencies installed as package-lock.json has them, qleetctl in reach, and
// what is built from source up to date. It is what runs before anything is installed, so it is plain
// JavaScript without dependencies, for Node 20 and newer. When all is in order it takes some 30 ms.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withShortLock } from '../process/short-lock.mjs'
import { build, isBuilt } from './bootstrap/build.mjs'
import { install, isInstalled, linkPrograms } from './bootstrap/install.mjs'
import { libc } from './bootstrap/libc.mjs'
import { Problem } from './bootstrap/problem.mjs'

export const repository = fileURLToPath(new URL('..', import.meta.url))

/** Node runs our TypeScript as it is from this version on. */
const neededNode = 24

/**
 * What is built from source when its inputs changed. Paths are relative to the repository; a folder stands for
 * all files in it. `args` are for the pinned Node.
 *
 * @type {readonly import('./bootstrap/build.mjs').BuildStep[]}
 */
export const buildSteps = [
  {
    name: 'qleetctl',
    inputs: ['cli', 'client-sdk', 'process', 'schema', 'tools/build-cli.mjs'],
    outputs: ['dist/cli/qleetctl.mjs'],
    args: ['tools/build-cli.mjs'],
  },
  {
    name: 'the web pages',
    inputs: ['web'],
    outputs: ['dist/web/graphiql.html'],
    args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error'],
  },
]

/** Installs, links and builds what is missing or out of date; several at the same time take turns. */
export async function ensureInstalled() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new Problem(`QleetOS needs Node 20 or newer to install itself, and this is ${process.version}`)
  }
  if (isInstalled(repository) && everythingIsBuilt()) return linkPrograms(repository)
  const onWait = () => process.stderr.write('Waiting for another installation in this folder …\n')
  const work = async () => {
    // Somebody else may have done it while we waited for our turn.
    if (!isInstalled(repository)) await install(repository)
    linkPrograms(repository)
    for (const step of buildSteps) await build(step, { repository, node: pinnedNode() })
  }
  await withShortLock(join(repository, '.qleet/install.lock'), work, { onWait })
}

function everythingIsBuilt() {
  return buildSteps.every((step) => isBuilt(step, repository))
}

/** The absolute path of a Node that runs this project: the one at work if it is new enough, else the installed. */
export function pinnedNode() {
  if (Number.parseInt(process.versions.node, 10) >= neededNode) return process.execPath
  const installed = join(repository, 'node_modules/.bin/node')
  if (existsSync(installed)) return installed
  throw new Problem(noNode(libc()))
}

/** What to do where npm has brought no Node. */
export function noNode(libc) {
  const [why, remedy] =
    libc === 'musl'
      ? ['that of npm needs glibc', "run 'apk add nodejs-current', or use an image such as node:24-alpine"]
      : [`npm has no Node for ${process.platform}-${process.arch}`, 'install one from https://nodejs.org']
  return `QleetOS needs Node ${neededNode} or newer; this is ${process.version}, and ${why}: ${remedy}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureInstalled()
  } catch (error) {
    process.stderr.write(`${error instanceof Problem ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}
