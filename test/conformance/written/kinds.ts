import { clusterWide } from './cluster-wide.ts'
import { configuration } from './configuration.ts'
import { definitions } from './definitions.ts'
import { mistakes } from './mistakes.ts'
import { services } from './services.ts'
import { workloads } from './workloads.ts'
import type { WrittenManifests } from './written.ts'

/** Manifests of various kinds, and of what fails with them. */
export const writtenKinds: readonly WrittenManifests[] = [
  ...workloads,
  ...services,
  ...configuration,
  ...mistakes,
  ...definitions,
  ...clusterWide,
]
