import { describe, expect, it } from 'vitest'
import { kindByNoun } from '../../cli/kind-names.ts'
import { runtimeProviders } from '../../schema/runtimes.ts'
import { read } from '../support/read-documents.ts'

const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n'

describe('errors in documents', () => {
  it.each<[string, string, string]>([
    [
      'an unknown key',
      'apiVersion: qleet.io/v1\nkind: Project\nmetadata:\n  nmae: x\n  name: y\n',
      'a.yaml:4:3: metadata.nmae: is not a known field. Did you mean "name"?',
    ],
    [
      'an unknown spec field',
      'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: y}\nspec: {text: x}\n',
      'a.yaml:4:8: spec.text: is not a known field. Fields are description, tier.',
    ],
    [
      'an unknown kind',
      'apiVersion: qleet.io/v1\nkind: Projct\nmetadata: {name: y}\n',
      'a.yaml:2:7: kind: is not a kind, got "Projct". Did you mean "Project"?',
    ],
    ['no kind', 'apiVersion: qleet.io/v1\nmetadata: {name: y}\n', 'a.yaml:1:1: kind: is missing.'],
    [
      'no apiVersion',
      'kind: Project\nmetadata: {name: y}\n',
      'a.yaml:1:1: apiVersion: is missing. Set apiVersion: qleet.io/v1.',
    ],
    [
      'another apiVersion',
      'apiVersion: qleet.io/v9\nkind: Project\nmetadata: {name: y}\n',
      'a.yaml:1:13: apiVersion: is not known, got "qleet.io/v9". Set apiVersion: qleet.io/v1.',
    ],
    ['no metadata', 'apiVersion: qleet.io/v1\nkind: Project\n', 'a.yaml:1:1: metadata: is missing.'],
    [
      'a Kubernetes resource',
      '\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: y}\n',
      'a.yaml:2:1: is a Kubernetes resource (apps/v1 Deployment), not an object of QleetOS. Put it into the yamlDocument of a WorkloadDefinition.',
    ],
    [
      'a name that is none',
      'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: a b}\n',
      'a.yaml:3:18: metadata.name: must start and end with a letter or digit and contain only letters, digits, "-", "_" and ".", got "a b".',
    ],
    [
      'a name that YAML parses as another type',
      'Project: {Name: 12}',
      'a.yaml:1:17: Project.Name: must be a string, got 12. Put it in quotes: "12".',
    ],
    [
      'an amount without its unit',
      'apiVersion: qleet.io/v1\nkind: DatabaseDefinition\nmetadata: {name: x}\nspec: {engine: postgres, storage: 10}\n',
      'a.yaml:4:35: spec.storage: must be an amount of storage such as "10Gi", got 10. Write its unit, such as 10Gi.',
    ],
    [
      'a name that YAML parses as true',
      'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: y}\n',
      'a.yaml:3:18: metadata.name: must be a string, got true. Put it in quotes: "y".',
    ],
    [
      'a missing field of an original format, in its words',
      'WorkloadServiceDependency:\n  Name: x\n  UpstreamHost: dog.ceo\n',
      'a.yaml:2:3: WorkloadServiceDependency.WorkloadInstanceName: is missing. Name the workload or the Helm workload that it belongs to.',
    ],
    [
      'an ID that is none',
      'WorkloadServiceDependency: {Name: x, UpstreamHost: dog.ceo, WorkloadInstanceID: shop}',
      'a.yaml:1:81: WorkloadServiceDependency.WorkloadInstanceID: must be the ID of an object, a number, got "shop". Or name it: WorkloadInstanceName.',
    ],
    ['a list', '- a\n- b\n', 'a.yaml:1:1: a document must be a map, got ["a","b"].'],
    ['a text', 'hello', 'a.yaml:1:1: a document must be a map, got "hello".'],
    ['nothing', '# only a comment\n', 'a.yaml: contains no document.'],
    [
      'fields of no kind',
      'Name: x\nColour: red\n',
      'a.yaml:1:1: the kind cannot be inferred from the fields. Add apiVersion: qleet.io/v1 and kind. See `qleetctl schema`.',
    ],
    [
      'a field to come that asks for something',
      'KubernetesRuntimeInstance: {Name: x, ThreeportControlPlaneHost: true}',
      'a.yaml:1:38: KubernetesRuntimeInstance.ThreeportControlPlaneHost: ThreeportControlPlaneHost is not supported yet. Remove it for now.',
    ],
    [
      'an unknown provider',
      'KubernetesRuntimeDefinition: {Name: x, InfraProvider: oke}',
      `a.yaml:1:55: KubernetesRuntimeDefinition.InfraProvider: must be one of ${runtimeProviders.map((name) => `"${name}"`).join(', ')}, got "oke".`,
    ],
    [
      'a misspelt original field',
      'Name: x\nUpstreamHost: dog.ceo\nUpstreamPth: /\nWorkloadInstanceName: i\n',
      'a.yaml:3:1: UpstreamPth: is not a known field. Did you mean "UpstreamPath"?',
    ],
    [
      'a file that is not there',
      'Workload:\n  Name: x\n  YAMLDocument: gone.yaml\n',
      'a.yaml:3:17: Workload.YAMLDocument: cannot read <folder>/gone.yaml: there is no such file or folder. Paths are relative to this file, or to the working directory.',
    ],
    [
      'an alias without an anchor',
      'Project: {Name: *x}',
      'a.yaml:1:17: begins with *, which makes it an alias without an anchor before it. Put a text that begins with * in quotes.',
    ],
    [
      'an anchor of nothing',
      'Project: {Name: &x}',
      'a.yaml:1:17: begins with &, which makes it an anchor of nothing. Put a text that begins with & in quotes.',
    ],
    [
      'a duplicate key',
      'Project:\n  Name: x\n  Name: y\n',
      'a.yaml:3:3: the key "Name" is already declared in line 2. Keep one of them.',
    ],
    [
      'YAML that is none',
      'Project: {Name: "x\n',
      'a.yaml:1:17: the quote that opens here is never closed. Add the closing quote, or escape the quotes within the text.',
    ],
    [
      'an error inside a text',
      'apiVersion: qleet.io/v1\nkind: WorkloadDefinition\nmetadata: {name: y}\nspec:\n  yamlDocument: |\n    # settings\n    apiVersion: v1\n    kind: ConfigMap\n    metadata:\n      labels: {a: 1}\n',
      'a.yaml:10:7: spec.yamlDocument: metadata.name: is missing. Add a metadata.name.',
    ],
    [
      'an error inside a file',
      'WorkloadDefinition: {Name: y, YAMLDocument: bad.yaml}',
      'bad.yaml:3:1: kind: is missing. Add the kind of the object.',
    ],
  ])('include the position and the remedy: %s', async (_, text, error) => {
    const files = {
      'a.yaml': text,
      'm.yaml': manifest,
      'bad.yaml': '# more\n\napiVersion: v1\nmetadata: {name: x}\n',
    }
    const { errors, code } = await read({ files })
    expect(errors).toContain(error)
    expect(code).toBe('INVALID_INPUT')
  })

  it('are reported together, of all files', async () => {
    const files = {
      'a.yaml': 'Project: {Nam: x}\n---\nProject: {Name: ok}\n---\nProject: {Name: "-"}\n',
      'b.yaml': 'Project: {Name: "x}\n',
      'c.yaml': 'Projct: {}\n',
    }
    const { errors } = await read({ files, names: Object.keys(files) })
    expect(errors.map((error) => error.split(' ', 1)[0])).toEqual([
      'a.yaml:1:10:',
      'a.yaml:1:11:',
      'a.yaml:5:17:',
      'b.yaml:1:17:',
      'c.yaml:1:1:',
    ])
  })

  it('describe a mistake that is in many places once', async () => {
    const document = (name: number): string =>
      `apiVersion: qleet.io/v1\nkind: Tier\nmetadata: {name: t${name}}\nspec: {criticalty: 5}\n`
    const text = Array.from({ length: 120 }, (_, index) => document(index)).join('---\n')
    const files = { 'a.yaml': text, 'b.yaml': `${document(120)}---\nProject: {Nam: x}\n` }
    const { errors } = await read({ files, names: Object.keys(files) })
    expect(errors).toEqual([
      'a.yaml:4:7: spec.criticality: is missing.',
      'the same 120 more times, at 9:7, 14:7, 19:7, 24:7, 29:7, …',
      'a.yaml:4:8: spec.criticalty: is not a known field. Did you mean "criticality"?',
      'the same 120 more times, at 9:8, 14:8, 19:8, 24:8, 29:8, …',
      'b.yaml:6:10: Project.Name: is missing.',
      'b.yaml:6:11: Project.Nam: is not a known field. Did you mean "Name"?',
    ])
  })

  it('report an object that is in two files', async () => {
    const files = { 'a.yaml': 'Project: {Name: x}', 'b.yaml': '\nProject: {Name: x}' }
    const { errors } = await read({ files, names: ['a.yaml', 'b.yaml'] })
    expect(errors).toEqual([
      'b.yaml:2:17: Project.Name: Project "x" is already defined in a.yaml, line 1. Keep one of them.',
    ])
  })

  it('report a document of another kind than the command names', async () => {
    const { errors } = await read({
      files: { 'a.yaml': 'Project: {Name: x}' },
      options: { expects: kindByNoun('wd') },
    })
    expect(errors).toEqual(['a.yaml:1:10: Project: is a project, not a workload-definition.'])
  })

  it.each([
    ['gone.yaml', 'cannot read gone.yaml: there is no such file or folder'],
    ['empty', 'the folder empty contains no .yaml, .yml or .json file'],
  ])('report missing sources: %s', async (name, error) => {
    const { errors } = await read({ files: { 'empty/x.txt': '' }, names: [name] })
    expect(errors).toEqual([error])
  })
})
