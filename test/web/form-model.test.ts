import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SavedPlan } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import { changesBetween, overlap } from '../../web/console/pages/new/changes.ts'
import { draftOf, newText, removeEntry, setIn } from '../../web/console/pages/new/draft.ts'
import { parsePath, pathText } from '../../web/console/pages/new/path.ts'
import { problemsOf, shownAt, validate } from '../../web/console/pages/new/problems.ts'
import {
  defaultOf,
  entrySchemaOf,
  fieldsOf,
  isShownFirst,
  labelOf,
  schemaAt,
  widgetOf,
  type Schema,
} from '../../web/console/pages/new/schema.ts'
import { keyAt, placeAt, rangeOf, read } from '../../web/console/pages/new/yaml-place.ts'
import { summaryOf } from '../../web/console/parts/plan-summary.ts'

function schemaOf(kind: string): Schema {
  const file = new URL(`../../schema/generated/json/${kind}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Schema
}

function specOf(kind: string): Schema {
  return schemaOf(kind).properties?.['spec'] ?? {}
}

describe('the form of a kind', () => {
  it('has required fields first, and shows only those at first', () => {
    const fields = fieldsOf(specOf('Application'))
    expect(fields.filter((field) => isShownFirst(fields, field)).map(({ name }) => name)).toEqual([
      'definition',
      'environments',
    ])
  })

  it('starts with the first fields of a kind without required ones', () => {
    const fields = fieldsOf(specOf('Environment'))
    expect(fields.filter((field) => isShownFirst(fields, field))).toHaveLength(4)
  })

  it.each([
    ['WorkloadDefinition', 'yamlDocument', 'code'],
    ['WorkloadDefinition', 'parameters', 'items'],
    ['WorkloadDefinition', 'source', 'object'],
    ['WorkloadInstance', 'definition', 'reference'],
    ['WorkloadInstance', 'drift', 'choice'],
    ['WorkloadInstance', 'parameters', 'map'],
    ['WorkloadInstance', 'paused', 'boolean'],
    ['Environment', 'approvals', 'number'],
    ['Environment', 'description', 'text'],
    ['Application', 'sources', 'texts'],
    ['Profile', 'parameters', 'document'],
    ['AwsAccount', 'secretAccessKey', 'secret'],
    ['TerraformDefinition', 'configuration', 'lines'],
  ])('edits %s.%s as %s', (kind, field, widget) => {
    expect(widgetOf(schemaAt(specOf(kind), [field]) ?? {})).toBe(widget)
  })

  it('edits a value of several types, and a choice of several values', () => {
    expect(widgetOf(schemaAt(specOf('WorkloadDefinition'), ['parameters', 0, 'default']) ?? {})).toBe(
      'scalar',
    )
    expect(widgetOf(schemaAt(specOf('WorkloadInstance'), ['placement', 'capabilities']) ?? {})).toBe(
      'choices',
    )
  })

  it('looks up the references of a list whose entries name objects', () => {
    const environments = schemaAt(specOf('Application'), ['environments']) ?? {}
    expect(entrySchemaOf(environments).properties?.['environment']?.references).toBe('Environment')
  })

  it('can show each kind of the registry', () => {
    const isShown = ({ kind }: { kind: string }): boolean =>
      fieldsOf(specOf(kind)).some(({ schema }) => widgetOf(schema) !== 'document')
    expect(allKinds.filter((kind) => !isShown(kind)).map(({ kind }) => kind)).toEqual([])
  })

  it('names fields in words, and their defaults', () => {
    expect(labelOf('yamlDocument')).toBe('YAML document')
    expect(labelOf('pauseSeconds')).toBe('Pause seconds')
    expect(defaultOf(schemaAt(specOf('DatabaseDefinition'), ['size']) ?? {})).toBe('small')
    expect(defaultOf({ description: 'The type. Default: `string`.' })).toBe('string')
  })
})

describe('a draft', () => {
  const draft = draftOf('# mine\nkind: Environment\nmetadata:\n  name: staging # here\nspec: {}\n')

  it('keeps comments and order when the form writes a field', () => {
    const next = setIn(setIn(draft, ['spec', 'placement', 'labels'], { gpu: 'yes' }), ['spec', 'settle'], 5)
    expect(next.text).toBe(
      '# mine\nkind: Environment\nmetadata:\n  name: staging # here\nspec:\n  placement:\n    labels:\n      gpu: yes\n  settle: 5\n'.replace(
        'gpu: yes',
        'gpu: yes',
      ),
    )
    expect(next.value['spec']).toEqual({ placement: { labels: { gpu: 'yes' } }, settle: 5 })
  })

  it('removes the maps that are empty without a field', () => {
    const next = setIn(
      setIn(draft, ['spec', 'placement', 'tier'], 'gold'),
      ['spec', 'placement', 'tier'],
      undefined,
    )
    expect(next.value).not.toHaveProperty('spec.placement')
  })

  it('writes text of several lines as a block, and a text that looks like a number in quotes', () => {
    const next = setIn(setIn(draft, ['spec', 'a'], 'x: 1\ny: 2\n'), ['spec', 'b'], '12')
    expect(next.text).toContain('a: |\n    x: 1\n    y: 2\n')
    expect(next.text).toContain('b: "12"')
  })

  it('adds to lists and removes from them, also where the text has nothing yet', () => {
    const empty = draftOf(newText('Application'))
    const added = setIn(setIn(empty, ['spec', 'environments', 0], {}), ['spec', 'environments', 1], {})
    const named = setIn(added, ['spec', 'environments', 1, 'environment'], 'production')
    expect(removeEntry(named, ['spec', 'environments', 0]).value['spec']).toEqual({
      environments: [{ environment: 'production' }],
    })
  })

  it('keeps the last valid content while the text is not valid', () => {
    const broken = draftOf('kind: [', draft)
    expect(broken.error).toBeDefined()
    expect(broken.value).toEqual(draft.value)
  })
})

describe('problems', () => {
  const schema = schemaOf('Application')

  it('are found at the fields, in words', async () => {
    const found = await validate(schema, {
      apiVersion: 'qleet.io/v1',
      kind: 'Application',
      metadata: { name: '' },
      spec: { definitions: 'shop', environments: [{ parameters: {} }], retention: 0 },
    })
    expect(found.map(({ path, message }) => `${pathText(path)} ${message}`).toSorted()).toEqual([
      'metadata.name is required',
      'spec.definition is required',
      'spec.definitions is no field here',
      'spec.environments[0].environment is required',
      'spec.retention must be from 1 to 100',
    ])
    expect(found.find(({ message }) => message === 'is no field here')?.remedy).toBe(
      'Did you mean "definition"?',
    )
  })

  it('are those of the fields in a document that has no spec yet', async () => {
    const found = await validate(schema, {
      apiVersion: 'qleet.io/v1',
      kind: 'Application',
      metadata: { name: 'shop' },
    })
    expect(found.map(({ path, message }) => `${pathText(path)} ${message}`).toSorted()).toEqual([
      'spec.definition is required',
      'spec.environments is required',
    ])
  })

  it('are none in a valid document', async () => {
    const spec = { definition: 'shop', environments: [{ environment: 'staging' }] }
    const value = { apiVersion: 'qleet.io/v1', kind: 'Application', metadata: { name: 'shop' }, spec }
    expect(await validate(schema, value)).toEqual([])
  })

  it('of the server belong to their document and to the deepest field that the form has', () => {
    const error = new PlatformError('INVALID_INPUT', 'invalid', {
      details: {
        fields: [
          {
            code: 'NOT_FOUND',
            path: 'documents[1].spec.environments[0].overrides.env[2].name',
            message: 'no',
          },
          { code: 'INVALID', path: 'documents[1].name', message: 'taken' },
        ],
      },
    })
    const [deep, name] = problemsOf(error).get(1) ?? []
    expect(deep && pathText(shownAt(schema, deep))).toBe('spec.environments[0].overrides.env[2].name')
    expect(name && pathText(name.path)).toBe('metadata.name')
    const unknown = { path: ['spec', 'nothing', 'inside'], message: 'no' }
    expect(pathText(shownAt(schema, unknown))).toBe('spec')
  })

  it.each(['spec.a[3].b', 'metadata.labels["example.com/x"]', 'spec'])('have paths like %s', (text) => {
    expect(pathText(parsePath(text))).toBe(text)
  })
})

describe('a place in YAML', () => {
  const text = `kind: Application
spec:
  environments:
    - environment: staging
      overrides:
        images:
        - name: web
          newT
    - env
  retention: 3
  jobs:
    - command: |
        some: text
`
  const offsetOf = (part: string): number => text.indexOf(part) + part.length

  it.each([
    ['kind: App', [], 'kind', true],
    ['  retention: 3', ['spec'], 'retention', true],
    ['          newT', ['spec', 'environments', 0, 'overrides', 'images', 0], 'newT', false],
    ['    - env\n'.slice(0, -1), ['spec', 'environments', 0], 'env', false],
  ])('is found at the cursor after %j', (part, parent, key, isValue) => {
    expect(placeAt(text, offsetOf(part))).toMatchObject({ parent, key, isValue })
  })

  it('is that of the second entry of a list, and knows the keys beside it', () => {
    expect(placeAt(text, text.lastIndexOf('- env') + 5)?.parent).toEqual(['spec', 'environments', 1])
    expect(placeAt(text, offsetOf('  retention'))?.siblings).toEqual(['environments', 'jobs'])
  })

  it('is none in a text of several lines or in a comment', () => {
    expect(placeAt(text, offsetOf('        some'))).toBeUndefined()
    expect(placeAt('# kin', 5)).toBeUndefined()
  })

  it('is found for a key and for a problem', () => {
    expect(keyAt(text, text.indexOf('overrides') + 2)?.path).toEqual(['spec', 'environments', 0, 'overrides'])
    const valid = 'spec:\n  retention: 0\n'
    const { from, to } = rangeOf(read(valid).document, ['spec', 'retention'])
    expect(valid.slice(from, to)).toBe('retention')
    const missing = rangeOf(read(valid).document, ['spec', 'definition'])
    expect(valid.slice(missing.from, missing.to)).toBe('spec')
  })
})

describe('two edits', () => {
  const base = { spec: { a: 1, b: { c: [1] } } }

  it('differ by fields, and overlap where one is part of the other', () => {
    const mine = changesBetween(base, { spec: { a: 2, b: { c: [1] } } })
    const theirs = changesBetween(base, { spec: { a: 1, b: { c: [1, 2] }, d: true } })
    expect(mine.map(({ path }) => pathText(path))).toEqual(['spec.a'])
    expect(theirs.map(({ path }) => pathText(path))).toEqual(['spec.b.c', 'spec.d'])
    expect(theirs.some((their) => mine.some((own) => overlap(own, their)))).toBe(false)
    expect(
      overlap({ path: ['spec'], before: 1, after: 2 }, { path: ['spec', 'a'], before: 1, after: 2 }),
    ).toBe(true)
  })
})

describe('the summary of a plan', () => {
  const object = { kind: 'WorkloadInstance', project: 'default', name: 'shop' } as const
  const nothing = {
    id: '1',
    actor: 'admin',
    createdAt: '',
    expiresAt: '',
    executedAt: null,
    executor: null,
    omittedApplications: 0,
    notes: [],
    changes: [],
    placements: [],
    dependencies: [],
    deletions: [],
    rollouts: [],
    resources: [],
    operations: [],
    cost: null,
    risks: [],
  } satisfies SavedPlan
  const textOf = (plan: Partial<SavedPlan>): string =>
    summaryOf({ ...nothing, ...plan })
      .map(({ text }) => text)
      .join(', ')

  it('says what is created, what restarts and that nothing is down', () => {
    const change = { warnings: [], reaches: null, object, diff: [] }
    const resource: SavedPlan['resources'][number] = {
      resource: 'Deployment/web',
      action: 'UPDATE',
      pods: 'RESTART',
      immutable: [],
      object,
      diff: [],
      rendered: false,
      checks: [],
    }
    expect(
      textOf({
        changes: [
          { ...change, action: 'CREATE' },
          { ...change, action: 'UPDATE' },
        ],
        resources: [resource],
        risks: [{ object, risk: 'NONE', reasons: [] }],
      }),
    ).toBe('1 created, 1 changed, 1 resource in clusters, pods of 1 resource restart, no downtime expected')
  })

  it('says that data is destroyed, and what it costs', () => {
    expect(
      textOf({
        deletions: [{ object, resources: 1, data: ['volume x'], keptBy: [] }],
        risks: [{ object, risk: 'YES', reasons: [] }],
        cost: { before: { least: 10, most: 10 }, after: { least: 0, most: 0 }, unknown: 0, prices: ['a'] },
      }),
    ).toBe('1 deleted, data is destroyed, downtime expected, −10 USD a month')
  })

  it('says that nothing changes', () => {
    expect(textOf({})).toBe('Nothing changes')
  })
})
