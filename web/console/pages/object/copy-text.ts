import { errorOf } from '../../data/error-of.ts'
import { notify } from '../../parts/toasts.tsx'
import { text } from './text.ts'

/** Copies a text, and says so. */
export async function copyText(content: string): Promise<void> {
  await navigator.clipboard.writeText(content).then(
    () => notify({ title: text.states.copied }),
    (problem: unknown) => notify({ title: errorOf(problem).message }),
  )
}
