/* Light and dark. A choice of the user is kept in this browser; it is no secret. */

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'qleet-theme'

export function readTheme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((each) => each === stored) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(key)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(key, theme)
    document.documentElement.dataset['theme'] = theme
  }
}
