import { describe, expect, it } from 'vitest'
import {
  composedContent,
  partsBetween,
  unknownParts,
  type RevisionContent,
} from '../../../schema/delivery/parts.ts'
import { parseManifests } from '../../../schema/manifests.ts'
import { digest } from '../../support/applications-delivered.ts'

interface Given {
  containers: string
  replicas?: number
  settings?: string
  definition?: Record<string, unknown>
  images?: string
  jobs?: RevisionContent['jobs']
}

function content({
  containers,
  replicas = 1,
  settings,
  definition = {},
  images,
  jobs = [],
}: Given): RevisionContent {
  const map = `---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { ${settings} }\n`
  const yamlDocument = `# The shop.
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { replicas: ${replicas}, template: { spec: { containers: [${containers}] } } }
${settings === undefined ? '' : map}`
  return {
    definition: { yamlDocument, ...definition },
    images: images === undefined ? [] : [{ name: 'example.com/shop', digest: digest(images) }],
    jobs,
  }
}

const web = 'name: web, image: "example.com/shop:1"'

function names(base: RevisionContent, source: RevisionContent): string[] {
  return partsBetween(base, source).map(({ part }) => part)
}

function manifestsOf({ definition }: RevisionContent): Record<string, unknown> {
  const { manifests, errors } = parseManifests(String(definition['yamlDocument']))
  expect(errors).toEqual([])
  return Object.fromEntries(manifests.map((each) => [each.kind, each]))
}

const job = (name: string, deadline: number) => ({
  name,
  when: 'before' as const,
  image: 'example.com/shop',
  deadline,
})

describe('the parts by which revisions differ', () => {
  it('are images, fields, resources, settings of the definition, and jobs', () => {
    const base = content({
      containers: `{ ${web}, env: [{ name: A, value: "1" }] }, { name: cache, image: "redis:7" }`,
      images: 'a',
      jobs: [job('migrate', 60)],
    })
    const source = content({
      containers: `{ ${web}, env: [{ name: A, value: "2" }], args: [x] }, { name: cache, image: "redis:8" }`,
      replicas: 3,
      settings: 'app.yaml: x',
      definition: { dependencies: [{ name: 'db', kind: 'Database' }] },
      images: 'b',
      jobs: [job('migrate', 90)],
    })
    expect(names(base, base)).toEqual([])
    expect(names(base, source)).toEqual([
      'config.ConfigMap/settings',
      'config.Deployment/web.spec.replicas',
      'config.Deployment/web.spec.template.spec.containers.web.args',
      'config.Deployment/web.spec.template.spec.containers.web.env.A.value',
      'config.definition.dependencies',
      'config.jobs.migrate.deadline',
      'image.example.com/shop',
      'image.redis',
    ])
  })

  it('are named by what leads to them, and by nothing else', () => {
    const base = content({ containers: `{ ${web} }`, settings: 'app: "1", app.yaml: "1"', images: 'a' })
    const source = content({ containers: `{ ${web} }`, settings: 'app: "1", app.yaml: "2"', images: 'b' })
    const parts = partsBetween(base, source)
    const known = ['image', 'image.example.com/shop', 'config', 'config.ConfigMap/settings']
    expect(unknownParts([...known, 'config.ConfigMap/settings.data.app.yaml'], parts)).toEqual([])
    const unknown = [
      'image.example.com',
      'config.ConfigMap',
      'config.ConfigMap/settings.data.app',
      'config.jobs',
    ]
    expect(unknownParts(unknown, parts)).toEqual(unknown)
  })

  it('leave out an image that has no digest in the other revision', () => {
    const base = content({ containers: `{ ${web} }`, images: 'a' })
    expect(names(base, content({ containers: `{ ${web} }` }))).toEqual([])
  })
})

