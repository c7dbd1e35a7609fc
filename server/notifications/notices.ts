import type { LoggedChange } from '../../schema/graphql/store-queries.ts'
import type { Notice } from '../../schema/notifications/notice.ts'
import type { NoticeReason, Severity } from '../../schema/notifications/reasons.ts'
import { isReady, isStalled } from '../../schema/status.ts'
import { deliveryNotice, holdNotice, promotionNotice, stageNotice } from './delivery-notices.ts'
import { inProject } from '../../schema/names.ts'
import { shown, type ComparedStatus, type Happened, type StatusChange, type Subject } from './happened.ts'

/* What changes and events say to people. Pure functions of what is logged, so that repeats give the same notices. */

/** A notice, and what makes two of one object the same. */
export interface FoundNotice {
  topic: string
  notice: Notice
}

/** Kinds whose status has notices of its own, or is part of the status of others. */
const ownWords = new Set(['Application', 'ApplicationRevision', 'Delivery', 'Stage'])

/** Returns the notices of a change of the log. */
export function noticesOfChange(
  { kind, operation, time, reason }: LoggedChange,
  subject: Subject,
  { now, before }: StatusChange,
): FoundNotice[] {
  const found = (happened: readonly (Happened | undefined)[]): FoundNotice[] =>
    happened.flatMap((each) => (each === undefined ? [] : [foundNotice(each, subject, time)]))
  if (kind === 'Hold') return found([holdNotice(subject, operation, reason)])
  if (kind === 'Promotion') return found([promotionNotice(subject, operation)])
  if (now === null) return []
  if (kind === 'Stage') return found([stageNotice(subject, now, before)])
  if (kind === 'Delivery') return found([deliveryNotice(subject, now, before)])
  return ownWords.has(kind) ? [] : found(statusNotices(subject, now, before))
}

/** An event of an object. */
export interface NoticedEvent {
  type: string
  reason: string
  note: string
  lastSeen: Date
}

/** Returns the notice of an event. */
export function noticeOfEvent({ type, reason, note, lastSeen }: NoticedEvent, subject: Subject): FoundNotice {
  const happened: Happened = {
    reason,
    severity: type === 'Warning' ? 'warning' : 'info',
    title: `${shown(subject)}: ${reason}`,
    message: note,
    command: `qleetctl events ${shown(subject)}${inProject(subject.project)}`,
  }
  return foundNotice(happened, subject, lastSeen)
}

function foundNotice(happened: Happened, { kind, name, project }: Subject, time: Date): FoundNotice {
  const { reason, revision } = happened
  return {
    topic: revision === undefined ? reason : `${reason} ${revision}`,
    notice: { ...happened, kind, name, project, time: time.toISOString() },
  }
}

function statusNotices(
  subject: Subject,
  now: ComparedStatus,
  before: ComparedStatus | null,
): (Happened | undefined)[] {
  const is = compare(now, before)
  const { cause } = now
  // What only waits for another object says nothing new: that object has a notice of its own.
  const isOwn = cause === undefined || (cause.kind === subject.kind && cause.name === subject.name)
  const noticeOf = (reason: NoticeReason, severity: Severity, what: string): Happened => ({
    reason,
    severity,
    title: `${shown(subject)} ${what}`,
    message: severity === 'info' ? '' : (cause?.message ?? ''),
    command:
      severity === 'info'
        ? `qleetctl get ${shown(subject)}${inProject(subject.project)}`
        : `qleetctl why ${shown(subject)}${inProject(subject.project)}`,
  })
  return [
    isOwn && is.new(isStalledStatus) ? noticeOf('Stalled', 'error', 'is stalled') : undefined,
    isOwn && is.new(isUnreachable) ? noticeOf('Unreachable', 'error', 'is unreachable') : undefined,
    isOwn && is.over(isReadyStatus) && now.phase !== 'Deleting'
      ? noticeOf('NotReady', 'warning', 'is not ready')
      : undefined,
    ...(is.new(isReadyStatus)
      ? [noticeOf('Recovered', 'info', 'has recovered'), noticeOf('Ready', 'info', 'is ready')]
      : []),
  ]
}

function compare(now: ComparedStatus, before: ComparedStatus | null) {
  type Check = (status: ComparedStatus) => boolean
  const was = (check: Check): boolean => before !== null && check(before)
  return {
    new: (check: Check) => check(now) && !was(check),
    over: (check: Check) => !check(now) && was(check),
  }
}

function isUnreachable({ phase }: ComparedStatus): boolean {
  return phase === 'Unreachable'
}

function isStalledStatus(status: ComparedStatus): boolean {
  return isStalled(status)
}

function isReadyStatus(status: ComparedStatus): boolean {
  return isReady(status)
}
