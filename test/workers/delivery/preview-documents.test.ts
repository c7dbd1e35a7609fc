import { describe, expect, it } from 'vitest'
import {
  namespaceProblem,
  previewDocuments,
  type PreviewedObject,
} from '../../../workers/delivery/preview-documents.ts'
import { jobOf, runIdOf } from '../../../workers/delivery/seed-job.ts'
import { digest } from '../../support/applications-delivered.ts'

const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n'
const images = [{ name: 'example.com/shop', digest: digest('a') }]

function preview({ spec = {}, settings = {} }: { spec?: object; settings?: object } = {}): PreviewedObject {
  return {
    name: 'shop-pr-42',
    project: 'default',
    spec: { application: 'shop', pullRequest: 42, images, ...spec },
    settings,
  }
}

type Specs = [Record<string, unknown> & { dependencies?: object[] }, Record<string, unknown>]

function specsOf(
  each: PreviewedObject,
  {
    dependencies,
    run,
    isAsleep = false,
  }: Pick<Parameters<typeof previewDocuments>[1]['definition'], 'dependencies'> & {
    run?: Parameters<typeof previewDocuments>[1]['run']
    isAsleep?: boolean
  } = {},
): Specs {
  const definition = { yamlDocument, ...(dependencies === undefined ? {} : { dependencies }) }
  return previewDocuments(each, { definition, images, run, isAsleep }).map(({ spec }) => spec) as Specs
}

describe('the objects of a preview', () => {
  it('sleep by the instance alone', () => {
    const [definition, instance] = specsOf(preview())
    const [same, asleep] = specsOf(preview(), { isAsleep: true })
    expect(same).toEqual(definition)
    expect(asleep).toEqual({ ...instance, asleep: true })
  })

  it('have the settings of the application, unless the preview has its own', () => {
    const settings = {
      runtime: 'shared/small',
      tier: 'development',
      parameters: { host: 'pr-{pullRequest}.example.com', replicas: 1, title: '{name}' },
      overrides: {
        images: [
          { name: 'example.com/shop', newTag: '1' },
          { name: 'redis', newTag: '8' },
        ],
      },
    }
    const [, instance] = specsOf(preview({ settings, spec: { parameters: { replicas: 2 } } }))
    expect(instance).toEqual({
      definition: 'shop-pr-42',
      runtime: 'shared/small',
      tier: 'development',
      parameters: { host: 'pr-42.example.com', replicas: 2, title: 'shop-pr-42' },
      overrides: { images: [{ name: 'redis', newTag: '8' }, ...images] },
      guard: 'off',
    })
    const own = preview({ settings, spec: { runtime: 'large', overrides: {} } })
    expect(specsOf(own)[1]).toMatchObject({ runtime: 'large', overrides: { images } })
  })

  it('share no dependency, and have gateways at host names of their own', () => {
    const dependencies = [
      {
        name: 'site',
        kind: 'Gateway' as const,
        spec: { http: [{}], domainName: 'example', subDomain: 'shop' },
      },
      { name: 'cache', kind: 'Workload' as const, shared: 'cache', spec: { yamlDocument } },
      { name: 'old', kind: 'Database' as const, instance: 'old' },
    ]
    expect(specsOf(preview(), { dependencies })[0].dependencies).toEqual([
      { name: 'site', kind: 'Gateway', spec: { http: [{}], domainName: 'example', subDomain: 'shop-pr-42' } },
      { name: 'cache', kind: 'Workload', spec: { yamlDocument } },
      { name: 'old', kind: 'Database', instance: 'old' },
    ])
    const [site] = dependencies
    const two = [...dependencies, { ...site, name: 'admin', kind: 'Gateway' as const }]
    const [definition] = specsOf(preview({ settings: { domain: 'preview.example.com' } }), {
      dependencies: two,
    })
    expect(definition.dependencies).toMatchObject([
      { spec: { http: [{}], domain: 'shop-pr-42-site.preview.example.com' } },
      {},
      {},
      { spec: { http: [{}], domain: 'shop-pr-42-admin.preview.example.com' } },
    ])
    expect(JSON.stringify(definition)).not.toContain('domainName')
  })

  it('have the job with the data while it runs, with the variables of single workloads', () => {
    const seed = { image: 'example.com/shop', command: ['load'], env: { SIZE: 'small' } }
    const run = { seed, runId: runIdOf(seed, 'push') }
    const dependencies = [
      {
        name: 'db',
        kind: 'Database' as const,
        inject: [{ workload: 'web', container: 'web', env: { URL: 'uri' } }],
      },
      { name: 'mail', kind: 'Secret' as const, definition: 'mail', inject: [{ prefix: 'MAIL_' }] },
    ]
    const [definition] = specsOf(preview(), { dependencies, run })
    expect(definition['yamlDocument']).toContain(JSON.stringify(jobOf(seed, run.runId)))
    expect(definition.dependencies).toEqual([
      {
        name: 'db',
        kind: 'Database',
        inject: [
          { workload: 'web', container: 'web', env: { URL: 'uri' } },
          { workload: `seed-${run.runId}`, env: { URL: 'uri' } },
        ],
      },
      dependencies[1],
    ])
  })
})

describe('a definition', () => {
  it.each([
    ['apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n', 'the namespace shop (Namespace shop)'],
    [
      yamlDocument.replace('settings', 'settings, namespace: tools'),
      'the namespace tools (ConfigMap settings)',
    ],
  ])('cannot be previewed if it names a namespace', (text, problem) => {
    expect(namespaceProblem({ yamlDocument: text })).toContain(problem)
    expect(namespaceProblem({ yamlDocument })).toBeUndefined()
  })
})

describe('the job with the data', () => {
  it('is the same for the same run, and runs in one pod that is not restarted', () => {
    const seed = { image: 'example.com/seed:1', deadline: 60 }
    expect(runIdOf(seed, 'a')).toBe(runIdOf({ ...seed }, 'a'))
    expect(runIdOf(seed, 'a')).not.toBe(runIdOf(seed, 'b'))
    expect(runIdOf(seed, 'a')).not.toBe(runIdOf({ ...seed, deadline: 61 }, 'a'))
    expect(jobOf(seed, 'abc')).toMatchObject({
      metadata: { name: 'seed-abc' },
      spec: { backoffLimit: 0, activeDeadlineSeconds: 60, template: { spec: { restartPolicy: 'Never' } } },
    })
  })
})
