import { builder } from '../builder.ts'
import { ObjectType, projectNameOf } from '../object.ts'
import { currentStatus, type CurrentStatus } from '../status.ts'
import type { Cause, Condition } from '../../status.ts'

/* Fields of objects for workers, which treat all kinds alike and spell values as manifests do. */

const ReportedConditionType = builder.objectRef<Condition>('ReportedCondition').implement({
  description: 'A condition as the last reconcile reported it.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The type of the condition.' }),
    status: t.exposeString('status', { description: 'The status of the condition.' }),
    reason: t.exposeString('reason', {
      description: 'A machine-readable reason for the status, in CamelCase.',
    }),
    message: t.exposeString('message', { description: 'A human-readable explanation of the status.' }),
    observedGeneration: t.exposeInt('observedGeneration', {
      description: 'The generation of the object that the condition reflects.',
    }),
    lastTransitionTime: t.expose('lastTransitionTime', {
      type: 'DateTime',
      description: 'The time of the last change of the status.',
    }),
  }),
})

const ReportedCauseType = builder.objectRef<Cause>('ReportedCause').implement({
  description: 'The root cause for which an object is not ready, as the last reconcile reported it.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'The kind of the object that is the cause.' }),
    name: t.exposeString('name', { description: 'The name of the object that is the cause.' }),
    reason: t.exposeString('reason', { description: 'A machine-readable reason, in CamelCase.' }),
    message: t.exposeString('message', { description: 'A human-readable explanation.' }),
    since: t.expose('since', { type: 'DateTime', description: 'The time since which the cause exists.' }),
    retryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time of the next retry.',
      resolve: ({ retryAt }) => retryAt ?? null,
    }),
  }),
})

const ReportedStatusType = builder.objectRef<CurrentStatus>('ReportedStatus').implement({
  description: 'The observed state of an object, as the last reconcile reported it.',
  fields: (t) => ({
    phase: t.exposeString('phase', { description: 'A summary of all conditions in one word.' }),
    stalled: t.exposeBoolean('stalled', {
      description:
        'Indicates whether only a change of the spec or of the environment can make progress possible.',
    }),
    retryable: t.exposeBoolean('retryable', { description: 'Indicates whether a retry can succeed.' }),
    conditions: t.field({
      type: [ReportedConditionType],
      description: 'The conditions of the object, at most one of each type.',
      resolve: ({ conditions }) => conditions,
    }),
    cause: t.field({
      type: ReportedCauseType,
      nullable: true,
      description: 'The root cause for which the object is not ready.',
      resolve: ({ cause }) => cause ?? null,
    }),
    outputs: t.field({
      type: 'JSON',
      description: 'The outputs of the object.',
      resolve: ({ outputs }) => outputs,
    }),
  }),
})

builder.interfaceFields(ObjectType, (t) => ({
  projectName: t.string({
    nullable: true,
    subGraphs: ['workers'],
    description: 'The name of the project of the object. Null for a kind without projects.',
    resolve: projectNameOf,
  }),
  manifestSpec: t.field({
    type: 'JSON',
    subGraphs: ['workers'],
    description: 'The spec of the object, with placeholders for secret values.',
    resolve: ({ spec }) => spec,
  }),
  reported: t.field({
    type: ReportedStatusType,
    subGraphs: ['workers'],
    description: 'The observed state of the object, as the last reconcile reported it.',
    resolve: currentStatus,
  }),
}))
