import type { ITheme } from '@xterm/xterm'

/** The colours of programs, by the names of their variables in terminal.css. */
const names = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'brightBlack',
  'brightRed',
  'brightGreen',
  'brightYellow',
  'brightBlue',
  'brightMagenta',
  'brightCyan',
  'brightWhite',
] as const satisfies (keyof ITheme)[]

/** Returns the colours of a terminal as the theme of the page has them at present: xterm computes with them. */
export function coloursOf(host: Element): ITheme {
  const probe = document.createElement('span')
  probe.hidden = true
  host.append(probe)
  const read = (variable: string): string => {
    probe.style.color = `var(${variable})`
    return getComputedStyle(probe).color
  }
  const theme: ITheme = {
    background: read('--surface'),
    foreground: read('--ink'),
    cursor: read('--accent'),
    cursorAccent: read('--surface'),
    selectionBackground: read('--terminal-selection'),
    scrollbarSliderBackground: read('--terminal-slider'),
    scrollbarSliderHoverBackground: read('--line-strong'),
    scrollbarSliderActiveBackground: read('--line-strong'),
  }
  for (const name of names) theme[name] = read(`--terminal-${name.toLowerCase()}`)
  probe.remove()
  return theme
}

/** Calls back after each change of the theme, by the system or on the page. Returns a function that stops it. */
export function onThemeChange(changed: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const page = new MutationObserver(changed)
  page.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', changed)
  return () => {
    page.disconnect()
    system.removeEventListener('change', changed)
  }
}