describe('a revision that is made of two', () => {
  const base = content({
    containers: `{ ${web}, env: [{ name: A, value: "1" }] }, { name: old, image: "old:1" }`,
    settings: 'mode: "yes", gone: x',
    images: 'a',
    jobs: [job('migrate', 60)],
  })
  const source = content({
    containers: `{ ${web}, env: [{ name: A, value: "2" }] }, { name: new, image: "example.com/new:1" }`,
    replicas: 3,
    settings: 'mode: "no"',
    images: 'b',
    jobs: [job('migrate', 90), job('seed', 10)],
  })
  const withNew = { ...source, images: [...source.images, { name: 'example.com/new', digest: digest('c') }] }

  it('has only other images, and the text as it was written', () => {
    const made = composedContent(base, withNew, ['image'])
    expect(made).toEqual({ ...base, images: source.images })
  })

  it('has everything but images, with the digests of those that are new', () => {
    const made = composedContent(base, withNew, ['config'])
    expect(made.definition).toEqual(source.definition)
    expect(made.images).toEqual([{ name: 'example.com/new', digest: digest('c') }, ...base.images])
    expect(made.jobs).toEqual(source.jobs)
  })

  it('has chosen fields, and nothing else', () => {
    const only = [
      'config.Deployment/web.spec.replicas',
      'config.Deployment/web.spec.template.spec.containers.web.env',
      'config.ConfigMap/settings.data.mode',
      'config.jobs.seed',
    ]
    const made = composedContent(base, source, only)
    expect(manifestsOf(made)).toMatchObject({
      Deployment: {
        spec: {
          replicas: 3,
          template: {
            spec: {
              containers: [
                { name: 'web', image: 'example.com/shop:1', env: [{ name: 'A', value: '2' }] },
                { name: 'old', image: 'old:1' },
              ],
            },
          },
        },
      },
      ConfigMap: { data: { mode: 'no', gone: 'x' } },
    })
    expect(made.jobs).toEqual([job('migrate', 60), job('seed', 10)])
    expect(made.images).toEqual(base.images)
    expect(names(made, source)).not.toContain(only[0])
    expect(names(base, made)).toEqual([
      'config.ConfigMap/settings.data.mode',
      'config.Deployment/web.spec.replicas',
      'config.Deployment/web.spec.template.spec.containers.web.env.A.value',
      'config.jobs.seed',
    ])
  })

  it('has what a chosen part removes removed', () => {
    const made = composedContent(base, source, [
      'config.Deployment/web',
      'config.ConfigMap/settings.data.gone',
    ])
    const { Deployment, ConfigMap } = manifestsOf(made)
    expect(Deployment).toMatchObject({
      spec: { template: { spec: { containers: [{ name: 'web' }, { name: 'new' }] } } },
    })
    expect(ConfigMap).toMatchObject({ data: { mode: 'yes' } })
    expect(ConfigMap).not.toHaveProperty('data.gone')
  })

  it('has a literal image of a container only if that is chosen', () => {
    const one = content({ containers: `{ ${web} }, { name: cache, image: "redis:7" }` })
    const other = content({ containers: `{ ${web} }, { name: cache, image: "redis:8" }`, replicas: 2 })
    const cacheIn = (made: RevisionContent) => String(made.definition['yamlDocument']).match(/redis:\d/)?.[0]
    expect(cacheIn(composedContent(one, other, ['config']))).toBe('redis:7')
    expect(cacheIn(composedContent(one, other, ['image.redis']))).toBe('redis:8')
    expect(composedContent(one, other, ['config', 'image']).definition).toEqual(other.definition)
  })

  it('keeps two resources with one name in different groups', () => {
    const gateway = (group: string) =>
      `---\napiVersion: ${group}/v1\nkind: Gateway\nmetadata: { name: web }\nspec: { of: ${group} }\n`
    const one = content({ containers: `{ ${web} }` })
    const both = `${String(one.definition['yamlDocument'])}${gateway('a.example')}${gateway('b.example')}`
    const two = { ...one, definition: { yamlDocument: both } }
    const made = composedContent(
      two,
      { ...two, definition: { yamlDocument: both.replace('replicas: 1', 'replicas: 2') } },
      ['config.Deployment/web'],
    )
    expect(parseManifests(String(made.definition['yamlDocument'])).manifests).toHaveLength(3)
  })
})
