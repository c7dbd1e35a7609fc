import type { Terminal } from '@xterm/xterm'
import { copyText } from '../copy-text.ts'

/** Milliseconds after Escape in which Tab leaves the terminal, as in the YAML editor. */
const leavingTime = 2000

/**
 * Makes a terminal behave as one in a page: Ctrl-C copies what is selected, Ctrl-V pastes, and Escape followed by Tab moves the focus
 * on. All other keys belong to the program.
 */
export function addKeys(terminal: Terminal): void {
  let escapedAt = -leavingTime
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown') return true
    const isLeaving = event.key === 'Tab' && event.timeStamp - escapedAt < leavingTime
    if (event.key === 'Escape') escapedAt = event.timeStamp
    else if (event.key !== 'Shift') escapedAt = -leavingTime
    if (isLeaving) return false
    const key = event.ctrlKey && !event.altKey && !event.metaKey ? event.key.toLowerCase() : ''
    // The browser pastes.
    if (key === 'v') return false
    if (key !== 'c' || (!event.shiftKey && !terminal.hasSelection())) return true
    // Ctrl-Shift-C opens the tools of some browsers otherwise.
    event.preventDefault()
    if (terminal.hasSelection()) void copyText(terminal.getSelection())
    terminal.clearSelection()
    return false
  })
}
