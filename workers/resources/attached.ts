import type {
  ApplicationForReconcileFragment,
  HelmApplicationForReconcileFragment,
  RuntimeForReconcileFragment,
} from '../generated/documents.ts'
import { PlaceInstanceDocument } from '../generated/documents.ts'
import { failed, inheritedStatus, requeueAfter, waitingFor, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/** An application that objects can be attached to. */
export type Application = Omit<
  ApplicationForReconcileFragment | HelmApplicationForReconcileFragment,
  'outputs' | '__typename'
>

/** The references of an object that may be attached to an application. */
interface AttachedReferences {
  runtime: RuntimeForReconcileFragment | null
  /** Null for an object that is attached to none. */
  application: Application | null
}

/**
 * Resolves with the runtime of an attached object, which is that of its application. Resolves with an outcome while the
 * application has none, and when the object names another one.
 */
export async function runtimeOfAttached(
  context: ReconcileContext,
  { runtime, application }: AttachedReferences,
): Promise<{ runtime: RuntimeForReconcileFragment } | Outcome> {
  if (runtime === null) return followApplication(context)
  if (application === null || application.runtime?.id === runtime.id) return { runtime }
  return application.runtime === null
    ? awaitRuntime(application)
    : elsewhere(runtime, { ...application, runtime: application.runtime })
}

/** Records the runtime of the application as that of the object, which the next reconcile then reads. */
async function followApplication({ client, object, epoch, assertHeld }: ReconcileContext): Promise<Outcome> {
  assertHeld()
  const { result } = await client.execute(PlaceInstanceDocument, { id: object.id, epoch })
  return result.pending === null
    ? requeueAfter(0, { reason: 'Placed', message: `It will run in ${result.runtime ?? 'its runtime'}.` })
    : awaitRuntime(result.pending)
}

type Awaited = Pick<Application, 'id' | 'kind' | 'name' | 'version' | 'status'>

function awaitRuntime({ id, kind, name, version, status }: Awaited): Outcome {
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'has a runtime')
}

/** The application was placed elsewhere after the object had been accepted. Neither runtime can change. */
function elsewhere(
  { name }: RuntimeForReconcileFragment,
  application: { kind: string; name: string; runtime: { name: string } },
): Outcome {
  const message =
    `${application.kind} ${application.name} runs in ${application.runtime.name}, but spec.runtime is ${name}. ` +
    'Delete this object, and create it again without runtime.'
  return failed({ reason: 'OtherRuntime', message, blocked: true }, { retryable: false })
}
