import { yaml } from '@codemirror/lang-yaml'
import { defaultHighlightStyle, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef, type ReactElement } from 'react'

/** The colours of the console. They are variables, so that a change of the theme needs nothing. */
const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '13px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-content': { padding: '12px 0' },
  '.cm-gutters': { color: 'var(--ink-soft)', backgroundColor: 'var(--surface)', border: '0' },
  '&.cm-focused': { outline: 'var(--focus)', outlineOffset: '-2px' },
  '.cm-changedLine': { backgroundColor: 'var(--good-fill) !important' },
  '.cm-insertedLine, .cm-changedText': { background: 'none !important', textDecoration: 'none' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-fill)', color: 'var(--bad)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none !important' },
  '.cm-collapsedLines': { color: 'var(--ink-soft)', background: 'var(--page)' },
})

/** The tags are those of the default style, in the colours of the tokens. */
const colours = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => ({
    tag: spec.tag,
    color: colourOf(String(spec['color'] ?? '')),
  })),
)

function colourOf(colour: string): string {
  // Strings, numbers and comments; names of fields and all else.
  if (colour === '#a11' || colour === '#164') return 'var(--good)'
  if (colour === '#940') return 'var(--ink-soft)'
  return 'var(--accent)'
}

/**
 * A text that can be read, searched and copied, compared with one before if there is one. It is in a shadow root: there, the editor adopts
 * style sheets, which the content security policy allows, instead of writing style elements, which it does not.
 */
export default function CodeView({
  label,
  content,
  before,
}: {
  label: string
  content: string
  before?: string
}): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = host
    if (current === null) return undefined
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' })
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: content,
        extensions: [
          lineNumbers(),
          foldGutter(),
          yaml(),
          syntaxHighlighting(colours),
          theme,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
          ...(before === undefined
            ? []
            : [
                unifiedMergeView({
                  original: before,
                  mergeControls: false,
                  collapseUnchanged: { margin: 4 },
                }),
              ]),
        ],
      }),
    })
    return () => view.destroy()
  }, [label, content, before])
  return <div ref={host} className="code-host" />
}
