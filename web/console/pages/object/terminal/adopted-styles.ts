/*
 * xterm writes style elements and style attributes, which the content security policy of the console does not allow: it would
 * also allow those of an attacker. What scripts do by the CSSOM is allowed.
 */

export interface AdoptedStyles {
  /** A document for the option `documentOverride` of xterm. */
  document: Document
  /** Removes the style sheets. */
  remove: () => void
}

/** Returns the document of the page, except that styles of the elements that it creates are adopted style sheets. */
export function adoptStyles(page: Document): AdoptedStyles {
  const adopted = new Set<CSSStyleSheet>()
  const drop = (sheet: CSSStyleSheet): void => {
    adopted.delete(sheet)
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet)
  }
  const createSheet = (): HTMLElement => {
    const sheet = new CSSStyleSheet()
    adopted.add(sheet)
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
    const stand = page.createElement('span')
    stand.hidden = true
    Object.defineProperty(stand, 'textContent', { set: (css: string) => sheet.replaceSync(css) })
    stand.remove = () => {
      drop(sheet)
      Element.prototype.remove.call(stand)
    }
    return stand
  }
  const createElement = (name: string): HTMLElement => {
    if (name === 'style') return createSheet()
    const element = page.createElement(name)
    element.setAttribute = (attribute, value) => {
      if (attribute === 'style') element.style.cssText = value
      else Element.prototype.setAttribute.call(element, attribute, value)
    }
    return element
  }
  const document = new Proxy(page, {
    get: (target, property) => {
      if (property === 'createElement') return createElement
      const value: unknown = Reflect.get(target, property)
      // Methods of the document work only on the document itself.
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value
    },
  })
  return {
    document,
    remove: () => {
      for (const sheet of adopted) drop(sheet)
    },
  }
}
