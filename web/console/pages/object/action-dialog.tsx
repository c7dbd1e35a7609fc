import { useEffect, useState, type FormEvent, type ReactElement, type ReactNode } from 'react'
import { Button } from 'react-aria-components'
import type { AnyObject, Client, SavedPlan } from '../../../../client-sdk/index.ts'
import { errorOf } from '../../data/error-of.ts'
import { client } from '../../data/session.ts'
import { Prose, Skeleton } from '../../parts/basics.tsx'
import { DialogFrame } from '../../parts/dialog-frame.tsx'
import { PlanView } from '../../parts/plan.tsx'
import type { Reverse } from '../../data/reverses.ts'
import { notifyWithUndo } from '../../parts/undo.ts'
import { text } from './text.ts'

/** The values of the fields of an action, by name. */
export type Values = Readonly<Record<string, string>>

export interface ActionDialogProps {
  title: string
  /** What the button says that does it. */
  verb: string
  note?: string
  /** Fields that the action needs, as form controls with names. @default none: the plan is shown at once */
  children?: ReactNode
  /** Writes with `dryRun`, by a client that records the plan. */
  plan: (planning: Client, values: Values) => Promise<unknown>
  /** Returns what undoes the action, by the objects as they are afterwards. @default it cannot be undone */
  reverse?: (after: readonly AnyObject[]) => Reverse | undefined
  /** Whether the plan of what the fields contain at first is shown at once. @default false */
  isPlanned?: boolean
  /** Does what the plan says. @default executes the plan */
  execute?: (plan: SavedPlan, values: Values) => Promise<unknown>
  /** Says what happens next, where another user has to decide about the plan. It takes the place of the button. */
  handOver?: (plan: SavedPlan) => string
  onClose: () => void
}

/** Focuses an element as it appears. `autoFocus` does so after the paint: an Enter in between would be lost. */
const focusOnceShown = (element: HTMLElement | null): void => element?.focus()

/** Asks for what an action needs, shows what it would do, and then does exactly that. */
export function ActionDialog({
  title,
  verb,
  note,
  children,
  plan,
  reverse,
  isPlanned = children === undefined,
  execute: executeWith,
  handOver,
  onClose,
}: ActionDialogProps): ReactElement {
  const [state, setState] = useState<{ plan?: SavedPlan; error?: string; isBusy: boolean }>({
    isBusy: isPlanned,
  })
  const [values, setValues] = useState<Values>({})
  const fail = (problem: unknown): void => setState({ isBusy: false, error: errorOf(problem).message })
  const find = (given: Values): void => {
    setValues(given)
    setState({ isBusy: true })
    let found: SavedPlan | undefined
    plan(
      client.with({
        onPlan: (saved) => {
          found = saved
        },
      }),
      given,
    ).then(() => setState({ isBusy: false, ...(found === undefined ? {} : { plan: found }) }), fail)
  }
  useEffect(() => {
    if (isPlanned) find({})
    // Once, when it opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(
      ([name, value]) => [name, String(value)] as const,
    )
    find(Object.fromEntries(entries))
  }
  const execute = async (saved: SavedPlan): Promise<void> => {
    setState({ plan: saved, isBusy: true })
    const reason = values['reason'] ?? ''
    try {
      await executeWith?.(saved, values)
      const options = reason === '' ? {} : { reason }
      const executed = executeWith === undefined ? await client.executePlan(saved.id, options) : undefined
      notifyWithUndo(`${title}: ${text.action.done}`, executed && reverse?.(executed.objects))
    } catch (problem) {
      fail(problem)
      return
    }
    onClose()
  }
  const { plan: saved } = state
  return (
    <DialogFrame
      title={title}
      className={saved === undefined ? 'dialog' : 'dialog wide planned'}
      isBusy={state.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {note !== undefined && saved === undefined && (
        <p className="soft">
          <Prose>{note}</Prose>
        </p>
      )}
      {children !== undefined && (
        <div className="action-form" hidden={saved !== undefined || (isPlanned && state.isBusy)}>
          {children}
        </div>
      )}
      {state.isBusy && saved === undefined && (
        <div aria-live="polite">
          <p className="soft">{text.action.planning}</p>
          <Skeleton lines={3} />
        </div>
      )}
      {saved !== undefined && <PlanView plan={saved} />}
      {saved !== undefined && handOver !== undefined && <p className="notice">{handOver(saved)}</p>}
      {state.error !== undefined && (
        <p className="notice bad" role="alert">
          <Prose>{state.error}</Prose>
        </p>
      )}
      <div className="actions">
        {saved !== undefined && children !== undefined && (
          <Button className="button quiet" onPress={() => setState({ isBusy: false })}>
            {text.action.back}
          </Button>
        )}
        <Button className="button" onPress={onClose}>
          {text.action.cancel}
        </Button>
        {saved !== undefined && handOver !== undefined ? null : saved !== undefined ? (
          // The key makes it another button than the one before, so that it gets the focus.
          <Button
            key="execute"
            className="button primary"
            onPress={() => void execute(saved)}
            isDisabled={state.isBusy}
            ref={focusOnceShown}
          >
            {verb}
          </Button>
        ) : (
          children !== undefined && (
            <Button className="button primary" type="submit" isDisabled={state.isBusy}>
              {text.action.plan}
            </Button>
          )
        )}
      </div>
    </DialogFrame>
  )
}
