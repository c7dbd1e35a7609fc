import type { ReactElement } from 'react'
import { deferred } from '../parts/deferred.tsx'
import { useUndone } from '../parts/undo.ts'
import { text } from '../text.ts'

const ActionDialog = deferred(async () => ({
  default: (await import('../pages/object/action-dialog.tsx')).ActionDialog,
}))

/** Shows the plan of what undoes a change, as of any other change, before it happens. */
export function UndoDialog(): ReactElement | null {
  const [reverse, close] = useUndone()
  if (reverse === undefined) return null
  return <ActionDialog title={reverse.title} verb={text.undo.undo} plan={reverse.plan} onClose={close} />
}
