export { createClient } from './client.ts'
export type {
  AnyObject,
  AppliedObject,
  ChangeEntry,
  Client,
  KindClient,
  ListOptions,
  NameTarget,
  ObjectEvent,
  WriteOptions,
} from './client.ts'
export type { ChangeItem, FollowChanges } from './follow.ts'
export type { ClientOptions, Execute, Post, PostRequest } from './transport.ts'
export type { ObjectDocument, ObjectFilter, ObjectOrder, ObjectTarget } from './generated/documents.ts'
export { PlatformError, errorTable, isErrorCode } from '../schema/errors.ts'
export type { ErrorCode, ErrorDetails, FieldError } from '../schema/errors.ts'
