import { user } from './debian.ts'
import type { Layer } from './layer.ts'
import type { Platform } from './platforms.ts'

/** What is built, and from what. */
export interface Build {
  version: string
  /** The commit, with the suffix `-dirty` if files differ from it. Empty if unknown. */
  revision: string
  /** The time of the commit. */
  created: Date
}

/** The name of the image, without a tag. */
export const imageName = 'ghcr.io/qleet/qleetos'

/** How containers run. The last stage of the Dockerfile says the same. */
export const runtimeConfig = {
  User: `${user}:${user}`,
  Env: [
    'PATH=/usr/local/bin',
    'HOME=/home/nonroot',
    'NODE_ENV=production',
    'MALLOC_ARENA_MAX=2',
    'QLEET_HOST=0.0.0.0',
    'QLEET_WORKER_HOST=0.0.0.0',
    'QLEET_WORKER_PORT=9090',
  ],
  Entrypoint: ['/usr/local/bin/qleetctl'],
  Cmd: ['--help'],
  WorkingDir: '/opt/qleetos',
  ExposedPorts: { '1323/tcp': {}, '9090/tcp': {} },
  StopSignal: 'SIGTERM',
}

/** Labels that are the same for every build. */
export const labels = {
  'org.opencontainers.image.title': 'QleetOS',
  'org.opencontainers.image.description':
    'Server, worker and command line of QleetOS, an application orchestration control plane.',
  'org.opencontainers.image.licenses': 'Apache-2.0',
  'org.opencontainers.image.source': 'https://github.com/qleet/qleetos',
}

/** Returns the configuration of an image: https://github.com/opencontainers/image-spec/blob/main/config.md */
export function imageConfig(platform: Platform, layers: readonly Layer[], build: Build): object {
  const created = build.created.toISOString()
  return {
    created,
    architecture: platform.debian,
    os: 'linux',
    config: { ...runtimeConfig, Labels: allLabels(build) },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ title }) => ({ created, created_by: `npm run images: ${title}` })),
  }
}

export function allLabels({ version, revision, created }: Build): Record<string, string> {
  return {
    ...labels,
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.created': created.toISOString(),
    ...(revision === '' ? {} : { 'org.opencontainers.image.revision': revision }),
  }
}
