/*
 * xterm writes style elements and style attributes, which the content security policy of the console does not allow: allowing
 * them would allow those of an attacker as well. What scripts do by the CSSOM is allowed, so the same styles are applied by it.
 */

export interface AdoptedStyles {
  /** A document for the option `documentOverride` of xterm. */
  document: Document
  /** Removes the style sheets. */
  remove: () => void
}

/**
 * Returns the document of the page, except that style elements of the elements that it creates become adopted style sheets, and style
 * attributes declarations.
 */
export function adoptStyles(page: Document): AdoptedStyles {
  const adopted = new Map<HTMLStyleElement, CSSStyleSheet>()
  const drop = (style: HTMLStyleElement): void => {
    const sheet = adopted.get(style)
    adopted.delete(style)
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet)
  }
  /** Makes a style element, which is never connected, write to an adopted style sheet. */
  const adopt = (style: HTMLStyleElement): void => {
    if (adopted.has(style)) return
    const sheet = new CSSStyleSheet()
    adopted.set(style, sheet)
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
    Object.defineProperty(style, 'textContent', {
      set: (css: string) => {
        sheet.replaceSync(css)
      },
    })
    style.remove = () => drop(style)
  }
  const createElement = (name: string): HTMLElement => {
    const element = page.createElement(name)
    if (element instanceof HTMLStyleElement) adopt(element)
    element.setAttribute = (attribute, value) => {
      if (attribute === 'style') element.style.cssText = value
      else Element.prototype.setAttribute.call(element, attribute, value)
    }
    // xterm 6.0 creates the style element of its scroll bar by the document of the window, against the option.
    element.appendChild = (child) => {
      if (!(child instanceof HTMLStyleElement))
        return Node.prototype.appendChild.call(element, child) as typeof child
      adopt(child)
      return child
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
      for (const style of adopted.keys()) drop(style)
    },
  }
}
