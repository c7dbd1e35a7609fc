import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { isKubeError } from '../../../workers/kube/client/kube-error.ts'
import { apiOf, type Api } from '../support/api.ts'
import { configMap } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

interface Refused {
  /** The path of the collection; `*` is a namespace. */
  at: string
  /** The object in YAML, without its kind, API version and name. */
  object: string
  /** The fields that are named, each with its problem. */
  problems: readonly string[]
}

const job = '{ spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: i }] } } } }'

const refused: Readonly<Record<string, Refused>> = {
  'PriorityClass of users with the value of a system class': {
    at: '/apis/scheduling.k8s.io/v1/priorityclasses',
    object: '{ value: 1000000001, preemptionPolicy: Maybe }',
    problems: [
      'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
      'preemptionPolicy: Unsupported value: "Maybe": supported values: "PreemptLowerPriority", "Never"',
    ],
  },
  'StorageClass with an unknown policy': {
    at: '/apis/storage.k8s.io/v1/storageclasses',
    object: '{ provisioner: a.b/c, reclaimPolicy: Recycle, volumeBindingMode: Later }',
    problems: [
      'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
      'volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"',
    ],
  },
  'IngressClass whose controller has no domain': {
    at: '/apis/networking.k8s.io/v1/ingressclasses',
    object: '{ spec: { controller: nginx, parameters: { kind: A, name: b, scope: Namespace } } }',
    problems: [
      'spec.controller: Invalid value: "nginx": must be a domain-prefixed path (such as "acme.io/foo")',
      "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
    ],
  },
  'RuntimeClass without a handler': {
    at: '/apis/node.k8s.io/v1/runtimeclasses',
    object: '{ handler: "" }',
    problems: ['handler: Required value'],
  },
  'HorizontalPodAutoscaler with incomplete metrics': {
    at: '/apis/autoscaling/v2/namespaces/*/horizontalpodautoscalers',
    object: `
spec:
  maxReplicas: 2
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  metrics:
    - { type: Cpu }
    - { type: Resource }
    - { type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 0 } } }
    - { type: Pods, pods: { metric: { name: "" }, target: { type: AverageValue } } }
    - { type: External, external: { metric: { name: a }, target: { type: Value, value: "-1" } } }
  behavior: { scaleUp: { policies: [{ type: Pods, value: 0, periodSeconds: 1801 }], stabilizationWindowSeconds: 3601 } }`,
    problems: [
      'spec.metrics[0].type: Unsupported value: "Cpu": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
      'spec.metrics[1].resource: Required value: must populate information for the given metric source',
      'spec.metrics[2].resource.target.averageUtilization: Invalid value: 0: must be greater than 0',
      'spec.metrics[3].pods.metric.name: Required value: must specify a metric name',
      'spec.metrics[3].pods.target.averageValue: Required value: must specify a positive target averageValue',
      'spec.metrics[4].external.target.value: Invalid value: "-1": must be positive',
      'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
      'spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
      'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
    ],
  },
  'CronJob in a time zone that does not exist': {
    at: '/apis/batch/v1/namespaces/*/cronjobs',
    object: `{ spec: { schedule: "* * * * *", timeZone: Europe/Nowhere, failedJobsHistoryLimit: -1, jobTemplate: ${job} } }`,
    problems: [
      'spec.timeZone: Invalid value: "Europe/Nowhere": unknown time zone Europe/Nowhere',
      'spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
    ],
  },
  'RoleBinding with a group that its subject does not have': {
    at: '/apis/rbac.authorization.k8s.io/v1/namespaces/*/rolebindings',
    object: `
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: r }
subjects: [{ kind: ServiceAccount, name: a, namespace: b, apiGroup: c }, { kind: User, name: u, apiGroup: v }]`,
    problems: [
      'subjects[0].apiGroup: Unsupported value: "c": supported values: ""',
      'subjects[1].apiGroup: Unsupported value: "v": supported values: "rbac.authorization.k8s.io"',
    ],
  },
  'LimitRange whose bounds contradict each other': {
    at: '/api/v1/namespaces/*/limitranges',
    object: `
spec:
  limits:
    - { type: Container, min: { cpu: "2" }, max: { cpu: "1" } }
    - { type: Container }
    - { type: Pod, default: { cpu: "1" } }
    - { type: PersistentVolumeClaim }`,
    problems: [
      'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
      'spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1',
      'spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
      'spec.limits[1].type: Duplicate value: "Container"',
      "spec.limits[2].default: Forbidden: may not be specified when `type` is 'Pod'",
      'spec.limits[3].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
    ],
  },
  'ResourceQuota of an unknown resource': {
    at: '/api/v1/namespaces/*/resourcequotas',
    object:
      '{ spec: { hard: { cpus: "1", pods: "1.5", memory: "-1" }, scopes: [Terminating, NotTerminating] } }',
    problems: [
      'spec.hard[cpus]: Invalid value: "cpus": must be a standard resource type or fully qualified',
      'spec.hard[cpus]: Invalid value: "cpus": must be a standard resource for quota',
      'spec.hard[pods]: Invalid value: "1500m": must be an integer',
      'spec.hard[memory]: Invalid value: "-1": must be greater than or equal to 0',
      'spec.scopes: Invalid value: ["Terminating","NotTerminating"]: conflicting scopes',
    ],
  },
  'Ingress with an address as its host': {
    at: '/apis/networking.k8s.io/v1/namespaces/*/ingresses',
    object: `
spec:
  ingressClassName: A
  tls: [{ hosts: [a_b], secretName: C }]
  rules: [{ host: 1.2.3.4, http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: s, port: { number: 80 } } } }] } }]`,
    problems: [
      'spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
      'spec.tls[0].hosts[0]: Invalid value: "a_b": a lowercase RFC 1123 subdomain',
      'spec.tls[0].secretName: Invalid value: "C": a lowercase RFC 1123 subdomain',
      'spec.ingressClassName: Invalid value: "A": a lowercase RFC 1123 subdomain',
    ],
  },
  'PodDisruptionBudget with an unknown policy': {
    at: '/apis/policy/v1/namespaces/*/poddisruptionbudgets',
    object: '{ spec: { minAvailable: 1, unhealthyPodEvictionPolicy: Never } }',
    problems: [
      'spec.unhealthyPodEvictionPolicy: Unsupported value: "Never": supported values: "AlwaysAllow", "IfHealthyBudget"',
    ],
  },
  'Lease without a duration': {
    at: '/apis/coordination.k8s.io/v1/namespaces/*/leases',
    object: '{ spec: { leaseDurationSeconds: 0 } }',
    problems: ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'],
  },
}

