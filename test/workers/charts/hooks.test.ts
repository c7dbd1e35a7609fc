import { expect, it } from 'vitest'
import { deleteHookAnnotation, readHooks } from '../../../workers/charts/hooks.ts'
import type { Manifest } from '../../../schema/manifests.ts'

function hook(kind: string, name: string, hooks?: string, weight?: string): Manifest {
  const annotations = {
    ...(hooks === undefined ? {} : { 'helm.sh/hook': hooks }),
    ...(weight === undefined ? {} : { 'helm.sh/hook-weight': weight }),
  }
  const apiVersion = kind === 'Job' ? 'batch/v1' : 'v1'
  return { apiVersion, kind, metadata: { name, annotations }, spec: { ttlSecondsAfterFinished: 5 } }
}

const manifests = [
  hook('ConfigMap', 'plain'),
  hook('Job', 'ordinary'),
  hook('Job', 'b', 'pre-install, pre-upgrade', '1'),
  hook('Job', 'a', 'pre-install', '1'),
  hook('Job', 'c', 'pre-install', '-3'),
  hook('Secret', 'keys', 'pre-install'),
  hook('Secret', 'late', 'post-install'),
  hook('Pod', 'try', 'test'),
  hook('Job', 'back', 'post-rollback'),
  hook('Job', 'bye', 'pre-delete'),
]

it('runs the Jobs of a phase by weight, then by name, and treats all else as ordinary resources', () => {
  const read = readHooks(manifests, '1')
  expect(read.resources.map(({ metadata }) => metadata.name)).toEqual(['plain', 'ordinary', 'keys', 'late'])
  expect([...read.early].map(({ metadata }) => metadata.name)).toEqual(['keys'])
  expect(read.jobs('pre-install').map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  expect(read.jobs('pre-upgrade').map(({ name }) => name)).toEqual(['b'])
})

it('names a Job by its phase and revision, and keeps it after its end', () => {
  const names = ['1', '2'].flatMap((revision) =>
    (['pre-install', 'pre-upgrade'] as const).map((phase) => {
      const [job] = readHooks(manifests, revision).jobs(phase).slice(-1)
      expect(job?.manifest['spec']).toEqual({})
      return job?.manifest.metadata.name
    }),
  )
  expect(new Set(names).size).toBe(4)
  for (const name of names) expect(name).toMatch(/^b-[0-9a-f]{8}$/)
})

it('suspends a Job that runs on deletion, which is the same in all revisions', () => {
  const [first, second] = ['1', '2'].map((revision) => readHooks(manifests, revision).jobs('pre-delete')[0])
  expect(first?.manifest).toMatchObject({
    metadata: { annotations: { [deleteHookAnnotation]: 'pre-delete' } },
    spec: { suspend: true },
  })
  expect(second?.manifest).toEqual(first?.manifest)
})

it('keeps names of Jobs within the length that Kubernetes allows', () => {
  const [job] = readHooks([hook('Job', 'x'.repeat(63), 'pre-install')], '1').jobs('pre-install')
  expect(job?.manifest.metadata.name).toHaveLength(63)
})
