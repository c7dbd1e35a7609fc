import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildImages, writeFiles } from './images/build.ts'
import { pinDebian } from './images/pin-debian.ts'
import { ownPlatform, platformsNamed } from './images/platforms.ts'

/*
 * Builds the image of servers, workers and qleetctl, without a container engine: `npm run images -- --help`
 */

const usage = `Usage: npm run images -- [options]

  --platform PLATFORM     linux/amd64 or linux/arm64; repeat it for both. Default: that of this machine.
  --output FOLDER         Default: dist/images.
  --helm PLATFORM=FILE    The program helm for a platform, instead of the pinned one.
  --without-helm          Build an image without helm, which needs no charts to be rendered.
  --rootfs FOLDER         Write the files of the image into a folder instead, for the Dockerfile.
  --pin-debian            Pin the current packages of Debian in tools/images/debian.json instead.
`

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    platform: { type: 'string', multiple: true, default: [ownPlatform()] },
    output: { type: 'string', default: 'dist/images' },
    helm: { type: 'string', multiple: true, default: [] },
    'without-helm': { type: 'boolean', default: false },
    rootfs: { type: 'string' },
    'pin-debian': { type: 'boolean', default: false },
  },
})

const settings = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  platforms: platformsNamed(options.platform),
  givenHelm: new Map(options.helm.map((text) => text.split('=', 2) as [string, string])),
  withHelm: !options['without-helm'],
}

try {
  if (options.help) process.stdout.write(usage)
  else if (options['pin-debian']) await pinDebian()
  else if (options.rootfs !== undefined) await writeFiles(options.rootfs, settings)
  else process.stdout.write(await buildImages(options.output, settings))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
