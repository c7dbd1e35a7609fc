// Prepares a checkout: installs the dependencies of package-lock.json, links qleetctl, and builds outdated artefacts.
// It runs before anything is installed, so it is plain JavaScript without dependencies, for Node 20 and newer. If
// everything is up to date it takes about 100 ms.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withShortLock } from '../process/short-lock.mjs'
import { build, isBuilt, mayBeOutdated } from './bootstrap/build.mjs'
import { install, isInstalled, linkPrograms } from './bootstrap/install.mjs'
import { libc } from './bootstrap/libc.mjs'
import { Problem } from './bootstrap/problem.mjs'

export const repository = fileURLToPath(new URL('..', import.meta.url))

/** The first version of Node that runs our TypeScript directly. */
const requiredNode = 24

/**
 * The programs of a control plane.
 *
 * @type {import('./bootstrap.mjs').BuildStep}
 */
export const programs = {
  name: 'the control plane',
  inputs: [
    'client-sdk',
    'embedded',
    'prisma',
    'process',
    'schema',
    'server',
    'simulator',
    'telemetry',
    'tools/build-programs.ts',
    'tools/bundles.ts',
    'tools/program-bundles.ts',
    'workers',
  ],
  outputs: [
    'dist/programs/embedded/main.mjs',
    'dist/programs/server/main.mjs',
    'dist/programs/workers/main.mjs',
  ],
  args: ['tools/build-programs.ts'],
}

/**
 * The artefacts that are built from source. Paths are relative to the repository; a folder denotes all files in it.
 *
 * @type {readonly import('./bootstrap.mjs').BuildStep[]}
 */
export const buildSteps = [
  {
    name: 'qleetctl',
    inputs: ['cli', 'client-sdk', 'process', 'schema', 'tools/build-cli.mjs', 'tools/bundles.ts'],
    outputs: ['dist/cli/qleetctl.mjs'],
    args: ['tools/build-cli.mjs'],
  },
  programs,
  {
    name: 'the web pages',
    inputs: ['client-sdk', 'schema', 'web', 'tools/build-web.ts'],
    outputs: ['dist/web/index.html', 'dist/web/graphiql.html'],
    args: ['tools/build-web.ts'],
  },
]

/** Installs, links and builds everything that is missing or outdated. Concurrent calls wait for each other. */
export async function ensureInstalled() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new Problem(
      `QleetOS requires Node 20 or newer to install itself, got ${process.version}: install one from https://nodejs.org`,
    )
  }
  if (isInstalled(repository) && everythingIsBuilt()) return linkPrograms(repository)
  await exclusively(async () => {
    // Another process may have installed everything while this one waited for the lock.
    if (!isInstalled(repository)) await install(repository)
    linkPrograms(repository)
    for (const step of buildSteps) await build(step, { repository, node: pinnedNode() })
  })
}

/** Builds the programs of a control plane if one is missing or a source is newer. */
export function ensurePrograms() {
  return ensureBuilt(programs)
}

/**
 * Builds what is missing or older than a source. If nothing is, it takes less than 10 ms.
 *
 * @param {import('./bootstrap.mjs').BuildStep} step
 */
export async function ensureBuilt(step) {
  if (mayBeOutdated(step, repository))
    await exclusively(() => build(step, { repository, node: pinnedNode() }))
}

async function exclusively(work) {
  const onWait = () => process.stderr.write('Waiting for another installation in this folder …\n')
  await withShortLock(join(repository, '.qleet/install.lock'), work, { onWait })
}

function everythingIsBuilt() {
  return buildSteps.every((step) => isBuilt(step, repository))
}

/**
 * Returns the absolute path of a Node that runs this project: the current one if it is new enough, otherwise the
 * installed one.
 */
export function pinnedNode() {
  if (Number.parseInt(process.versions.node, 10) >= requiredNode) return process.execPath
  const installed = join(repository, 'node_modules/.bin/node')
  if (existsSync(installed)) return installed
  throw new Problem(noNode(libc()))
}

/** Returns the error message for systems for which npm provides no Node. */
export function noNode(libc) {
  const [why, remedy] =
    libc === 'musl'
      ? [
          'the Node of npm requires glibc',
          "run 'apk add nodejs-current', or use an image such as node:24-alpine",
        ]
      : [`npm has no Node for ${process.platform}-${process.arch}`, 'install one from https://nodejs.org']
  return `QleetOS requires Node ${requiredNode} or newer, got ${process.version}, and ${why}: ${remedy}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureInstalled()
  } catch (error) {
    process.stderr.write(`${error instanceof Problem ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}
