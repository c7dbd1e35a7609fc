import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObjectDocument, SavedPlan } from '../../client-sdk/index.ts'
import { startHttpRepository, type TestRepository } from '../support/chart-repository.ts'
import { chartOf } from '../support/charts.ts'
import { helmBinary } from '../support/helm.ts'
import { cliOf } from '../support/run-cli.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'

/** What the API server of a cluster says about a plan, by dry runs. */

let started: PlaneWithRuntime
let repository: TestRepository
let folder: string
beforeAll(async () => {
  repository = await startHttpRepository({ login: 'robot:open-sesame' })
  folder = await mkdtemp(join(tmpdir(), 'qleet-plan-test-'))
  const env = { QLEET_HELM: helmBinary ?? '', QLEET_CHART_CACHE: join(folder, 'cache') }
  started = await startPlaneWithRuntime({ env })
  await started.plane.client.apply([...application(base), { kind: 'WorkloadInstance', name: 'shop', spec }])
  await started.plane.ready('WorkloadInstance', 'shop')
})
afterAll(async () => {
  await started?.stop()
  await repository?.close()
  await rm(folder, { recursive: true, force: true })
})

const cli = cliOf(() => started.plane)

const spec = { definition: 'shop', namespace: 'shop' }

function application(...manifests: string[]) {
  return [{ kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument: manifests.join('\n---\n') } }]
}

const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {colour: red}'
const secret = (value: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData: {password: ${value}}`
const web = (more = '', labels = '{app: web}') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  ${more}
  selector: {matchLabels: ${labels}}
  template:
    metadata: {labels: ${labels}}
    spec: {containers: [{name: web, image: example.com/web}]}`
const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: few}\nspec: {hard: {services: "0"}}'
const base = [settings, secret('correct-horse-1'), web(), quota].join('\n---\n')

async function planned(objects: readonly ObjectDocument[]): Promise<SavedPlan> {
  const plans: SavedPlan[] = []
  const client = started.plane.client.with({ onPlan: (plan) => plans.push(plan) })
  await client.apply(objects, { dryRun: true })
  const [plan] = plans
  if (plan === undefined) throw new Error('no plan was recorded')
  return plan
}

function checksOf(...manifests: string[]) {
  return checksOfObjects(application(...manifests))
}

async function checksOfObjects(objects: readonly ObjectDocument[]) {
  const { resources } = await planned(objects)
  return Object.fromEntries(
    resources.map(({ resource, checks }) => {
      const [check] = checks
      return [resource, `${check?.result} ${check?.reason} ${check?.message}`.trim()]
    }),
  )
}

