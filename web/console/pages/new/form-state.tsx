import { createContext, useContext } from 'react'
import type { Draft } from './draft.ts'
import { pathText, type Path } from './path.ts'
import type { Problem } from './problems.ts'

/** What the fields of a form share. */
export interface FormState {
  draft: Draft
  /** Sets a value; undefined removes it. */
  set: (path: Path, value: unknown) => void
  /** Removes an entry of a list. */
  removeEntry: (path: Path) => void
  /** The problems of the document, by the text of the path of the field that shows them. */
  problems: ReadonlyMap<string, readonly Problem[]>
  /** The optional fields without a value that the user has opened. */
  opened: ReadonlySet<string>
  open: (path: Path, isOpen: boolean) => void
  /** The project of the object, in which references are looked up. */
  project: string
  /** Whether the object exists, so that its name cannot change. */
  isExisting: boolean
}

const Context = createContext<FormState | undefined>(undefined)

export const FormStateProvider = Context.Provider

export function useFormState(): FormState {
  const state = useContext(Context)
  if (state === undefined) throw new Error('a field is outside of a form')
  return state
}

export function useProblems(path: Path): readonly Problem[] {
  return useFormState().problems.get(pathText(path)) ?? []
}
