import { useState, type ReactElement } from 'react'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { AnyObject } from '../../../client-sdk/index.ts'
import { client } from '../data/session.ts'
import { notify } from './toasts.tsx'

/** Deletes objects after a look at what goes with them. */
export function DeletionDialog({
  objects,
  onClose,
}: {
  objects: readonly AnyObject[]
  onClose: () => void
}): ReactElement {
  const [error, setError] = useState<string>()
  const names = objects.map(({ name }) => name)
  const remove = (): void => {
    client.objects.delete(objects.map(({ id }) => ({ id }))).then(
      () => {
        notify({ title: `Deletion of ${names.join(', ')} requested` })
        onClose()
      },
      (problem: unknown) => setError(problem instanceof Error ? problem.message : String(problem)),
    )
  }
  return (
    <ModalOverlay className="overlay" isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isDismissable>
      <Modal className="dialog">
        <Dialog role="alertdialog">
          <div className="body">
            <Heading slot="title">Delete {names.join(', ')}?</Heading>
            {error !== undefined && (
              <p className="error" role="alert">
                {error}
              </p>
            )}
            <div className="actions">
              <Button className="button" onPress={onClose}>
                Cancel
              </Button>
              <Button className="button danger" onPress={remove}>
                Delete
              </Button>
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