/** Returns the fields that a refusal names, each with its problem; API servers check some of them twice. */
async function problemsOf(request: Promise<unknown>): Promise<string[]> {
  const error: unknown = await request.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  const causes = isKubeError(error) ? error.causes : []
  return [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))]
}

onEachTarget('values that are refused', (target) => {
  const setup = async (at: string): Promise<{ api: Api; path: string }> => {
    const path = at.includes('*') ? at.replace('*', await target().namespace()) : at
    return { api: apiOf(target().client), path }
  }

  it.each(Object.entries(refused))('%s', async (_, { at, object, problems }) => {
    const { api, path } = await setup(at)
    const [, version = '', plural = ''] =
      /^\/(?:api|apis)\/(.*?)\/(?:namespaces\/[^/]+\/)?([a-z]+)$/.exec(path) ?? []
    const { resources } = (await api.get(`/${version === 'v1' ? 'api' : 'apis'}/${version}`)) as unknown as {
      resources: { name: string; kind: string }[]
    }
    const kind = resources.find(({ name }) => name === plural)?.kind
    const body = { apiVersion: version, kind, metadata: { name: 'refused' }, ...(parse(object) as object) }
    const found = await problemsOf(api.post(path, body))
    // How such a name looks is explained at length.
    const shortened = found.map((text) => text.replace(/ must consist of .*/, ''))
    expect(shortened.toSorted()).toEqual(problems.toSorted())
  })

  it('finalizers without a domain, also in a patch', async () => {
    const { api, path } = await setup('/api/v1/namespaces/*/configmaps')
    const problem =
      'metadata.finalizers[0]: Invalid value: "bad": name is neither a standard finalizer name nor is it fully qualified'
    const object = configMap('one', { a: '1' })
    expect(
      await problemsOf(api.post(path, { ...object, metadata: { name: 'one', finalizers: ['bad'] } })),
    ).toEqual([problem])
    await api.post(path, object)
    expect(await problemsOf(api.patch(`${path}/one`, { metadata: { finalizers: ['bad'] } }))).toEqual([
      problem,
    ])
  })

  it('names of labels and annotations that are too long', async () => {
    const { api, path } = await setup('/api/v1/namespaces/*/configmaps')
    const long = 'a'.repeat(64)
    const metadata = {
      name: 'one',
      labels: { [long]: 'x', b: long },
      annotations: { [`${'a'.repeat(254)}/b`]: 'c' },
    }
    const texts = (await problemsOf(api.post(path, { ...configMap('one'), metadata }))).map((text) =>
      text.replace(/"a+(\/b)?"/, '""'),
    )
    expect(texts.toSorted()).toEqual([
      'metadata.annotations: Invalid value: "": prefix part must be no more than 253 bytes',
      'metadata.labels: Invalid value: "": must be no more than 63 bytes',
      'metadata.labels: Invalid value: "": name part must be no more than 63 bytes',
    ])
  })

  it.each([
    ['string', '"text"'],
    ['number', 5],
    ['array', []],
    ['bool', true],
  ])('a patch that is a %s', async (kind, patch) => {
    const { api, path } = await setup('/api/v1/namespaces/*/configmaps')
    await api.post(path, configMap('one'))
    await expect(api.patch(`${path}/one`, patch)).rejects.toMatchObject({
      status: 400,
      message: `error decoding patch: json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`,
    })
  })

  it('a deletion that both orphans dependents and has a policy', async () => {
    const { api, path } = await setup('/api/v1/namespaces/*/configmaps')
    await api.post(path, configMap('one'))
    const options = { propagationPolicy: 'Orphan', orphanDependents: true }
    expect(await problemsOf(api.delete(`${path}/one`, options))).toEqual([
      'propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
    ])
  })
})
