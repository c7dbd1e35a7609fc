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
import { Prose } from './basics.tsx'

interface Message {
  title: string
  /** What can be done next. */
  next?: { label: string; run: () => void }
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })

/** Says what has happened. Screen readers announce it, and it goes away by itself. */
export function notify(message: Message): void {
  queue.add(message, { timeout: message.next === undefined ? 6000 : 15_000 })
}

export function Toasts(): ReactElement {
  return (
    <ToastRegion queue={queue} className="toasts">
      {({ toast }) => (
        <Toast toast={toast} className="toast">
          <ToastContent className="grow">
            <Text slot="title">
              <Prose>{toast.content.title}</Prose>
            </Text>
          </ToastContent>
          {toast.content.next !== undefined && (
            <Button
              className="button"
              onPress={() => {
                toast.content.next?.run()
                queue.close(toast.key)
              }}
            >
              {toast.content.next.label}
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
