export { createClient } from './client.ts'
export type {
  AppliedObject,
  ApplyOptions,
  ChangeEntry,
  ChangeRange,
  Client,
  ControlPlaneOptions,
  ControlPlaneStatus,
  DeleteOptions,
  KubeconfigTarget,
  MetricsOptions,
  ObjectEvent,
  ObjectMetrics,
  ObjectPod,
  Viewer,
  RollBackOptions,
  StuckObject,
  WriteOptions,
} from './client.ts'
export type { ChangeItem, FollowChanges } from './follow.ts'
export * from './generated/kinds.ts'
export type { KindClient, KindTarget } from './kind-client.ts'
export type { ListOptions, Page, PageOptions } from './lists.ts'
export type { Operation } from './operation.ts'
export { createTransport } from './transport.ts'
export type {
  CallOptions,
  ClientOptions,
  Execute,
  Post,
  PostRequest,
  SavedPlan,
  Transport,
} from './transport.ts'
export { toObject } from './objects.ts'
export type {
  AnyObject,
  Manifest,
  ManifestCause,
  ManifestCondition,
  ManifestPhase,
  ManifestStatus,
} from './objects.ts'
export { anyReference, kindReference, objectKind } from './references.ts'
export type { KindName, NameTarget, ObjectTarget } from './references.ts'
export { WaitError } from './wait.ts'
export type { WaitCondition, WaitOptions } from './wait.ts'
export type { ListWatchOptions, WatchEvent, WatchOptions } from './watch.ts'
export type {
  ManagedObjectFilterInput as ObjectFilter,
  ObjectDocumentInput as ObjectDocument,
  ObjectOrderInput as ObjectOrder,
} from './generated/documents.ts'
export { PlatformError, errorTable, isErrorCode } from '../schema/errors.ts'
export type { ErrorCode, ErrorDetails, FieldError, FieldErrorCode, RefusedPart } from '../schema/errors.ts'
