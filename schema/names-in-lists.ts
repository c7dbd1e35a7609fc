import { shownValue, type FieldError } from './errors.ts'
import { didYouMean } from './similar.ts'

/* Errors of names in lists of a spec, such as those of dependencies and parameters. */

/** Returns an error for each item that repeats the name of an earlier one. `path` is that of the list. */
export function duplicateNameErrors(list: readonly { name: string }[], path: string): FieldError[] {
  return list.flatMap(({ name }, index): FieldError[] => {
    const first = list.findIndex((each) => each.name === name)
    if (first === index) return []
    const message = `is already the name of ${path}[${first}]`
    const remedy = 'Choose another name.'
    return [{ path: `${path}[${index}].name`, code: 'DUPLICATE', message, value: shownValue(name), remedy }]
  })
}

/** Returns the error of a name that is none of the known ones. `otherwise` is the remedy if none is similar. */
export function unknownNameError(
  { path, name, message }: { path: string; name: string; message: string },
  known: readonly string[],
  otherwise = '',
): FieldError {
  const remedy = didYouMean(name, known) || otherwise
  return {
    path,
    code: 'NOT_FOUND',
    message,
    value: shownValue(name),
    ...(remedy === '' ? {} : { remedy }),
  }
}
