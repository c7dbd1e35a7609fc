import { ShieldAlert } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { Prose } from '../../parts/basics.tsx'
import type { AnyObject } from '../../../../client-sdk/index.ts'
import { errorOf } from '../../data/error-of.ts'
import { client } from '../../data/session.ts'
import { Age } from '../../parts/age.tsx'
import { notify } from '../../parts/toasts.tsx'
import { text } from './text.ts'

/** Lists the removals that an object waits for, and confirms exactly these. */
export function Confirmation({ object }: { object: AnyObject }): ReactElement | null {
  const [error, setError] = useState<string>()
  const { confirmation, id } = object
  if (confirmation === null) return null
  const confirm = (): void => {
    client.objects.confirmRemoval({ id }, confirmation.token).then(
      () => notify({ title: text.object.confirmed }),
      (problem: unknown) => setError(errorOf(problem).message),
    )
  }
  return (
    <section className="notice warn" aria-label={text.object.confirmTitle}>
      <ShieldAlert size={16} aria-hidden />
      <div className="stack">
        <div>
          <h2>{text.object.confirmTitle}</h2>
          <p>{text.object.confirmText}</p>
          <ul className="bullets">
            {confirmation.removals.map((removal) => (
              <li key={removal.id}>{removal.text}</li>
            ))}
          </ul>
        </div>
        {error !== undefined && (
          <p role="alert">
            <Prose>{error}</Prose>
          </p>
        )}
        <div className="row wrap">
          <Button className="button danger" onPress={confirm}>
            {text.object.confirm}
          </Button>
          <span className="small">
            {text.object.expires} <Age time={confirmation.expiresAt} />
          </span>
        </div>
      </div>
    </section>
  )
}
