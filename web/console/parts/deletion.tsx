import { Ban, Database } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import type { AnyObject, SavedPlan } from '../../../client-sdk/index.ts'
import { isPlatformError } from '../../../schema/errors.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import '../design/editing.css'
import { kindOf } from '../data/kinds.ts'
import { useLoaded } from '../data/load.ts'
import { topmostOwner } from '../data/owners.ts'
import type { Named } from '../data/paths.ts'
import { client } from '../data/session.ts'
import { plans as text } from '../texts/plans.ts'
import { Failed, ObjectLink, Prose, Skeleton } from './basics.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { PlanActions, PlanReason, PlanView } from './plan.tsx'
import { notify } from './toasts.tsx'

/** Deletes objects after a look at what goes with them. */
export function DeletionDialog({
  objects,
  onClose,
}: {
  objects: readonly AnyObject[]
  onClose: () => void
}): ReactElement {
  const [attempt, setAttempt] = useState(0)
  const ids = objects.map(({ id }) => id).join(' ')
  const {
    value: plan,
    error,
    isLoading,
  } = useLoaded(`${ids} ${attempt}`, (signal) => planOf(objects, signal))
  const [first] = objects
  const name =
    objects.length === 1 && first !== undefined ? first.name : text.deletion.several(objects.length)
  return (
    <DialogFrame
      title={text.deletion.title(name)}
      role="alertdialog"
      className="dialog wide"
      onClose={onClose}
    >
      {isLoading && <Skeleton lines={4} />}
      {!isLoading && error !== undefined && (
        <Obstacle error={error} objects={objects} onRetry={() => setAttempt(attempt + 1)} onClose={onClose} />
      )}
      {!isLoading && error === undefined && plan !== undefined && (
        <Confirmation plan={plan} name={name} onClose={onClose} onRenew={() => setAttempt(attempt + 1)} />
      )}
    </DialogFrame>
  )
}

async function planOf(objects: readonly AnyObject[], signal: AbortSignal): Promise<SavedPlan> {
  const plans: SavedPlan[] = []
  const planning = client.with({ signal, onPlan: (plan) => plans.push(plan) })
  await planning.objects.delete(
    objects.map(({ id }) => ({ id })),
    { dryRun: true },
  )
  const [plan] = plans
  if (plan === undefined) throw new Error(text.deletion.noPlan)
  return plan
}

/** Why the objects cannot be deleted, with the objects that keep them. */
function Obstacle({
  error,
  objects,
  onRetry,
  onClose,
}: {
  error: Error
  objects: readonly AnyObject[]
  onRetry: () => void
  onClose: () => void
}): ReactElement {
  // Names without a project are in that of the objects.
  const own = objects[0]?.projectName ?? 'default'
  const projectOf = (kind: string): string | null => (kindOf(kind).scope === 'global' ? null : own)
  const isOwned = isPlatformError(error) && error.code === 'OWNED'
  const { value: owners = [] } = useLoaded(`owners ${isOwned}`, (signal) =>
    isOwned ? ownersOf(objects, signal) : Promise.resolve([]),
  )
  const holders = isPlatformError(error) && !isOwned ? (error.details.by ?? []) : []
  const by = [
    ...owners,
    ...holders.map(({ kind, project, name }) => ({ kind, name, projectName: project ?? projectOf(kind) })),
  ]
  const isRefused = isPlatformError(error) && ['BLOCKED', 'OWNED', 'FORBIDDEN'].includes(error.code)
  if (!isRefused)
    return (
      <>
        <Failed error={error} onRetry={onRetry} />
        <Closing onClose={onClose} />
      </>
    )
  return (
    <>
      <div className="notice warn" role="alert">
        <Ban size={16} aria-hidden />
        <div className="stack tight">
          <strong>{text.deletion.notPossible}</strong>
          <p className="pre-line">
            <Prose>{error.message.replaceAll(/targets\[\d+\](\.\w+)?: /g, '')}</Prose>
          </p>
          {by.length > 0 && (
            <ul className="stack tight">
              {by.map((each) => (
                <li key={`${each.kind} ${each.projectName}/${each.name}`}>
                  <ObjectLink of={each} showKind />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <Closing onClose={onClose} />
    </>
  )
}

/** Returns the objects that delete the given ones with them: those that users can delete. */
async function ownersOf(objects: readonly AnyObject[], signal: AbortSignal): Promise<Named[]> {
  const owners = await mapWithLimit(objects, 4, ({ id }) => topmostOwner(id, signal))
  const byName = owners.map(
    (owner) => [`${owner?.kind} ${owner?.projectName}/${owner?.name}`, owner] as const,
  )
  return [...new Map(byName).values()].filter((owner) => owner !== undefined)
}

function Closing({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <div className="actions">
      <Button className="button" onPress={onClose}>
        {text.deletion.close}
      </Button>
    </div>
  )
}

/** What is deleted, and the confirmation: typed if data is destroyed. */
function Confirmation({
  plan,
  name,
  onClose,
  onRenew,
}: {
  plan: SavedPlan
  name: string
  onClose: () => void
  onRenew: () => void
}): ReactElement {
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const deleted = plan.deletions.filter(({ keptBy }) => keptBy.length === 0)
  const data = deleted.flatMap((each) => each.data)
  const isGuarded = data.length > 0
  return (
    <>
      {isGuarded && (
        <div className="notice bad">
          <Database size={16} aria-hidden />
          <div>
            <strong>{text.deletion.dataLost}</strong>
            <ul>
              {data.map((each) => (
                <li key={each} className="mono">
                  {each}
                </li>
              ))}
            </ul>
            <p>{text.deletion.dataLostText}</p>
          </div>
        </div>
      )}
      <PlanView plan={plan} />
      <div className="deletion-footer">
        <div className="form-pair">
          <PlanReason value={reason} onChange={setReason} />
          {isGuarded && (
            <div className="field">
              <label htmlFor="deletion-name">
                {text.deletion.type} <code>{name}</code>
              </label>
              <input
                id="deletion-name"
                value={typed}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => setTyped(target.value)}
              />
            </div>
          )}
        </div>
        <PlanActions
          plan={plan}
          isDanger
          applyLabel={text.deletion.delete(deleted.length)}
          isDisabled={isGuarded && typed !== name}
          reason={reason}
          onApplied={() => {
            notify({ title: text.deletion.requested(name) })
            onClose()
          }}
          onRenew={onRenew}
          onCancel={onClose}
        />
      </div>
    </>
  )
}
