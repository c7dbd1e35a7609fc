export { createClient } from './client.ts'
export type {
  AnyObject,
  AppliedObject,
  ChangeEntry,
  Client,
  NameTarget,
  ObjectEvent,
  WriteOptions,
} from './client.ts'
export type { ChangeItem, FollowChanges } from './follow.ts'
export * from './generated/kinds.ts'
export type { KindClient } from './kind-client.ts'
export type { ListOptions } from './lists.ts'
export type { Operation } from './operation.ts'
export { createTransport } from './transport.ts'
export type { ClientOptions, Execute, Post, PostRequest, Transport } from './transport.ts'
export type { ObjectDocument, ObjectFilter, ObjectOrder, ObjectTarget } from './generated/documents.ts'
export { PlatformError, errorTable, isErrorCode } from '../schema/errors.ts'
export type { ErrorCode, ErrorDetails, FieldError, FieldErrorCode, RefusedPart } from '../schema/errors.ts'
