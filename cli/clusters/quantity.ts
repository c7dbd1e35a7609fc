/** What a table shows for a value that was not measured. */
const unknown = '-'

/** Formats cores as kubectl does: `250m`. */
export function showCores(cores: number | null): string {
  return cores === null ? unknown : `${Math.round(cores * 1000)}m`
}

/** Formats bytes as kubectl does: `34Mi`. */
export function showBytes(bytes: number | null): string {
  return bytes === null ? unknown : `${Math.round(bytes / 2 ** 20)}Mi`
}

/** Formats a part of a whole as kubectl does: `12%`. */
export function showShare(part: number | null, whole: number | null): string {
  return part === null || whole === null || whole === 0 ? unknown : `${Math.round((part / whole) * 100)}%`
}
