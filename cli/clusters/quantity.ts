/** Formats cores as kubectl does: `250m`. */
export function showCores(cores: number): string {
  return `${Math.round(cores * 1000)}m`
}

/** Formats bytes as kubectl does: `34Mi`. */
export function showBytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)}Mi`
}