describe('the resources of a plan', () => {
  it('are accepted, have no effect, or are refused with the message of the API server', async () => {
    const changed = base
      .replace('colour: red', 'colour: blue')
      .replace(web(), web('revisionHistoryLimit: 10'))
    expect(await checksOf(changed)).toEqual({
      'ConfigMap/settings': 'ACCEPTED',
      'Deployment/web': expect.stringMatching(/^UNCHANGED NoChange the cluster has this state already/),
    })
    expect(await checksOf(base.replace(web(), web('', '{app: other}')))).toEqual({
      'Deployment/web': expect.stringMatching(/^REFUSED Immutable .*field is immutable.*replace: true/s),
    })
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}'
    expect(await checksOf(base, service)).toEqual({
      'Service/web': expect.stringMatching(/^REFUSED QuotaExceeded .*exceeded quota: few/),
    })
  })

  it('are checked when they are deleted', async () => {
    expect(await checksOf(secret('correct-horse-1'), web(), quota)).toEqual({
      'ConfigMap/settings': 'ACCEPTED',
    })
  })

  it('have an effect if a field that leaves their manifest returns to another default', async () => {
    const shop = (more: object) => [{ kind: 'WorkloadInstance', name: 'shop', spec: { ...spec, ...more } }]
    await started.plane.client.apply(shop({ scale: [{ kind: 'Deployment', name: 'web', replicas: 3 }] }))
    await started.plane.ready('WorkloadInstance', 'shop')
    expect(await checksOfObjects(shop({}))).toEqual({ 'Deployment/web': 'ACCEPTED' })
    await started.plane.client.apply(shop({}))
    await started.plane.ready('WorkloadInstance', 'shop')
  })

  it('of Secrets are checked without their values', async () => {
    expect(await checksOf(base.replace('horse-1', 'horse-2'))).toEqual({ 'Secret/login': 'ACCEPTED' })
  })

  it('that need what the plan brings cannot be checked, others are refused', async () => {
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]`
    const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: one}'
    expect(await checksOf(base, definition, widget)).toEqual({
      'CustomResourceDefinition/widgets.example.com': 'ACCEPTED',
      'Widget/one': 'UNCHECKED DefinitionMissing the definition of the kind is not in the cluster yet',
    })
    expect(await checksOf(base, widget)).toEqual({
      'Widget/one': expect.stringMatching(/^REFUSED UnknownKind the cluster does not serve kind Widget/),
    })
    const elsewhere = settings.replace('{name: settings}', '{name: settings, namespace: other}')
    expect(await checksOf(base, elsewhere)).toEqual({
      'ConfigMap/other/settings': expect.stringMatching(/^REFUSED NamespaceMissing namespace other does not/),
    })
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}'
    expect(await checksOf(base, elsewhere, namespace)).toEqual({
      'ConfigMap/other/settings': 'UNCHECKED NamespaceMissing the namespace does not exist yet',
      'Namespace/other': 'ACCEPTED',
    })
  })

  it('are shown with what is refused first', async () => {
    const yamlDocument = base.replace(web(), web('', '{app: other}'))
    const document = {
      apiVersion: 'qleet.io/v1',
      kind: 'WorkloadDefinition',
      metadata: { name: 'shop' },
      spec: { yamlDocument },
    }
    const { exit, stdout } = await cli(['plan', '-f', '-'], { stdin: JSON.stringify(document) })
    expect(exit).toBe(0)
    expect(stdout).toMatch(
      /^Refused: Deployment\/web of workload-instance\/shop in runtime space\n  .*immutable/,
    )
  })

  it('of an environment are checked in each of its locations', async () => {
    const { plane } = started
    const yamlDocument = base.replace('image: example.com/web', 'image: "example.com/web:latest"')
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'site', spec: { yamlDocument } },
      { kind: 'Environment', name: 'wide', spec: { settle: 1, placement: { locations: ['Local'] } } },
      {
        kind: 'Application',
        name: 'site',
        spec: { definition: 'site', environments: [{ environment: 'wide' }] },
      },
    ])
    await plane.ready('Application', 'site')
    const digest = 'b'.repeat(64)
    const { exit, stdout } = await cli([
      'deliver',
      `example.com/web@sha256:${digest}`,
      '--application=site',
      '--build=1',
      '--dry-run=plan',
    ])
    expect(exit).toBe(0)
    expect(stdout).not.toContain('Not checked')
    expect(stdout).toMatch(/Deployment\/web +update +restart +workload-instance\/site-wide/)
    expect(stdout).toMatch(/brief +workload-instance\/site-wide +Deployment\/web: without a readiness probe/)
  })
})

describe.skipIf(helmBinary === undefined)('the resources of a Helm workload', () => {
  const templates = (more = '') => ({
    'values.yaml': 'replicas: 1\ncolour: red\n',
    'values.schema.json': '{"properties": {"replicas": {"type": "integer"}}}',
    'templates/all.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: store}}
  template:
    metadata: {labels: {app: store}, annotations: {checksum: {{ .Values.login.password | sha256sum }}}}
    spec: {containers: [{name: main, image: "example.com/store:{{ .Chart.Version }}"}]}
---
apiVersion: v1
kind: Secret
metadata: {name: login, namespace: {{ .Release.Namespace }}}
data: {password: {{ .Values.login.password | b64enc }}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {colour: {{ .Values.colour }}, url: "db://admin:{{ .Values.login.password }}@db"}
${more}`,
  })
  const secretValues = (password: string) => `login: {password: ${password}}`
  const documents = (definition: object = {}, instance: object = {}) => [
    {
      kind: 'HelmWorkloadDefinition',
      name: 'store',
      spec: {
        repo: repository.url,
        chart: 'store',
        chartVersion: '1.0.0',
        username: 'robot',
        password: 'open-sesame',
        secretValuesDocument: secretValues('correct-horse'),
        ...definition,
      },
    },
    {
      kind: 'HelmWorkloadInstance',
      name: 'store',
      spec: { definition: 'store', releaseNamespace: 'store', ...instance },
    },
  ]
  const planOf = async (...given: Parameters<typeof documents>): Promise<SavedPlan> => {
    const plans: SavedPlan[] = []
    const client = started.plane.client.with({ onPlan: (plan) => plans.push(plan) })
    await client.apply(documents(...given), { dryRun: true })
    const [plan] = plans
    if (plan === undefined) throw new Error('no plan was recorded')
    expect(JSON.stringify(plan)).not.toMatch(/horse|sesame|aG9yc2/)
    return plan
  }
  const listed = ({ resources }: SavedPlan) =>
    resources.map(({ resource, action, pods, checks }) =>
      [resource, action, pods, checks[0]?.result, checks[0]?.reason].join(' ').trim(),
    )

  it('are listed before and after its installation, without secret values', async () => {
    await repository.add(chartOf('store', '1.0.0', templates()))
    const fresh = await planOf()
    expect(fresh.notes).toEqual([])
    expect(listed(fresh)).toEqual([
      'ConfigMap/settings CREATE NONE UNCHECKED NamespaceMissing',
      'Deployment/store CREATE NONE UNCHECKED NamespaceMissing',
      'Secret/login CREATE NONE UNCHECKED NamespaceMissing',
    ])
    await started.plane.client.apply(documents())
    await started.plane.ready('HelmWorkloadInstance', 'store')
    expect(listed(await planOf())).toEqual([])
    const blue = await planOf({}, { valuesDocument: 'colour: blue' })
    expect(blue.resources).toMatchObject([
      {
        object: { kind: 'HelmWorkloadInstance', name: 'store' },
        resource: 'ConfigMap/settings',
        diff: [{ path: 'data.colour', before: 'red', after: 'blue' }],
        rendered: true,
        checks: [{ runtime: 'space', result: 'ACCEPTED' }],
      },
    ])
    const rotated = await planOf({ secretValuesDocument: secretValues('other-horse') })
    expect(listed(rotated)).toEqual([
      'ConfigMap/settings UPDATE NONE ACCEPTED',
      'Deployment/store UPDATE RESTART ACCEPTED',
      'Secret/login UPDATE NONE ACCEPTED',
    ])
    expect(rotated.risks).toMatchObject([{ object: { name: 'store' }, risk: 'BRIEF' }])
  })

  it('of another version are listed, as the plan is printed and executed', async () => {
    const service =
      '---\napiVersion: v1\nkind: Service\nmetadata: {name: store}\nspec: {ports: [{port: 80}]}\n'
    await repository.add(chartOf('store', '1.1.0', templates(service)))
    const changed = documents({ chartVersion: '1.1.0' }).map(({ kind, name, spec: own }) => ({
      apiVersion: 'qleet.io/v1',
      kind,
      metadata: { name },
      spec: own,
    }))
    const { exit, stdout } = await cli(['plan', '-f', '-'], {
      stdin: changed.map((each) => JSON.stringify(each)).join('\n---\n'),
    })
    expect(exit).toBe(0)
    expect(stdout).toMatch(/Deployment\/store +update +restart +helm-workload-instance\/store/)
    expect(stdout).toMatch(/Service\/store +create/)
    const id = /apply --plan (\w+)/.exec(stdout)?.[1] ?? ''
    // What a chart renders is information: the plan holds also if it would be something else by now.
    await repository.add(chartOf('store', '1.1.0', templates()))
    expect(await cli(['apply', '--plan', id])).toMatchObject({ exit: 0 })
  })

  it('that cannot be rendered are a note with the cause', async () => {
    await started.plane.until(
      'HelmWorkloadInstance',
      'store',
      ({ ready, status }) => ready && status.outputs['chartVersion'] === '1.1.0',
    )
    await repository.close()
    const away = await planOf({ chartVersion: '1.2.0' })
    expect(away.resources).toEqual([])
    expect(away.notes).toEqual([
      expect.stringMatching(
        /^The resources of Helm workload store in runtime space are not listed: .*index.yaml cannot be reached \(\w+\)\.$/,
      ),
    ])
    const refused = await planOf({ chartVersion: '1.1.0' }, { valuesDocument: 'replicas: many' })
    expect(refused.notes).toEqual([
      expect.stringMatching(/not listed: chart store 1.1.0 cannot be rendered.*replicas/),
    ])
  })
})

