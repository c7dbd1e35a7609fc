import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { create } from 'tar'

/** A chart as its files by path. */
export interface TestChart {
  name: string
  version: string
  files: Readonly<Record<string, string>>
}

/** Returns a chart with the given templates and files. */
export function chartOf(name: string, version: string, files: Readonly<Record<string, string>>): TestChart {
  const chartYaml = `apiVersion: v2\nname: ${name}\nversion: ${version}\nappVersion: "7.${version}"\n`
  return { name, version, files: { 'Chart.yaml': chartYaml, ...files } }
}

/** Writes the files of a chart into a folder that is named like it. */
export async function writeChart(folder: string, { name, files }: TestChart): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, name, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

/** Returns the archive of a chart, which is the same for the same files. */
export async function packChart(chart: TestChart): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-chart-'))
  try {
    await writeChart(folder, chart)
    const chunks: Buffer[] = []
    const archive = create({ cwd: folder, gzip: true, portable: true, mtime: new Date(0) }, [chart.name])
    for await (const chunk of archive) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const configMap = (name: string, data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n${data}`

const job = (
  name: string,
  hook: string,
  { weight = '0', policy = 'before-hook-creation', image = 'hookImage' } = {},
): string => `apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-${name}
  annotations:
    helm.sh/hook: ${hook}
    helm.sh/hook-weight: "${weight}"
    helm.sh/hook-delete-policy: ${policy}
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: main
          image: {{ .Values.${image} }}
`

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  labels: {app.kubernetes.io/managed-by: {{ .Release.Service }}}
spec:
  replicas: {{ .Values.replicaCount }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata:
      labels: {app: {{ .Release.Name }}}
      annotations:
        checksum: "{{ printf "%s %s" .Values.colour (randAlphaNum 8) }}"
    spec:
      containers: [{name: app, image: "example.com/app:{{ .Chart.AppVersion }}"}]
`

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: gadgets.shop.example.com
spec:
  group: shop.example.com
  scope: Namespaced
  names: {kind: Gadget, plural: gadgets, singular: gadget, listKind: GadgetList}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`

const settings = configMap(
  '{{ .Release.Name }}-settings',
  `  colour: {{ .Values.colour | quote }}
  nested: {{ .Values.nested | toJson | quote }}
  release: "{{ .Release.Namespace }} {{ if .Release.IsUpgrade }}upgrade{{ else }}install{{ end }}"
  cluster: "{{ .Capabilities.KubeVersion.Version }} {{ .Capabilities.APIVersions.Has "apps/v1/Deployment" }}"
`,
)

/** What most tests need of a chart: an application, generated values, a CRD with an object of it, and hooks. */
export function shopChart(version: string, more: Readonly<Record<string, string>> = {}): TestChart {
  return chartOf('shop', version, {
    'values.yaml':
      'replicaCount: 1\ncolour: blue\nhookImage: example.com/hook:1\ngoodbyeImage: example.com/hook:1\nnested: {kept: 1, dropped: 2}\n',
    'crds/gadget.yaml': definition,
    'templates/deployment.yaml': deployment,
    'templates/settings.yaml': settings,
    'templates/password.yaml':
      'apiVersion: v1\nkind: Secret\nmetadata: {name: {{ .Release.Name }}-password}\nstringData: {password: {{ randAlphaNum 20 }}}\n',
    'templates/gadget.yaml':
      'apiVersion: shop.example.com/v1\nkind: Gadget\nmetadata: {name: {{ .Release.Name }}}\nspec: {size: 1}\n',
    'templates/hooks.yaml': [
      job('second', 'pre-install,pre-upgrade', { weight: '5' }),
      job('first', 'pre-install', { weight: '-5', policy: 'hook-succeeded' }),
      job('last', 'post-install,post-upgrade'),
      job('goodbye', 'pre-delete', { image: 'goodbyeImage' }),
      job('check', 'test'),
    ].join('---\n'),
    'templates/account.yaml':
      'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: {{ .Release.Name }}-hooks\n  annotations: {helm.sh/hook: pre-install}\n',
    'templates/NOTES.txt': 'Thanks for installing {{ .Release.Name }}.\n',
    ...more,
  })
}

/** A chart that leaves something behind: a kept resource, and a Job that runs after everything else is deleted. */
export function leavingChart(version: string): TestChart {
  return chartOf('leaving', version, {
    'values.yaml': 'hookImage: example.com/hook:1\n',
    'templates/kept.yaml': configMap('kept', '  value: a\n').replace(
      'metadata:\n',
      'metadata:\n  annotations: {helm.sh/resource-policy: keep}\n',
    ),
    'templates/plain.yaml': configMap('plain', '  value: a\n'),
    'templates/service.yaml':
      'apiVersion: v1\nkind: Service\nmetadata: {name: front}\nspec: {ports: [{port: 80}]}\n',
    'templates/hook.yaml': job('clean', 'post-delete'),
  })
}
