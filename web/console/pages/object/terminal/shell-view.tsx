import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { useEffect, useRef, type ReactElement } from 'react'
import type { OpenTerminal } from '../../../../../schema/terminals.ts'
import { text } from '../text.ts'
import { adoptStyles } from './adopted-styles.ts'
import { coloursOf, onThemeChange } from './colours.ts'
import { addKeys } from './keys.ts'
import { ShellSession, type ShellState } from './shell-session.ts'

/** The place of a shell, without the size of the terminal. */
export type ShellPlace = Omit<OpenTerminal, 'size'>

interface ShellViewProps {
  place: ShellPlace
  /** Reads lines out, at the cost of speed. */
  isReadOut: boolean
  onState: (state: ShellState) => void
  /** The ID of the text that describes the keys. */
  helpId: string
}

/** A terminal with a shell in a container, from when it is rendered until it is removed. */
export default function ShellView({ place, isReadOut, onState, helpId }: ShellViewProps): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  const shown = useRef<Terminal>(undefined)
  useEffect(() => {
    const { current } = host
    if (current === null) return undefined
    const shell = startShell(current, place, onState)
    shell.terminal.textarea?.setAttribute('aria-describedby', helpId)
    shown.current = shell.terminal
    return shell.stop
    // A shell starts once: the parent gives another key for another one.
  }, [])
  useEffect(() => {
    if (shown.current !== undefined) shown.current.options.screenReaderMode = isReadOut
  }, [isReadOut])
  return <div ref={host} className="terminal-host" role="group" aria-label={text.terminal.label} />
}

/** Starts a shell, and shows it. */
function startShell(
  host: HTMLElement,
  place: ShellPlace,
  onState: (state: ShellState) => void,
): { terminal: Terminal; stop: () => void } {
  const styles = adoptStyles(document)
  const terminal = new Terminal({
    documentOverride: styles.document,
    fontFamily: getComputedStyle(host).fontFamily,
    fontSize: 13,
    lineHeight: 1.25,
    scrollback: 5000,
    // Programs choose colours without knowledge of the theme.
    minimumContrastRatio: 4.5,
    theme: coloursOf(host),
    cursorBlink: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.open(host)
  addKeys(terminal)
  terminal.textarea?.setAttribute('aria-label', text.terminal.input(place.pod, place.container))
  fit.fit()
  const size = { columns: terminal.cols, rows: terminal.rows }
  const session = new ShellSession(
    { ...place, size },
    {
      onOutput: (data, done) => terminal.write(data, done),
      onState: (state) => {
        if (state.is === 'ended' || state.is === 'failed') {
          terminal.options.disableStdin = true
          terminal.options.cursorBlink = false
        }
        onState(state)
      },
    },
  )
  const encoder = new TextEncoder()
  terminal.onData((data) => session.type(encoder.encode(data)))
  terminal.onBinary((data) => session.type(Uint8Array.from(data, (each) => each.charCodeAt(0))))
  terminal.onResize(({ cols, rows }) => session.resize({ columns: cols, rows }))
  const resizes = new ResizeObserver(() => fit.fit())
  resizes.observe(host)
  const endTheme = onThemeChange(() => (terminal.options.theme = coloursOf(host)))
  terminal.focus()
  return {
    terminal,
    stop: () => {
      session.close()
      resizes.disconnect()
      endTheme()
      terminal.dispose()
      styles.remove()
    },
  }
}
