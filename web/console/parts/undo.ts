import { useSyncExternalStore } from 'react'
import type { Reverse } from '../data/reverses.ts'
import { text } from '../text.ts'
import { notify } from './toasts.tsx'

/* What is being undone: one thing at a time, on whatever page. */

let undone: Reverse | undefined
const listeners = new Set<() => void>()

function set(next: Reverse | undefined): void {
  undone = next
  for (const listener of listeners) listener()
}

/** Says what has happened, and offers to undo it if that is possible. */
export function notifyWithUndo(title: string, reverse: Reverse | undefined): void {
  notify({
    title,
    ...(reverse === undefined ? {} : { next: { label: text.undo.undo, run: () => set(reverse) } }),
  })
}

/** Returns what is being undone, and a function that ends it. */
export function useUndone(): [Reverse | undefined, () => void] {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => undone,
  )
  return [current, () => set(undefined)]
}