describe('the rules of policies that only warn', () => {
  it('are part of the plan of any command, and printed once', async () => {
    const { client } = started.plane
    const rule = {
      name: 'team',
      expression: 'has(object.labels.team)',
      message: 'has no team',
      remedy: 'Set the label team.',
      severity: 'warn',
    }
    await client.apply([{ kind: 'Policy', name: 'teams', spec: { rules: [rule], kinds: ['Project'] } }])
    const stdin = 'apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: fresh}\nspec: {}\n'
    for (const command of [
      ['plan', '-f', '-'],
      ['apply', '-f', '-', '--dry-run=plan'],
    ]) {
      const { exit, stderr } = await cli(command, { stdin })
      expect(exit).toBe(0)
      expect(stderr.match(/Warning: .*has no team.*/g)).toHaveLength(1)
    }
    await client.objects.delete([{ kind: 'Policy', name: 'teams' }])
  })
})

describe('what a plan does outside of manifests', () => {
  it('is listed with its estimated cost, and what it may interrupt', async () => {
    const file = (size: string) => `apiVersion: qleet.io/v1
kind: DatabaseDefinition
metadata: {name: orders}
spec: {engine: postgres, size: ${size}}
---
apiVersion: qleet.io/v1
kind: DatabaseInstance
metadata: {name: orders}
spec: {definition: orders}
---
apiVersion: qleet.io/v1
kind: KubernetesRuntimeDefinition
metadata: {name: frankfurt}
spec: {provider: eks, nodeMaximum: 4}
---
apiVersion: qleet.io/v1
kind: KubernetesRuntimeInstance
metadata: {name: frankfurt}
spec: {definition: frankfurt, location: 'Europe:Frankfurt'}
`
    const created = await cli(['plan', '-f', '-'], { stdin: file('small') })
    expect(created.exit).toBe(0)
    expect(created.stdout).toMatch(/database in the runtime +create +database-instance\/orders +2 min/)
    expect(created.stdout).toMatch(
      /cluster of Amazon EKS +create +kubernetes-runtime-instance\/frankfurt +15 min +0 -> 110/,
    )
    expect(created.stdout).toMatch(/nodes default of Amazon EKS +create .* +5 min +0 -> 60 to 120/)
    expect(created.stdout).toContain(
      'Estimated cost: 0 -> 170 to 230 USD a month, by list prices (us-east-1 of AWS, 2025-06).',
    )
  })
})
