import { checkId } from '../arguments.ts'
import { builder } from '../builder.ts'
import type { FoundTerraformRun } from '../store-reconciles.ts'

/*
 * Worker operations for runs of Terraform. A run is a process that outlives the reconcile and the worker that started it, so its
 * writes carry an ID of its own instead of an epoch.
 */

const RunType = builder.objectRef<FoundTerraformRun>('TerraformRun').implement({
  description: 'The newest run of Terraform for an object.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The ID of the run.' }),
    inputs: t.exposeString('inputs', { description: 'The digest of what the run was started with.' }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'The time at which it started.',
      resolve: (run) => run.startedAt,
    }),
    finishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time at which it finished. Null until then.',
      resolve: (run) => run.finishedAt,
    }),
    isAlive: t.exposeBoolean('isAlive', {
      description: 'Indicates whether it has not finished and still renews its lease.',
    }),
    progress: t.exposeString('progress', { description: 'What it is doing, for users.' }),
    result: t.exposeString('result', {
      nullable: true,
      description: 'What the last run that has finished has found and done, as JSON. Null before.',
    }),
  }),
})

const object = 'The ID of the object that the run is for.'
const runDescription = 'The ID of the run.'

builder.queryField('terraformRun', (t) =>
  t.field({
    type: RunType,
    nullable: true,
    authScopes: { verb: 'work' },
    description: 'The newest run of Terraform for an object. Null if there was none.',
    args: { id: t.arg.id({ required: true, description: object }) },
    resolve: (_, { id }, { store }) => store.terraformRun(checkId(id)),
  }),
)

builder.queryField('terraformState', (t) =>
  t.string({
    nullable: true,
    authScopes: { verb: 'work' },
    description: 'The current state of an object, compressed with gzip, as base64. Null if there is none.',
    args: { id: t.arg.id({ required: true, description: object }) },
    resolve: (_, { id }, { store }) => store.terraformState(checkId(id)),
  }),
)

builder.mutationField('startTerraformRun', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Starts a run of Terraform. False while another run for the object is alive.',
    args: {
      id: t.arg.id({ required: true, description: object }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      run: t.arg.string({ required: true, description: 'A random ID for the run.' }),
      inputs: t.arg.string({ required: true, description: 'The digest of what the run is started with.' }),
    },
    resolve: (_, { id, epoch, run, inputs }, { store }) => {
      return store.startTerraformRun(checkId(id), epoch, { runId: run, inputs })
    },
  }),
)

builder.mutationField('renewTerraformRun', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Renews the lease of a run. Fails with `STALE_EPOCH` if the run is over.',
    args: {
      id: t.arg.id({ required: true, description: object }),
      run: t.arg.string({ required: true, description: runDescription }),
      progress: t.arg.string({ required: true, description: 'What the run is doing, for users.' }),
    },
    resolve: async (_, { id, run, progress }, { store }) => {
      await store.renewTerraformRun(checkId(id), run, progress)
      return true
    },
  }),
)

builder.mutationField('recordTerraformState', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description:
      'Stores the state that a run has written, encrypted. False if a later run has started: then the state is kept, but ' +
      'not as the current one.',
    args: {
      id: t.arg.id({ required: true, description: object }),
      run: t.arg.string({ required: true, description: runDescription }),
      state: t.arg.string({
        required: true,
        description: 'The state, compressed with gzip, as base64.',
      }),
    },
    resolve: (_, { id, run, state }, { store }) => {
      return store.recordTerraformState(checkId(id), run, state)
    },
  }),
)

builder.mutationField('finishTerraformRun', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Ends a run, and makes its object due. Fails with `STALE_EPOCH` if the run is over already.',
    args: {
      id: t.arg.id({ required: true, description: object }),
      run: t.arg.string({ required: true, description: runDescription }),
      result: t.arg.string({
        required: true,
        description: 'What the run has found and done, as JSON. It is stored encrypted.',
      }),
    },
    resolve: async (_, { id, run, result }, { store }) => {
      await store.finishTerraformRun(checkId(id), run, result)
      return true
    },
  }),
)
