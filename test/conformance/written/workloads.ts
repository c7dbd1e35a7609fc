import { deployment, template, web } from './deployment.ts'
import { configMapWith, podSpec, refused, type WrittenManifests } from './written.ts'

const job = (image: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec:
  backoffLimit: 0
  ttlSecondsAfterFinished: 3600
  template: {spec: {restartPolicy: Never, containers: [{name: app, image: "example.com/job:${image}"}]}}
`

/** Manifests of workloads, and of what fails with them. */
export const workloads: readonly WrittenManifests[] = [
  {
    name: 'as-kubectl-writes',
    text: deployment('replicas: 1', `${podSpec}, nodeSelector: null, imagePullSecrets: null, volumes: []`),
    becomes: { has: { [web]: { spec: { replicas: 1 } } } },
    edited: { text: deployment('replicas: 2'), becomes: { has: { [web]: { spec: { replicas: 2 } } } } },
  },
  {
    name: 'rich-pods',
    text: deployment(
      'minReadySeconds: 0\n  progressDeadlineSeconds: 300\n  revisionHistoryLimit: 2',
      `
      initContainers:
        - {name: init, image: "registry.k8s.io/pause:3.10", command: ["true"]}
        - {name: side, image: "registry.k8s.io/pause:3.10", restartPolicy: Always}
      containers:
        - name: app
          image: registry.k8s.io/pause:3.10
          args: ["--port=80", "-v"]
          env:
            - {name: PLAIN, value: "8080"}
            - {name: EMPTY}
            - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
            - {name: CPU, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}
            - {name: SETTING, valueFrom: {configMapKeyRef: {name: settings, key: value, optional: true}}}
          envFrom: [{configMapRef: {name: settings}}]
          ports: [{containerPort: 53, name: dns, protocol: UDP}, {containerPort: 53, name: dns-tcp}]
          resources: {requests: {cpu: 0.1, memory: 1e6}, limits: {cpu: 1, memory: 0.5Gi}}
          readinessProbe: {tcpSocket: {port: dns-tcp}}
          livenessProbe: {httpGet: {path: /, port: 80, scheme: HTTP}}
          lifecycle: {preStop: {sleep: {seconds: 1}}}
          securityContext: {runAsNonRoot: false, capabilities: {drop: [ALL]}, seccompProfile: {type: RuntimeDefault}}
          volumeMounts:
            - {name: all, mountPath: /all, readOnly: yes}
            - {name: tmp, mountPath: /tmp}
      securityContext: {fsGroup: 0777, sysctls: []}
      topologySpreadConstraints:
        - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: web}}}
      affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}}]}}
      tolerations: [{operator: Exists, effect: NoSchedule}]
      volumes:
        - {name: tmp, emptyDir: {sizeLimit: 10Mi}}
        - {name: all, projected: {defaultMode: 0440, sources: [{configMap: {name: settings}}, {downwardAPI: {items: [{path: l, fieldRef: {fieldPath: metadata.labels}}]}}]}}
    `,
    ).concat(`---\n${configMapWith('settings', 'a')}`),
    becomes: {
      has: {
        [web]: {
          spec: {
            template: {
              spec: { securityContext: { fsGroup: 511 }, volumes: [{}, { projected: { defaultMode: 288 } }] },
            },
          },
        },
      },
    },
    edited: { text: deployment('replicas: 1'), becomes: { has: { [web]: {}, 'configmaps/settings': null } } },
  },
  {
    name: 'scaled-by-percent',
    text: deployment('replicas: 2\n  strategy: {rollingUpdate: {maxSurge: 25%, maxUnavailable: 0}}').replace(
      '  strategy: {}\n',
      '',
    ),
    becomes: {
      has: { [web]: { spec: { strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } } } } },
    },
    edited: {
      text: deployment('strategy: {type: Recreate}').replace('  strategy: {}\n', ''),
      becomes: { has: { [web]: { spec: { strategy: { type: 'Recreate' } } } } },
    },
  },
  {
    name: 'autoscaled',
    text: `${deployment('')}---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 2, maxReplicas: 3}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {maxUnavailable: 50%, selector: {matchLabels: {app: web}}}
`,
    becomes: { has: { [web]: { spec: { replicas: 2 } }, 'policy/v1/poddisruptionbudgets/web': {} } },
    edited: {
      text: deployment('replicas: 1'),
      becomes: {
        has: { [web]: { spec: { replicas: 1 } }, 'autoscaling/v2/horizontalpodautoscalers/web': null },
      },
    },
  },
  {
    name: 'daemon-nowhere',
    text: `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  ${template('agent', `${podSpec}, nodeSelector: {no: where}`)}\n`,
    becomes: { has: { 'apps/v1/daemonsets/agent': {} } },
    edited: {
      text: `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  updateStrategy: {type: OnDelete}\n  ${template('agent', `${podSpec}, nodeSelector: {no: where}`)}\n`,
      becomes: { has: { 'apps/v1/daemonsets/agent': { spec: { updateStrategy: { type: 'OnDelete' } } } } },
    },
  },
  {
    name: 'bare-pod',
    text: `apiVersion: v1\nkind: Pod\nmetadata: {name: one}\nspec: {${podSpec}}\n`,
    becomes: { has: { 'pods/one': { status: { phase: 'Running' } } } },
    edited: {
      text: `apiVersion: v1\nkind: Pod\nmetadata: {name: one}\nspec: {${podSpec.replace('3.10', '3.9')}}\n`,
      becomes: { has: { 'pods/one': { spec: { containers: [{ image: 'registry.k8s.io/pause:3.9' }] } } } },
    },
  },
  {
    name: 'bare-replica-set',
    text: `apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: rs}\nspec:\n  replicas: 2\n  ${template('rs')}\n`,
    becomes: { has: { 'apps/v1/replicasets/rs': { status: { readyReplicas: 2 } } } },
    edited: {
      text: `apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: rs}\nspec:\n  replicas: 0\n  ${template('rs')}\n`,
      becomes: { has: { 'apps/v1/replicasets/rs': { spec: { replicas: 0 } } } },
    },
  },
  {
    name: 'job-again',
    text: job('1'),
    becomes: { has: { 'batch/v1/jobs/once': { status: { succeeded: 1 } } } },
    edited: {
      text: job('2'),
      becomes: {
        because: { reason: 'Immutable', message: /runs it again.*create the new run under another name/ },
      },
    },
  },
  refused('job-without-policy', [job('1').replace('restartPolicy: Never, ', ''), job('1')], {
    message: /restartPolicy/,
    has: { 'batch/v1/jobs/once': {} },
  }),
  refused(
    'cron-schedule',
    ['61 * * * *', '@hourly'].map(
      (schedule) => `apiVersion: batch/v1
kind: CronJob
metadata: {name: tick}
spec:
  schedule: "${schedule}"
  timeZone: Etc/UTC
  jobTemplate: {spec: {template: {spec: {restartPolicy: OnFailure, ${podSpec}}}}}
`,
    ) as [string, string],
    { message: /spec\.schedule/, has: { 'batch/v1/cronjobs/tick': { spec: { schedule: '@hourly' } } } },
  ),
  {
    name: 'stateful-claims',
    needsStorage: true,
    text: `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  replicas: 1
  ${template('db')}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`,
    becomes: { has: { 'persistentvolumeclaims/data-db-0': { status: { phase: 'Bound' } } } },
    edited: {
      text: `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  replicas: 1
  ${template('db')}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 2Gi}}}
`,
      becomes: {
        because: { reason: 'Immutable', message: /leaves its claims unchanged/ },
      },
    },
  },
]
