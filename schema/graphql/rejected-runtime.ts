import type { Rejection } from '../placement/fit.ts'
import { builder } from './builder.ts'

export const RejectedRuntimeType = builder.objectRef<Rejection>('RejectedRuntime').implement({
  description: 'A runtime that was not chosen.',
  fields: (t) => ({
    runtime: t.exposeString('runtime', { description: 'The name of the runtime, or of a Profile.' }),
    reason: t.exposeString('reason', { description: 'The reason why it was not chosen.' }),
  }),
})
