import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'

interface Message {
  title: string
  /** What takes it back. */
  undo?: { label: string; run: () => void }
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })

/** Says what has happened. Screen readers announce it, and it goes away by itself. */
export function notify(message: Message): void {
  queue.add(message, { timeout: message.undo === undefined ? 6000 : 10_000 })
}

export function Toasts(): ReactElement {
  return (
    <ToastRegion queue={queue} className="toasts">
      {({ toast }) => (
        <Toast toast={toast} className="toast">
          <ToastContent className="grow">
            <Text slot="title">{toast.content.title}</Text>
          </ToastContent>
          {toast.content.undo !== undefined && (
            <Button
              className="button"
              onPress={() => {
                toast.content.undo?.run()
                queue.close(toast.key)
              }}
            >
              {toast.content.undo.label}
            </Button>
          )}
          <Button slot="close" className="button quiet icon" aria-label="Close">
            <X size={14} aria-hidden />
          </Button>
        </Toast>
      )}
    </ToastRegion>
  )
}
