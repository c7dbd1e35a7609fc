import { useState, type FormEvent, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { errorOf } from '../../data/error-of.ts'
import { DialogFrame } from '../../parts/dialog-frame.tsx'
import { text } from './text.ts'
import { ReasonField } from './fields.tsx'

/** Asks for the reason of a decision that has no plan, because it only lets a known change go on, wait or end. */
export function ReasonDialog({
  title,
  note,
  verb,
  onDo,
  onClose,
}: {
  title: string
  note: string
  verb: string
  onDo: (reason: string) => Promise<void>
  onClose: () => void
}): ReactElement {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setBusy(true)
    onDo(String(new FormData(event.currentTarget).get('reason') ?? '')).then(onClose, (problem: unknown) => {
      setError(errorOf(problem).message)
      setBusy(false)
    })
  }
  return (
    <DialogFrame title={title} isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <p className="soft">{note}</p>
      <ReasonField />
      {error !== undefined && (
        <p className="notice bad" role="alert">
          {error}
        </p>
      )}
      <div className="actions">
        <Button className="button" onPress={onClose}>
          {text.action.cancel}
        </Button>
        <Button className="button primary" type="submit" isDisabled={isBusy}>
          {verb}
        </Button>
      </div>
    </DialogFrame>
  )
}
