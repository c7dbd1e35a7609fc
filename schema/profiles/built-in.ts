import type { z } from 'zod'
import type { Profile } from '../kinds/profile.ts'
import type { Tier } from '../kinds/tier.ts'
import { defaultProject } from '../names.ts'
import { builtInLabel } from '../own-labels.ts'

/* The profiles and tiers that ship with QleetOS. Servers store them when they start, and nobody else changes them. */

/** The actor that stores them. */
export const builtInActor = 'server'

/** The tier of objects and projects that name none. */
export const defaultTier = 'development'

const tiers: Readonly<Record<string, z.input<(typeof Tier)['spec']>>> = {
  development: {
    description: 'For work in progress: no limits, no quotas, and the usual guard of data.',
    criticality: 0,
  },
  staging: {
    description: 'For releases under test: removals of data and of many resources wait for a confirmation.',
    criticality: 50,
    limits: [{ kind: 'WorkloadInstance', field: 'guard', allowed: ['on'] }],
    defaults: [{ kind: 'WorkloadInstance', field: 'guard', value: 'on' }],
  },
  production: {
    description: 'For users: every removal waits for a confirmation.',
    criticality: 100,
    protection: true,
  },
}

const profiles: Readonly<Record<string, z.input<(typeof Profile)['spec']>>> = {
  'cloudnative-pg': {
    type: 'Database',
    description: 'PostgreSQL in the runtime, by CloudNativePG.',
    conditions: { engine: ['postgres'] },
    provider: 'cloudnative-pg',
  },
  'mariadb-operator': {
    type: 'Database',
    description: 'MariaDB in the runtime, by mariadb-operator.',
    conditions: { engine: ['mysql'] },
    provider: 'mariadb-operator',
  },
  seaweedfs: { type: 'Bucket', description: 'Buckets in the runtime, by SeaweedFS.', provider: 'seaweedfs' },
  'envoy-gateway': {
    type: 'Gateway',
    description: 'Gateways in the runtime, by Envoy Gateway.',
    provider: 'envoy-gateway',
  },
}

/** The objects that ship with QleetOS, as documents of an apply. */
export const builtInObjects = [
  ...Object.entries(tiers).map(([name, spec]) => documentOf('Tier', name, spec)),
  ...Object.entries(profiles).map(([name, spec]) => documentOf('Profile', name, spec)),
]

function documentOf(kind: 'Tier' | 'Profile', name: string, spec: object) {
  return { kind, name, project: defaultProject, labels: { [builtInLabel]: 'true' }, spec }
}
