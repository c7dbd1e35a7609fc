import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import {
  HighlightStyle,
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder as emptyText,
  tooltips,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef, type ReactElement } from 'react'
import { assistance } from './yaml-assist.ts'
import type { Problem } from './problems.ts'
import type { Schema } from './schema.ts'

export interface CodeEditorProps {
  label: string
  value: string
  onChange: (text: string) => void
  placeholder?: string
  /** The schema of the document, for completion, help and problems. */
  schema?: Schema | undefined
  /** What the server has found. */
  problems?: readonly Problem[]
  /** Whether the text is not shown. */
  isMasked?: boolean
  isTall?: boolean
}

const none: readonly Problem[] = []

/**
 * An editor of YAML. It is in a shadow root: there its styles are constructed style sheets, which a page whose policy forbids styles in
 * the page itself may use.
 */
export default function CodeEditor({
  label,
  value,
  onChange,
  placeholder = '',
  schema,
  problems = none,
  isMasked = false,
  isTall = false,
}: CodeEditorProps): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ onChange, problems })
  latest.current = { onChange, problems }
  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: true })
    const editor = new EditorView({
      root,
      parent: root as unknown as Element,
      state: EditorState.create({
        doc: value,
        extensions: [
          ...base,
          emptyText(placeholder),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true' }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString())
          }),
          ...(schema === undefined ? [] : assistance(schema, () => latest.current.problems)),
          ...(isMasked ? [masked] : []),
        ],
      }),
    })
    view.current = editor
    return () => {
      editor.destroy()
      view.current = undefined
    }
    // The value is set below when another than the editor changes it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [schema, label, placeholder, isMasked])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return <div ref={host} className={isTall ? 'code-editor tall' : 'code-editor'} />
}

/** Starts the line after a key without a value, or after the start of a text, one level further right. */
function openBlock(view: EditorView): boolean {
  const { state } = view
  const { from, to } = state.selection.main
  const line = state.doc.lineAt(from)
  const before = line.text.slice(0, from - line.from)
  if (!/^[^#]*:(\s+[|>][+-]?)?\s*$/.test(before)) return false
  const column = /^\s*(?:-\s+)*/.exec(before)?.[0].length ?? 0
  const insert = `\n${' '.repeat(column + 2)}`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
  })
  return true
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--moving)' },
  { tag: tags.comment, color: 'var(--ink-soft)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--ink-soft)' },
])

const look = EditorView.theme({
  '&': {
    height: '100%',
    minHeight: 'inherit',
    color: 'var(--ink)',
    backgroundColor: 'transparent',
    fontSize: '0.8125rem',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55', minHeight: 'inherit' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--ink-soft)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-placeholder': { color: 'var(--ink-soft)' },
  '.cm-tooltip': {
    maxWidth: '420px',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow-raised)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-fill)',
    color: 'var(--on-accent)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail': { color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'var(--ink-soft)', fontStyle: 'normal' },
  '.cm-completionInfo': { padding: '0', overflow: 'visible' },
  '.cm-help': { padding: '8px 12px', font: '400 0.8125rem/1.5 var(--font)', whiteSpace: 'normal' },
  '.cm-help code': { fontFamily: 'var(--font-mono)', fontSize: '0.75rem' },
  '.cm-diagnostic': {
    padding: '8px 12px',
    borderLeft: '3px solid var(--bad)',
    font: '400 0.8125rem/1.5 var(--font)',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px solid var(--bad)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '50%', marginTop: '6px' },
  '.cm-lint-marker-error': { content: 'none', backgroundColor: 'var(--bad)' },
  '.cm-foldPlaceholder': { border: '0', backgroundColor: 'var(--hover)', color: 'var(--ink-soft)' },
})

const masked = EditorView.theme({ '.cm-line': { '-webkit-text-security': 'disc' } })

const base: readonly Extension[] = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  yaml(),
  syntaxHighlighting(colours),
  tooltips({ position: 'fixed' }),
  EditorView.lineWrapping,
  look,
  keymap.of([
    { key: 'Enter', run: openBlock },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
]
