/** Returns a number of things in words, such as `1 object` and `2 objects`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
