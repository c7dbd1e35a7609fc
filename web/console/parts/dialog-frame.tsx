import type { FormEvent, ReactElement, ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

/** A dialog over the page. It can be dismissed unless it is busy. */
export function DialogFrame({
  title,
  role = 'dialog',
  className = 'dialog',
  isBusy = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  role?: 'dialog' | 'alertdialog'
  className?: string
  isBusy?: boolean
  /** Makes its content a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}): ReactElement {
  const content = (
    <>
      <Heading slot="title">{title}</Heading>
      {children}
    </>
  )
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!isBusy}
    >
      <Modal className={className}>
        <Dialog role={role}>
          {onSubmit === undefined ? (
            <div className="body">{content}</div>
          ) : (
            <form className="body" onSubmit={onSubmit}>
              {content}
            </form>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
