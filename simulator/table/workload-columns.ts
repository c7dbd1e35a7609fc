import { at, listOf, numberOf, objectsOf, stringOf } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { containerColumns, field, formatLabels, none, number, selectorColumn } from './cells.ts'
import { age, ageColumn, column, duration, nameColumn, wide, type Column } from './column.ts'

const template = ['spec', 'template', 'spec']

function count(object: KubeObject, ...path: string[]): number {
  return numberOf(at(object, ...path))
}

const sized: readonly Column[] = [
  nameColumn,
  number('Desired', 'spec.replicas'),
  number('Current', 'status.replicas'),
  number('Ready', 'status.readyReplicas'),
  ageColumn,
  ...containerColumns(...template),
]

export const workloadColumns: Readonly<Record<string, readonly Column[]>> = {
  'deployments.apps': [
    nameColumn,
    column(
      'Ready',
      (object) => `${count(object, 'status', 'readyReplicas')}/${count(object, 'spec', 'replicas')}`,
    ),
    column('Up-to-date', (object) => count(object, 'status', 'updatedReplicas')),
    column('Available', (object) => count(object, 'status', 'availableReplicas')),
    ageColumn,
    ...containerColumns(...template),
    selectorColumn(),
  ],
  'replicasets.apps': [...sized, selectorColumn()],
  replicationcontrollers: [
    ...sized,
    wide('Selector', (object) => formatLabels(at(object, 'spec', 'selector'))),
  ],
  'statefulsets.apps': [
    nameColumn,
    column(
      'Ready',
      (object) => `${count(object, 'status', 'readyReplicas')}/${count(object, 'spec', 'replicas')}`,
    ),
    ageColumn,
    ...containerColumns(...template),
  ],
  'daemonsets.apps': [
    nameColumn,
    number('Desired', 'status.desiredNumberScheduled'),
    number('Current', 'status.currentNumberScheduled'),
    number('Ready', 'status.numberReady'),
    number('Up-to-date', 'status.updatedNumberScheduled'),
    number('Available', 'status.numberAvailable'),
    column('Node Selector', (object) => formatLabels(at(object, ...template, 'nodeSelector'))),
    ageColumn,
    ...containerColumns(...template),
    selectorColumn(),
  ],
  'jobs.batch': [
    nameColumn,
    column('Status', jobStatus),
    column('Completions', completions),
    column('Duration', jobDuration),
    ageColumn,
    ...containerColumns(...template),
    selectorColumn(),
  ],
  'cronjobs.batch': [
    nameColumn,
    column('Schedule', field('spec.schedule')),
    column('Timezone', field('spec.timeZone', none)),
    column('Suspend', (object) => (at(object, 'spec', 'suspend') === true ? 'True' : 'False'), {
      type: 'boolean',
    }),
    column('Active', (object) => listOf(at(object, 'status', 'active')).length, { type: 'integer' }),
    column('Last Schedule', (object, now) => {
      const last = at(object, 'status', 'lastScheduleTime')
      return last === undefined ? none : age(last, now)
    }),
    ageColumn,
    ...containerColumns('spec', 'jobTemplate', ...template),
    wide('Selector', () => none),
  ],
  'controllerrevisions.apps': [
    nameColumn,
    column('Controller', ({ metadata }) => {
      const owner = metadata.ownerReferences?.find((each) => each.controller === true)
      return owner === undefined
        ? none
        : `${owner.kind.toLowerCase()}.${owner.apiVersion.split('/')[0]}/${owner.name}`
    }),
    column('Revision', (object) => count(object, 'revision')),
    ageColumn,
  ],
  podtemplates: [
    nameColumn,
    ...containerColumns('template', 'spec').map((each) => ({ ...each, priority: 0 })),
    column('Pod Labels', (object) => formatLabels(at(object, 'template', 'metadata', 'labels'))),
  ],
}

function jobStatus(object: KubeObject): string {
  const isOn = (conditionType: string) =>
    objectsOf(at(object, 'status', 'conditions')).some(
      ({ type, status }) => type === conditionType && status === 'True',
    )
  if (isOn('Complete')) return 'Complete'
  if (isOn('Failed')) return 'Failed'
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating'
  if (isOn('Suspended')) return 'Suspended'
  if (isOn('FailureTarget')) return 'FailureTarget'
  return isOn('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running'
}

function completions(object: KubeObject): string {
  const desired = at(object, 'spec', 'completions')
  const done = count(object, 'status', 'succeeded')
  if (typeof desired === 'number') return `${done}/${desired}`
  const parallel = count(object, 'spec', 'parallelism')
  return parallel > 1 ? `${done}/1 of ${parallel}` : `${done}/1`
}

function jobDuration(object: KubeObject, now: Date): string {
  const start = stringOf(at(object, 'status', 'startTime'))
  if (start === '') return ''
  const end = stringOf(at(object, 'status', 'completionTime'))
  return duration(((end === '' ? now.getTime() : Date.parse(end)) - Date.parse(start)) / 1000)
}
